import CVulkan
import CoreImage
import Foundation
import ImageGraph
import Synchronization
import TestContexts
import TestSupport
import Testing
import VulkanApp

/// Vulkan objects of an app's processor, created for its images, and kept until the renders have finished.
///
/// Unchecked: all mutable state is protected by the lock.
private final class Passes: @unchecked Sendable {
  private let lock = NSLock()
  private var app: UnsafeMutablePointer<VulkanApp>?
  private var made: [VulkanAppPass] = []
  private(set) var calls = 0
  private(set) var regions: [CGRect] = []
  /// Retains the device.
  private var device: CIVulkanDevice?

  /// Records a pass that reads one image and writes the other.
  func record(_ shader: String, _ input: any CIImageProcessorInput, _ output: any CIImageProcessorOutput) throws {
    let (source, target) = (try #require(input.vulkanImage), try #require(output.vulkanImage))
    let commands = try #require(output.vulkanCommandBuffer)
    try lock.withLock {
      if app == nil {
        let shared = target.device
        var table = CVKFunctions()
        cvk_load(&table, nil)
        device = shared
        app = app_adopt(
          table.vkGetInstanceProcAddr, shared.instance, shared.physicalDevice, shared.device, shared.queue,
          shared.queueFamilyIndex)
      }
      let words = try #require(Glslang.compile(shader).words)
      var pass = VulkanAppPass()
      try #require(app_make_pass(app, words, words.count, target.format, source.image, target.image, &pass))
      made.append(pass)
      calls += 1
      regions.append(output.region)
      app_dispatch(app, commands, pass.pipeline, UInt32(target.width), UInt32(target.height))
    }
  }

  func end() {
    lock.withLock {
      for pass in made { app_destroy_pass(app, pass) }
      if let app { app_free(app) }
      (app, made, device) = (nil, [], nil)
    }
  }
}

/// Half of a pixel, and a quarter of each neighbour in its row: in a shader for images, otherwise on the CPU.
private class Soften: CIImageProcessorKernel {
  static let shader = """
    #version 450
    layout(local_size_x = 8, local_size_y = 8) in;
    layout(binding = 0, rgba32f) uniform readonly image2D source;
    layout(binding = 1, rgba32f) uniform writeonly image2D target;
    void main() {
        ivec2 at = ivec2(gl_GlobalInvocationID.xy);
        if (any(greaterThanEqual(at, imageSize(target)))) return;
        vec4 sides = imageLoad(source, at) + imageLoad(source, at + ivec2(2, 0));
        imageStore(target, at, imageLoad(source, at + ivec2(1, 0)) * 0.5 + sides * 0.25);
    }
    """

  override class var usesVulkanImages: Bool { true }
  override class var outputFormat: CIFormat { .RGBAf }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    outputRect.insetBy(dx: -1, dy: 0)
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    let input = try #require(inputs?.first)
    if output.vulkanImage != nil {
      let passes = try #require(arguments?["passes"] as? Passes)
      return try passes.record(shader, input, output)
    }
    #expect(input.vulkanImage == nil && output.vulkanCommandBuffer == nil)
    for y in 0..<Int(output.region.height) {
      let row = (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      let result = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) { result[x] = row[x + 1] * 0.5 + (row[x] + row[x + 2]) * 0.25 }
    }
  }
}

/// A processor that sums its input, tile by tile.
private final class Parts: CIImageProcessorKernel {
  static let shader = """
    #version 450
    layout(local_size_x = 8, local_size_y = 8) in;
    layout(binding = 0, rgba32f) uniform readonly image2D source;
    layout(binding = 1, rgba32f) uniform image2D target;
    void main() {
        ivec2 at = ivec2(gl_GlobalInvocationID.xy);
        if (any(greaterThanEqual(at, imageSize(target)))) return;
        imageStore(target, at, imageLoad(target, at) + imageLoad(source, ivec2(0, 0)));
    }
    """

  override class var usesVulkanImages: Bool { true }
  override class var outputFormat: CIFormat { .RGBAf }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class func roiTileArray(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> [CIVector] {
    (0..<3).map { CIVector(x: CGFloat($0), y: 0, z: 1, w: 1) }
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    let input = try #require(inputs?.first)
    #expect(input.roiTileCount == 3)
    try #require(arguments?["passes"] as? Passes).record(shader, input, output)
  }
}

private struct Refusal: Error, CustomStringConvertible { let description = "not today" }

private final class Failing: CIImageProcessorKernel {
  override class var usesVulkanImages: Bool { true }
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws { throw Refusal() }
}

/// A processor with an output format that the package does not read from images.
private final class Narrow: CIImageProcessorKernel {
  override class var usesVulkanImages: Bool { true }
  override class var outputFormat: CIFormat { .Rf }
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    #expect(output.vulkanImage == nil && inputs?.first?.vulkanImage == nil)
    for y in 0..<Int(output.region.height) {
      let row = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: Float.self)
      for x in 0..<Int(output.region.width) { row[x] = 0.5 }
    }
  }
}

