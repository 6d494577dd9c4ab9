import CVulkan
import CoreImage
import Foundation
import ImageGraph
import TestContexts
import TestSupport
import Testing
import VulkanApp

/// Loops without a known iteration count: an endless one is an error with the kernel's name on every engine.
@Suite struct OpenLoopTests {
  private static let ones = KernelImageLoads.image(Array(repeating: 1, count: 64 * 48 * 4), 64, 48)

  private func kernel(_ text: String, _ language: CIKernelLanguage = .coreImage) throws -> CIKernel {
    try CIKernel(checked: text, language: language)
  }

  private func applied(_ kernel: CIKernel, _ arguments: [Any]) throws -> CIImage {
    try kernel.apply(checked: Self.ones.extent, roiCallback: { _, rect in rect }, arguments: arguments)
  }

  private func error(_ image: CIImage, _ context: CIContext) throws -> String {
    let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(image, Self.ones.extent, context) }
    return "\(try #require(error))"
  }

  static let endless = [
    "kernel vec4 turns(__sample s, float n) { float x = s.a; while (x > 0.5) { x += s.a; } return vec4(x + n); }",
    "kernel vec4 turns(__sample s, float n) { float x = s.a; do { x += s.a; } while (x > 0.5); return vec4(x + n); }",
    "kernel vec4 turns(__sample s, float n) { for (;;) { if (n > 2.0) break; if (n > 3.0) return s; } return s; }",
    "kernel vec4 turns(__sample s, float n) { float x = 0.0; for (; x < 1.0; x *= 2.0) { if (n > 2.0) break; } return "
      + "s; }",
    // The iteration count is the same for all pixels, so four run together.
    "kernel vec4 turns(__sample s, float n) { float x = 1.0; while (x > n) { x += 1.0; } return vec4(x); }",
    // In a helper, and after a return.
    """
    float more(float x, float n) { while (x > n) { x += 1.0; } return x; }
    kernel vec4 turns(__sample s, float n) { if (n > 5.0) return s; return vec4(more(1.0, n)); }
    """,
    // No single loop iterates often, but all together do.
    """
    kernel vec4 turns(__sample s, float n) {
      float x = 0.0;
      for (int i = 0; i < int(n) + 60000; i++) { for (int j = 0; j < int(n) + 60000; j++) { x += s.a; } }
      return vec4(x);
    }
    """,
  ]

  @Test(arguments: Backend.contextNames, endless)
  func itsNameIsInTheError(_ backend: String, _ text: String) throws {
    let context = try KernelImageLoads.context(backend)
    let start = ContinuousClock.now
    #expect(try error(applied(kernel(text), [Self.ones, 0]), context).contains("kernel turns"))
    // Five seconds on an idle machine, and more during other endless kernels, which use both cores. An endless loop
    // would take all day.
    #expect(ContinuousClock.now - start < .seconds(300))
    // The context is unchanged.
    #expect(try KernelImageLoads.pixel(Self.ones, 0, 0, context) == SIMD4(repeating: 1))
  }

  /// Loops that end in any way, or that control does not reach, are not reported.
  @Test(
    arguments: Backend.contextNames,
    [
      "kernel vec4 ends(__sample s, float n) { float x = 0.0; while (x < n) { x += 1.0; } return vec4(x, s.rgb); }",
      "kernel vec4 ends(__sample s, float n) { float x = 0.0; for (;;) { x += 1.0; if (x >= n) break; } return vec4(x, "
        + "s.rgb); }",
      "kernel vec4 ends(__sample s, float n) { float x = 0.0; for (;;) { x += 1.0; if (x >= n) return vec4(x, s.rgb); "
        + "} return s; }",
      "kernel vec4 ends(__sample s, float n) { float x = 0.0; do { x += 1.0; if (x < 2.0) continue; } while (x < n); "
        + "return vec4(x, s.rgb); }",
      // Both sides of a branch may be computed: the endless one is not taken.
      """
      kernel vec4 ends(__sample s, float n) {
        float x = 0.0, y = 0.0;
        if (n > 100.0) { while (y > -1.0) { y += 1.0; } }
        while (x < n) { x += 1.0; }
        return vec4(x, s.rgb);
      }
      """,
      """
      kernel vec4 ends(__sample s, float n) {
        float x = 0.0, y = 0.0;
        if (n < 100.0) return vec4(n, s.rgb);
        while (y > -1.0) { y += 1.0; }
        return vec4(y);
      }
      """,
      """
      kernel vec4 ends(__sample s, float n) {
        float x = 0.0, y = 0.0;
        if (s.a > 0.5) { while (x < n) { x += 1.0; } } else { while (y > -1.0) { y += 1.0; } }
        return vec4(x, s.rgb);
      }
      """,
    ])
  func loopsThatEndAreNotReported(_ backend: String, _ text: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try applied(kernel(text), [Self.ones, 7])
    #expect(try KernelImageLoads.pixels(image, Self.ones.extent, context).allSatisfy { $0 == [7, 1, 1, 1] })
  }

  /// Several kernels form one program: the endless one is named.
  @Test(arguments: Backend.contextNames, ["first", "second"])
  func theRightOneIsNamed(_ backend: String, _ name: String) throws {
    let context = try KernelImageLoads.context(backend)
    func turning(_ name: String) throws -> CIKernel {
      try kernel(
        "float more(float x, float n) { while (x > n) { x += 1.0; } return x; }\n"
          + "kernel vec4 \(name)(__sample s, float n) { return s * min(more(s.a, n), 1.0); }")
    }
    let first = try applied(turning("first"), [Self.ones, name == "first" ? 0 : 5])
    let second = try applied(turning("second"), [first, name == "second" ? 0 : 5])
    #expect(try error(second, context).contains("kernel \(name)"))
  }

  /// The reference renders no tiles.
  @Test(arguments: Backend.engineNames)
  func inTilesAndTasksToo(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend, [.memoryTarget: 3])
    let turns = try kernel(Self.endless[0])
    // Only far from the first tile.
    let large = CIImage(color: CIColor(red: 0, green: 0, blue: 0, alpha: 0)).cropped(
      to: CGRect(x: 0, y: 0, width: 900, height: 900))
    let spot = CIImage(color: .white).cropped(to: CGRect(x: 800, y: 3, width: 4, height: 4))
    let image = try turns.apply(
      checked: large.extent, roiCallback: { _, rect in rect }, arguments: [spot.composited(over: large), 0]
    ).applyingGaussianBlur(sigma: 20)
    var pixels = [UInt8](repeating: 0, count: 900 * 900 * 4)
    let error = #expect(throws: RenderError.self) {
      try pixels.withUnsafeMutableBytes { bytes in
        try context.render(
          checked: image, toBitmap: bytes.baseAddress!, rowBytes: 900 * 4, bounds: large.extent, format: .RGBA8,
          colorSpace: nil)
      }
    }
    #expect("\(try #require(error))".contains("kernel turns"))

    let whole = try KernelImageLoads.context(backend)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 64 * 48 * 4, alignment: 16)
    defer { bytes.deallocate() }
    let destination = CIRenderDestination(
      bitmapData: bytes, width: 64, height: 48, bytesPerRow: 64 * 4, format: .RGBA8)
    let task = #expect(throws: RenderError.self) {
      try whole.startTask(toRender: applied(turns, [Self.ones, 0]), to: destination).waitUntilCompleted()
    }
    #expect("\(try #require(task))".contains("kernel turns"))
  }

  /// Doubles a value up to a limit, so it is endless for clear pixels, such as all pixels outside of the image.
  static let doubling = [
    "kernel vec4 doubles(__sample s) { float x = s.a; while (x < 8.0) { x += x; } return vec4(x, s.rgb); }",
    "kernel vec4 doubles(sampler s) { vec4 t = sample(s, samplerCoord(s)); while (t.a < 8.0) { t.a += t.a; } "
      + "return t.argb; }",
  ]

  /// Widths that are not multiples of the engines' vector widths.
  @Test(arguments: Backend.contextNames, doubling)
  func pixelsOutsideOfTheOutputAreNotReported(_ backend: String, _ text: String) throws {
    let context = try KernelImageLoads.context(backend)
    for width in [1, 3, 6, 45] {
      let ones = KernelImageLoads.image(Array(repeating: 1, count: width * 3 * 4), width, 3)
      let image = try kernel(text).apply(checked: ones.extent, roiCallback: { _, rect in rect }, arguments: [ones])
      let expected = SIMD4<Float>(8, 1, 1, 1)
      #expect(try KernelImageLoads.pixels(image, ones.extent, context).allSatisfy { $0 == expected }, "\(width)")
      // With a margin, alone and over another image.
      let around = CGRect(x: -2, y: -1, width: width + 5, height: 5)
      let back = CIImage(color: .green).cropped(to: around)
      for (image, outside) in [(image, SIMD4.zero), (image.composited(over: back), SIMD4<Float>(0, 1, 0, 1))] {
        let pixels = try KernelImageLoads.pixels(image, around, context)
        let isInside = (0..<pixels.count).map { index in
          (2..<(width + 2)).contains(index % (width + 5)) && (1..<4).contains(index / (width + 5))
        }
        for (pixel, isInside) in zip(pixels, isInside) {
          #expect(distance(pixel, isInside ? expected : outside) < 1e-3, "\(width): \(pixel)")
        }
      }
    }
  }

  /// Adjacent pixels of which only some read another kernel's. Kernels on Vulkan still report the others.
  @Test(arguments: Backend.contextNames.filter { $0 != "vulkan" })
  func pixelsThatAreNotReadAreNotReported(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    // More than is read: regions are outset by the error of floats, and by some engines further.
    let pixels = (0..<45 * 3).map { $0 % 45 < 30 ? SIMD4<Float>(repeating: 1) : .zero }
    let source = KernelImageLoads.image(pixels.flatMap { pixel in (0..<4).map { pixel[$0] } }, 45, 3)
    let doubled = try kernel(Self.doubling[0]).apply(
      checked: source.extent, roiCallback: { _, rect in rect }, arguments: [source])
    // For the other pixels, the loop is endless at their points.
    let left = try kernel(
      """
      vec4 left(const vec2 at) {
        vec2 point = at.x < 20.0 ? at : vec2(40.5, at.y);
        vec4 c = vec4(0.5);
        if (at.x < 20.0) c = read0(point);
        return c;
      }
      """, .glsl)
    let image = try left.apply(
      checked: source.extent, roiCallback: { _, rect in rect.intersection(CGRect(x: 0, y: 0, width: 20, height: 3)) },
      arguments: [doubled])
    for (index, pixel) in try KernelImageLoads.pixels(image, image.extent, context).enumerated() {
      #expect(pixel == (index % 45 < 20 ? [8, 1, 1, 1] : SIMD4(repeating: 0.5)), "\(index)")
    }
  }

  /// A kernel without such a loop has no additional binding and store.
  @Test func othersAreTheSamePrograms() throws {
    let open = try #require(try kernel(Self.endless[0]).code)
    let counted = try #require(
      try kernel("kernel vec4 f(__sample s) { float x = 0.0; for (int i = 0; i < 9; i++) x += s.r; return vec4(x); }")
        .code)
    let shader = try #require(
      try kernel("vec4 g(const vec4 color) { return color * 2.0; }", .glsl).code)
    let turning = try #require(
      try kernel("vec4 h(const vec4 color) { vec4 x = color; while (x.r < 1.0) x += color; return x; }", .glsl).code)
    #expect([open, counted, shader, turning].map(\.reportsOpenLoops) == [true, false, false, true])
  }

  @Test(.enabled(if: Backend.vulkanContext != nil)) func recordingsKnowItWhenTheyAreComplete() throws {
    try SharedApp.run { app in
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let image = try app.image(VK_FORMAT_R8G8B8A8_UNORM, 64, 48)
      var target = CIVulkanImage(device, image, VK_FORMAT_R8G8B8A8_UNORM, 64, 48)
      (target.layout, target.finalLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
      for (n, name) in [(0, "turns"), (9, nil as String?)] {
        let recipe = try applied(kernel(Self.endless[4]), [Self.ones, n])
        let commands = try #require(app_begin(app.app))
        let recording = try context.render(
          recipe, to: target, commandBuffer: commands, bounds: Self.ones.extent, colorSpace: nil)
        try app.submit(commands)
        try app.wait()
        #expect(recording.error == nil)
        recording.complete()
        if let name { #expect("\(try #require(recording.error))".contains("kernel \(name)")) }
        if name == nil { #expect(recording.error == nil) }
      }
    }
  }
}
