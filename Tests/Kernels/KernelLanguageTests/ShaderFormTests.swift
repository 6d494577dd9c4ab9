import Foundation
import KernelLanguage
import TestFiles
import Testing

/// GLSL kernels, in the form of the built-in filters' shaders.
@Suite struct ShaderFormTests {
  private static let shaders = repository.appendingPathComponent("Shaders")

  private func only(_ text: String) throws -> Kernel {
    let kernel = try #require(try kernels(text, .glsl).first)
    Shader.check(kernel)
    return kernel
  }

  @Test func signaturesTellClassAndArguments() throws {
    let color = try only("vec4 gain(const vec4 color, const float by) { return color * by; }")
    #expect(color.kernelClass == .color)
    #expect(color.slots == [.pixel(image: 0), .argument(parameter: 1, component: nil, kind: .float)])
    #expect(color.mangledName.hasPrefix("kernel_gain_") && color.mangledName.hasSuffix("(vf4;f1;"))
    #expect(try only("vec4 sum(const vec4 a, const vec4 b) { return a + b; }").kernelClass == .blend)
    let warp = try only("vec2 move(const vec2 at, const vec2 by) { return at + by; }")
    #expect(warp.kernelClass == .warp)
    #expect(warp.parameters.map(\.name) == ["by"])
    let region = try only(
      "vec4 near(const vec2 at) { return read1(at); }\nvec4 both(const vec2 at, const int n) { return read0(at) + "
        + "near(at) * float(n); }"
    )
    #expect(region.form == .region(inputs: 2))
    #expect(region.name == "both")
    let generator = try only("vec4 ramp(const vec2 at, const vec4 tint) { return tint * at.x; }")
    #expect(generator.form == .color(inputs: 0))
  }

  @Test func aCommentTellsPixelsFromArguments() throws {
    let kernel = try only(
      "// inputs: 1\n//   tint  a colour\nvec4 tinted(const vec4 color, const vec4 tint) { return color * tint; }")
    #expect(kernel.form == .color(inputs: 1))
    #expect(kernel.parameters.map(\.type) == [.sample, .floats(4)])
  }

  @Test func textsWithoutAKernelSayWhatOneIs() {
    for text in ["", "float f(const float x) { return x; }", "vec4 f(vec4 color) { return color; }"] {
      #expect(throws: KernelTextError.self) { try KernelCompiler(.glsl).compile(text) }
    }
    #expect(throws: KernelTextError.self) {
      try KernelCompiler(.glsl).compile("vec2 f(const float x) { return vec2(x); }")
    }
  }

  /// Each built-in shader has the form of a kernel.
  @Test func builtInShadersHaveTheForm() throws {
    let files = (FileManager.default.subpaths(atPath: Self.shaders.path) ?? [])
      .filter { $0.hasSuffix(".glsl") && !$0.hasPrefix("Shared/") }
    #expect(files.count > 100)
    for file in files {
      let text = try String(contentsOf: Self.shaders.appendingPathComponent(file), encoding: .utf8)
      let found = try kernels(text, .glsl)
      #expect(!found.isEmpty, "\(file)")
    }
  }
}
