import CoreImage
import Foundation
import ImageGraph
import KernelFormulas
import KernelLanguage
import KernelModules
import ProcessorEngine
import TestContexts
import TestSupport
import Testing

/// Kernels that are compiled ahead of time, as native code on the CPU.
@Suite(.enabled(if: Backend.engineNames.contains("processor"))) struct NativeKernelTests {
  private static let image = KernelImageLoads.noise()

  /// Constructs that none of the twenty kernels has: a switch with fallthrough, dynamically indexed arrays, also in a
  /// helper, matrices, and functions of all kinds.
  private static let odd = """
    using namespace metal;
    float picked(thread float4& list, int index) { list[index] += 0.25; return list[3 - index]; }
    extern "C" float4 odd(coreimage::sample_t s, float k, coreimage::destination dest) {
      int kind = int(dest.coord().x) % 5;
      float4 color = s;
      switch (kind) {
        case 0: color.r += 1.0;
        case 1: color.g += 0.5; break;
        case 2: color = color.bgra;
        default: color.b *= 0.5;
        case 4: if (s.a > 0.5) break; color.a = 0.75;
      }
      float list[4] = {s.r, s.g, s.b, s.a};
      list[int(dest.coord().y) % 4] *= 2.0;
      color.r += picked(color, int(dest.coord().y) % 4) + list[kind % 4];
      color[kind % 3] += 0.125;
      float3x3 turn = float3x3(float3(k, 0, 1), float3(0, 1, k), float3(0.5, 0, 1));
      float3 turned = transpose(turn) * color.rgb + color.rgb * turn;
      color.rgb = turned * determinant(turn) + float3(popcount(kind), clz(kind + 1), reverse_bits(uint(kind)) >> 28);
      color.g += asin(s.a * 0.9) + acos(s.a) + sinh(s.r) + cosh(s.g) + tanh(s.b) + asinh(s.r) + acosh(1.0 + s.g)
        + atanh(s.a * 0.8) + ldexp(s.r, kind) + exp2(s.g) + log2(1.0 + s.b);
      return color + float4(reflect(s.rg, s.ba), refract(s.rg, s.ba, k));
    }
    """

  @Test func unusualInstructionsAgree() throws {
    let ahead = try AheadKernels([KernelText(Self.odd, .metal, file: "odd.ci.metal")])
    let kernel = try #require(try ahead.kernels().first as? CIColorKernel)
    #expect(try Stages.shared().stage(of: #require(kernel.code)) != nil)
    let made = try kernel.apply(checked: Self.image.extent, arguments: [Self.image, 0.7])
    let (native, interpreted) = (
      try KernelImageLoads.pixels(made, made.extent, KernelImageLoads.context("processor")),
      try KernelImageLoads.pixels(made, made.extent, KernelImageLoads.context("reference"))
    )
    var strays = 0
    for (a, b) in zip(native, interpreted) {
      let isSame = (0..<4).allSatisfy { component in
        let (x, y) = (a[component], b[component])
        return x == y || x.isNaN && y.isNaN || (x - y).magnitude <= 1e-4 * max(1, y.magnitude)
      }
      if !isSame { strays += 1 }
    }
    #expect(strays == 0, "\(strays) of \(native.count) pixels differ")
  }

  private static let endless = [
    KernelText(
      "kernel vec4 endless(__sample s) { float x = s.a; while (x > 0.25) { x = x * 0.5 + 0.5; } return vec4(x); }",
      .coreImage, file: "endless.cikernel"),
    KernelText(
      """
      vec4 nested(const vec2 at, const float k) {
        float x = 1.0;
        for (int i = 0; i < 100000; i++) { for (int j = 0; j < 60000; j++) { x += k; } }
        return vec4(x) + read0(at);
      }
      """, .glsl, file: "nested.ci.glsl"),
  ]

  /// Rows end within a vector; the remaining lanes are not reported.
  @Test func pixelsOutsideOfTheOutputAreNotReported() throws {
    let ahead = try AheadKernels([KernelText(OpenLoopTests.doubling[0], .coreImage, file: "doubles.cikernel")])
    let kernel = try #require(try ahead.kernels().first as? CIColorKernel)
    #expect(try Stages.shared().stage(of: #require(kernel.code)) != nil)
    let context = try KernelImageLoads.context("processor")
    for width in [1, 3, 6, 45] {
      let ones = KernelImageLoads.image(Array(repeating: 1, count: width * 3 * 4), width, 3)
      let image = try kernel.apply(checked: ones.extent, arguments: [ones])
      #expect(try KernelImageLoads.pixels(image, ones.extent, context).allSatisfy { $0 == [8, 1, 1, 1] }, "\(width)")
      let around = try KernelImageLoads.pixels(image, ones.extent.insetBy(dx: -2, dy: -1), context)
      #expect(around.count { $0 == [8, 1, 1, 1] } == width * 3)
      #expect(around.count { $0 == .zero } == around.count - width * 3)
    }
  }

  @Test func theEndlessKernelIsNamedAndAffectsNoOther() throws {
    let ahead = try AheadKernels(Self.endless)
    let context = try KernelImageLoads.context("processor")
    // Each pixel runs all iterations up to the limit.
    let ones = KernelImageLoads.image(Array(repeating: 1, count: 16 * 8 * 4), 16, 8)
    let start = ContinuousClock.now
    for kernel in try ahead.kernels() {
      let arguments: [Any] = kernel.name == "nested" ? [ones, 0] : [ones]
      let made = try kernel.apply(checked: ones.extent, roiCallback: { _, rect in rect }, arguments: arguments)
      let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(made, ones.extent, context) }
      #expect("\(try #require(error))".contains(kernel.name))
    }
    // One or two seconds on an idle machine; up to 60 were measured during the other tests. An endless loop would take
    // all day.
    #expect(ContinuousClock.now - start < .seconds(300))
    #expect(try KernelImageLoads.pixel(ones, 0, 0, context) == SIMD4(repeating: 1))
  }

  /// The package's stages compute functions of these names in double precision; a kernel's own functions are not
  /// affected.
  @Test(arguments: ["exactPower", "power", "exactAngle"]) func aFunctionOfItsOwnStaysItsOwn(_ name: String) throws {
    let text = KernelText(
      """
      float \(name)(float a, float b) { return a + 2.0 * b; }
      vec4 own(const vec4 color) { return vec4(\(name)(color.r, color.g), color.gba); }
      """, .glsl, file: "own.ci.glsl")
    let kernel = try #require(try AheadKernels([text]).kernels().first as? CIColorKernel)
    #expect(try Stages.shared().stage(of: #require(kernel.code)) != nil)
    let ones = KernelImageLoads.image(Array(repeating: 1, count: 4 * 4 * 4), 4, 4)
    let made = try kernel.apply(checked: ones.extent, arguments: [ones])
    #expect(try KernelImageLoads.pixel(made, 1, 1, KernelImageLoads.context("processor")) == [3, 1, 1, 1])
  }

  /// A library with the same description but another module has no native code, because none was linked for it.
  @Test func onlyWhatTheAppWasBuiltWithIsNative() throws {
    let text = KernelText(ColorKernelTests.gain, .coreImage, file: "gain.cikernel")
    let ahead = try AheadKernels([text])
    let stages = try Stages.shared()
    #expect(try stages.stage(of: #require(ahead.kernel("gain").code)) != nil)
    // The same kernel from source is interpreted, and so is another kernel of its name.
    #expect(
      try stages.stage(of: #require(CIColorKernel(checked: ColorKernelTests.gain, language: .coreImage).code)) == nil)
    let other = KernelText(
      ColorKernelTests.gain.replacing("s.rgb * g", with: "s.bgr * g"), .coreImage, file: "gain.cikernel")
    let library = try KernelLibrary.file(of: [other]) { glsl in Glslang.compile(glsl) }
    let stranger = try CIColorKernel(functionName: "gain", fromMetalLibraryData: library)
    #expect(try stages.stage(of: #require(stranger.code)) == nil)
    let context = try KernelImageLoads.context("processor")
    let made = try stranger.apply(checked: Self.image.extent, arguments: [Self.image, 2])
    let (a, b) = (
      try KernelImageLoads.pixel(Self.image, 3, 9, context), try KernelImageLoads.pixel(made, 3, 9, context)
    )
    #expect(b == SIMD4(a.z * 2, a.y * 2, a.x * 2, a.w))
  }

  /// The plugin has compiled cibench's kernel: its native code registered itself when this process started.
  @Test func whatThePluginLinksIsFound() throws {
    let name = "CoreImage_cibench.resources/default.metallib"
    let folder = try #require(CommandLine.arguments.first.map { URL(fileURLWithPath: $0).deletingLastPathComponent() })
    let file = [folder, Bundle.main.bundleURL].map { $0.appendingPathComponent(name) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
    let library = try Data(contentsOf: #require(file, "\(name) is missing in the folder of the tests"))
    let kernel = try CIColorKernel(functionName: "gain", fromMetalLibraryData: library)
    for level in ProcessorLevel.supported {
      #expect(try Stages(level).stage(of: #require(kernel.code)) != nil, "\(level)")
    }
  }

  /// Malformed numbers give the same results as in the interpreter, without crashes.
  @Test func hostileNumbersDoNoHarm() throws {
    let text = """
      kernel vec4 hostile(sampler s, float k, vec2 p) {
        float list[3];
        for (int i = 0; i < 3; i++) { list[i] = k * float(i); }
        int index = int(k * 1e9);
        return sample(s, samplerTransform(s, destCoord() + p)) * list[index] + vec4(list[int(destCoord().x * k)]);
      }
      """
    let ahead = try AheadKernels([KernelText(text, .coreImage, file: "hostile.cikernel")])
    let kernel = try ahead.kernel("hostile")
    let contexts = try ["processor", "reference"].map { try KernelImageLoads.context($0) }
    for number in [0, 1, -1, 1e30, -1e30, Double.nan, .infinity, -.infinity, 1e-40] {
      let made = try kernel.apply(
        checked: Self.image.extent, roiCallback: { _, _ in .infinite },
        arguments: [Self.image, number, CIVector(x: number, y: -number)])
      let results = try contexts.map { try KernelImageLoads.pixels(made, made.extent, $0) }
      let isSame = zip(results[0], results[1]).allSatisfy { a, b in
        (0..<4).allSatisfy { a[$0] == b[$0] || a[$0].isNaN && b[$0].isNaN }
      }
      #expect(isSame, "\(number)")
    }
  }

  @Test(arguments: ProcessorLevel.supported)
  func everyLevelRunsThem(_ level: ProcessorLevel) throws {
    let text = KernelText(GeneralKernelTests.right, .coreImage, file: "right.cikernel")
    let ahead = try AheadKernels([text], levels: [level])
    let code = try #require(ahead.kernel("right").code)
    let stage = try #require(try Stages(level).stage(of: code))
    #expect(stage.readerCount == 1 && stage.row != nil && stage.uniformCount == 1)
  }
}
