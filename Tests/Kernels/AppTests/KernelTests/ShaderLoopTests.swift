import CoreImage
import Foundation
import KernelFormulas
import KernelLanguage
import KernelModules
import TestContexts
import TestFiles
import TestSupport
import Testing

/// Loops of GLSL kernels, which the kernel compiler does not parse: each gets a counter when the module is compiled.
@Suite struct ShaderLoopTests {
  private static let ones = KernelImageLoads.image(Array(repeating: 1, count: 4 * 4), 4, 1)

  private func kernel(_ text: String) throws -> CIColorKernel {
    try #require(try CIKernel.kernels(checked: text, language: .glsl).first as? CIColorKernel)
  }

  static let endless = [
    "vec4 endless(const vec4 color) { float x = 1.0; while (x > 0.5) { x += color.a; } return vec4(x); }",
    "vec4 endless(const vec4 color) { float x = 1.0; do { x += color.a; } while (x > 0.5); return vec4(x); }",
    """
    vec4 endless(const vec4 color) {
      vec4 sum = color;
      for (;;) {
        if (sum.x < 0.0) continue;
        sum += color;
        if (sum.x < 0.0) break;
      }
      return sum;
    }
    """,
    // The count continues over calls of a helper.
    """
    float turns(const float k) {
      float x = 0.0;
      for (int i = 0; i < 60000; i++) { x += k; }
      return x;
    }
    float more(const float k) { return turns(k) + 1.0; }
    vec4 endless(const vec4 color) {
      float x = 0.0;
      for (int i = 0; i < 60000; i++) { for (int j = 0; j < 60000; j++) { x += more(color.a); } }
      return vec4(x);
    }
    """,
  ]

  @Test(arguments: Backend.contextNames, endless)
  func endlessLoopsEnd(_ backend: String, _ text: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try kernel(text).apply(checked: Self.ones.extent, arguments: [Self.ones])
    let start = ContinuousClock.now
    let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(image, Self.ones.extent, context) }
    #expect("\(try #require(error))".contains("endless"))
    #expect(ContinuousClock.now - start < .seconds(20))
  }

  @Test(arguments: Backend.contextNames)
  func loopsThatEndCountRight(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let text = """
      float sum(const int count) {
        float x = 0.0;
        for (int i = 0; i < count; i++) {
          if (i == 3) continue;
          if (i == 7) break;
          x += float(i);
        }
        return x;
      }
      vec4 counts(const vec4 color, const int rounds) {
        vec4 result = vec4(0.0);
        for (int y = 0; y < rounds; y++) {
          for (int x = 0; x < rounds; x++) { result.x += color.a; }
          result.y += sum(y);
        }
        int n = 0;
        do { n++; } while (n < 1000);
        return vec4(result.x, result.y, float(n), color.a);
      }
      """
    let image = try kernel(text).apply(checked: Self.ones.extent, arguments: [Self.ones, 40])
    // 0 + 0 + 1 + 3 + 3 + 7 + 12, then 18 each: the sum of the numbers below 7 except 3. Few iterations in total:
    // llvmpipe itself ends the loops of some invocations together after 65,535 iterations.
    let expected: Float = 0 + 0 + 1 + 3 + 3 + 7 + 12 + 18 * 33
    #expect(try KernelImageLoads.pixel(image, 1, 0, context) == [1600, expected, 1000, 1])
  }

  @Test(arguments: endless)
  func theirModulesAreValid(_ text: String) throws {
    for kernel in try KernelText(text, .glsl).kernels() {
      #expect(try SPIRVValidator.complaint(about: kernel.code.words) == nil)
    }
  }
}