/// Processors that use Vulkan images.
@Suite(.enabled(if: Backend.vulkanContext != nil)) struct ProcessorImageTests {
  private let rect = CGRect(x: -3, y: 5, width: 37, height: 29)

  /// Returns the difference. Engines round differently, by less than a bit of a float near 2.
  private func difference(_ a: [SIMD4<Float>], _ b: [SIMD4<Float>]) -> Float {
    var most: Float = a.count == b.count ? 0 : .infinity
    for (one, other) in zip(a, b) {
      for component in 0..<4 { most = max(most, abs(one[component] - other[component])) }
    }
    return most
  }

  private func softened(_ image: CIImage, _ passes: Passes) throws -> CIImage {
    try Soften.apply(withExtent: image.extent, inputs: [image], arguments: ["passes": passes])
  }

  /// Returns the result of the CPU implementation, as the reference.
  private func expected(_ image: CIImage, _ rect: CGRect) throws -> [SIMD4<Float>] {
    try KernelImageLoads.pixels(image, rect, KernelImageLoads.context("processor"))
  }

  @Test func pixelsAreThoseOfItsBytes() throws {
    let passes = Passes()
    defer { passes.end() }
    let context = try KernelImageLoads.context("vulkan")
    // Between other steps, and applied to its own result.
    let image = try softened(
      softened(KernelImageLoads.noise().applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5]), passes),
      passes
    ).applyingFilter("CIColorInvert")
    #expect(try difference(KernelImageLoads.pixels(image, rect, context), expected(image, rect)) < 1e-6)
    #expect(passes.calls == 2)
    // Again, and a part of it.
    let part = CGRect(x: 4, y: 9, width: 11, height: 5)
    #expect(try difference(KernelImageLoads.pixels(image, part, context), expected(image, part)) < 1e-6)
    #expect(context.vulkanDevice?.name == context.deviceName)
    #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    context.clearCaches()
    #expect(context.validationMessages == [])
  }

  @Test func otherEnginesHaveNoDevice() throws {
    #expect(try KernelImageLoads.context("processor").vulkanDevice == nil)
    let context = try KernelImageLoads.context("vulkan")
    let device = try #require(context.vulkanDevice)
    #expect(context.vulkanDevice === device)
    #expect(!device.isLost)
    // The app can use its queue in addition to the context.
    let queue = device.withQueue { $0 }
    #expect(queue == device.queue)
  }

  /// More pixels than a processor receives at a time.
  @Test func largeResultsComeInTiles() throws {
    let passes = Passes()
    defer { passes.end() }
    let context = try KernelImageLoads.context("vulkan")
    let large = KernelImageLoads.noise(0, 0, 64, 48).clampedToExtent().cropped(
      to: CGRect(x: -1000, y: -1100, width: 2100, height: 2300))
    let image = try softened(large, passes)
    let pixels = try KernelImageLoads.pixels(image, image.extent, context)
    #expect(passes.calls == 2)
    #expect(Set(passes.regions.map(\.width)) == [2100])
    // At the boundary of tiles, and at the edge of the image.
    let rows = Int(passes.regions[0].height)
    for strip in [
      CGRect(x: -1000, y: image.extent.maxY - CGFloat(rows) - 2, width: 2100, height: 4),
      CGRect(x: -1000, y: 10, width: 2100, height: 3),
    ] {
      let first = Int(image.extent.maxY - strip.maxY) * 2100
      let found = Array(pixels[first..<first + Int(strip.height) * 2100])
      #expect(try difference(found, expected(image, strip)) < 1e-6)
    }
  }

  @Test func rendersInTilesReadPartsOfIt() throws {
    let passes = Passes()
    defer { passes.end() }
    let small = try KernelImageLoads.context("vulkan", [.memoryTarget: 8])
    let image = try softened(KernelImageLoads.noise(0, 0, 500, 400), passes).clampedToExtent()
      .applyingGaussianBlur(sigma: 30).cropped(to: CGRect(x: 0, y: 0, width: 500, height: 400))
    // The blur's sums have another order.
    #expect(try difference(KernelImageLoads.pixels(image, image.extent, small), expected(image, image.extent)) < 2e-3)
    #expect(passes.calls > 0)
  }

  @Test func partsOfAnInputComeOneAfterTheOther() throws {
    let passes = Passes()
    defer { passes.end() }
    let context = try KernelImageLoads.context("vulkan")
    let row = KernelImageLoads.image([1, 0, 0, 1, 0, 2, 0, 1, 0, 0, 4, 1], 3, 1)
    let image = try Parts.apply(
      withExtent: CGRect(x: 0, y: 0, width: 9, height: 7), inputs: [row], arguments: ["passes": passes])
    #expect(try KernelImageLoads.pixels(image, image.extent, context).allSatisfy { $0 == [1, 2, 4, 3] })
    #expect(passes.calls == 3)
  }

  @Test func whatItThrowsEndsTheRenderByName() throws {
    let context = try KernelImageLoads.context("vulkan")
    let image = try Failing.apply(withExtent: rect, inputs: [KernelImageLoads.noise()], arguments: nil)
    let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(image, rect, context) }
    let text = "\(try #require(error))"
    #expect(text.contains("Failing") && text.contains("not today"))
    #expect(context.inFlight.runs == 0 && context.inFlight.byteCount == 0)
    #expect(try KernelImageLoads.pixels(KernelImageLoads.noise(), rect, context).count == 37 * 29)
  }

  @Test func whatNoImageHoldsComesAsBytes() throws {
    let context = try KernelImageLoads.context("vulkan")
    let image = try Narrow.apply(withExtent: rect, inputs: [KernelImageLoads.noise()], arguments: nil)
    #expect(try KernelImageLoads.pixel(image, 0, 9, context) == [0.5, 0, 0, 1])
  }

  @Test func anImageThatTheDeviceHasNoRoomForIsRefused() throws {
    let passes = Passes()
    defer { passes.end() }
    let small = try KernelImageLoads.context("vulkan", [.memoryTarget: 1])
    let image = try softened(KernelImageLoads.noise(0, 0, 500, 400), passes)
    let error = #expect(throws: RenderError.self) { try KernelImageLoads.pixels(image, image.extent, small) }
    let text = "\(try #require(error))"
    #expect(text.contains("Soften") && text.contains("memoryTarget"))
  }

  // MARK: The app's device

  /// A task that renders an image that the app drew into an image of the app, with the app's own pass between them: no
  /// copy to the host, and no message of the validation layer.
  @Test func onTheAppsDeviceToo() throws {
    let size = 32
    try SharedApp.run { app in
      let passes = Passes()
      defer { passes.end() }
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      #expect(context.vulkanDevice === device)
      let drawn = try app.image(VK_FORMAT_R8G8B8A8_UNORM, size, size, holding: AppShaders.drawn(size, size))
      let target = try app.image(VK_FORMAT_R8G8B8A8_UNORM, size, size, holding: AppShaders.drawn(size, size))
      let source = CIVulkanImage(device, drawn, VK_FORMAT_R8G8B8A8_UNORM, size, size)
      let recipe = try softened(CIImage(vulkanImage: source), passes)
      try context.startTask(
        toRender: recipe,
        to: CIRenderDestination(
          vulkanImage: CIVulkanImage(device, target, VK_FORMAT_R8G8B8A8_UNORM, size, size))
      ).waitUntilCompleted()
      let wanted = try softened(CIImage(AppShaders.drawn(size, size), size, size), passes)
        .offline(KernelImageLoads.context("processor"))
      #expect(AppTests.difference(try app.bytes(of: target, size, size), wanted) <= 1)
      #expect(passes.calls == 1)
      context.clearCaches()
    }
  }

  /// All commands, including the app's pass, are in the app's command buffer, which may be submitted twice.
  @Test func recordedWithTheRestOfTheRender() throws {
    let size = 32
    try SharedApp.run { app in
      let passes = Passes()
      defer { passes.end() }
      let device = try app.device()
      let context = try CIContext(vulkanDevice: device)
      let drawn = try app.image(VK_FORMAT_R8G8B8A8_UNORM, size, size, holding: AppShaders.drawn(size, size))
      let vulkan = CIVulkanImage(device, drawn, VK_FORMAT_R8G8B8A8_UNORM, size, size)
      let recipe = try softened(CIImage(vulkanImage: vulkan), passes).applyingFilter("CIColorInvert")
      let commands = try #require(app_begin(app.app))
      let recording = try context.render(
        recipe, to: vulkan, commandBuffer: commands, bounds: recipe.extent, colorSpace: sRGB)
      #expect(recording.passCount == 2)
      try app.submit(commands)
      try app.wait()
      recording.complete()
      #expect(recording.error == nil)
      #expect(context.inFlight.byteCount == 0)
      let wanted = try softened(CIImage(AppShaders.drawn(size, size), size, size), passes)
        .applyingFilter("CIColorInvert").cropped(to: recipe.extent).offline(KernelImageLoads.context("processor"))
      #expect(AppTests.difference(try app.bytes(of: drawn, size, size), wanted) <= 1)
      #expect(passes.calls == 1)

      // Renders that cannot be recorded are rejected with a reason, and leak nothing.
      for image in [
        try Narrow.apply(withExtent: recipe.extent, inputs: [recipe], arguments: nil),
        try Failing.apply(withExtent: recipe.extent, inputs: [recipe], arguments: nil),
      ] {
        let other = try #require(app_begin(app.app))
        let error = #expect(throws: RenderError.self) {
          try context.render(image, to: vulkan, commandBuffer: other, bounds: recipe.extent, colorSpace: sRGB)
        }
        let text = "\(try #require(error))"
        #expect(text.contains("Narrow") || text.contains("Failing"), "\(text)")
        app_drop(app.app, other)
        #expect(context.inFlight.byteCount == 0)
      }
    }
  }
}
