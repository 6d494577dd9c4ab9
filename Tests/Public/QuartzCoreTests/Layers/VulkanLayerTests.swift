import CVulkan
import CoreImage
import Foundation
import QuartzCore
import TestSupport
import Testing

/// Layers that an app renders with Vulkan, on the device under test.
@Suite(.serialized) struct VulkanLayerTests {
  /// Returns a context on a device; nil if Vulkan is not under test.
  private func context() throws -> CIContext? {
    Backend.engines.contains(.vulkan) ? try CIContext(checked: [.backend: "vulkan"]) : nil
  }

  private func layer(_ context: CIContext) -> CAVulkanLayer {
    let layer = CAVulkanLayer()
    layer.frame = CGRect(x: 2, y: 1, width: 4, height: 3)
    layer.device = context.vulkanDevice
    return layer
  }

  private func render(_ color: CIColor, into drawable: CAVulkanDrawable, _ context: CIContext) throws {
    try context.startTask(
      toRender: CIImage(color: color), from: CGRect(x: 0, y: 0, width: drawable.image.width, height: 99),
      to: CIRenderDestination(vulkanImage: drawable.image), at: .zero
    ).waitUntilCompleted()
  }

  /// Returns a pixel of a tree's image as RGBA, y up.
  private func pixel(_ root: CALayer, _ x: Int, _ y: Int, _ context: CIContext) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 9, count: 4)
    try context.render(
      checked: CIImage(layer: root), toBitmap: &bytes, rowBytes: 4, bounds: CGRect(x: x, y: y, width: 1, height: 1),
      format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
    return bytes
  }

  @Test func withoutADeviceTheErrorHasTheReason() {
    let layer = CAVulkanLayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
    #expect(layer.nextDrawable() == nil)
    do {
      _ = try layer.drawable()
      Issue.record("a drawable without a device")
    } catch {
      #expect("\(error)".contains("no device") && "\(error)".contains("vulkanDevice"))
    }
  }

  @Test func defaultsAndRejectedValues() {
    let layer = CAVulkanLayer()
    #expect(
      layer.isOpaque && layer.framebufferOnly && layer.allowsNextDrawableTimeout && layer.maximumDrawableCount == 3)
    #expect(layer.pixelFormat == VK_FORMAT_B8G8R8A8_UNORM && layer.colorspace == nil)
    (layer.bounds, layer.contentsScale) = (CGRect(x: 0, y: 0, width: 5, height: 4), 2)
    #expect(layer.drawableSize == CGSize(width: 10, height: 8))
    for wrong in [1, 4, Int.min] { layer.maximumDrawableCount = wrong }
    (layer.pixelFormat, layer.drawableSize) = (VK_FORMAT_R8_UNORM, CGSize(width: CGFloat.nan, height: 1))
    #expect(layer.maximumDrawableCount == 3 && layer.pixelFormat == VK_FORMAT_B8G8R8A8_UNORM)
    #expect(layer.drawableSize == CGSize(width: 10, height: 8))
    (layer.maximumDrawableCount, layer.pixelFormat) = (2, VK_FORMAT_R16G16B16A16_SFLOAT)
    layer.drawableSize = CGSize(width: 3, height: 3)
    let copy = CAVulkanLayer(layer: layer)
    #expect(copy.maximumDrawableCount == 2 && copy.pixelFormat == VK_FORMAT_R16G16B16A16_SFLOAT)
    #expect(copy.drawableSize == CGSize(width: 3, height: 3))
  }

  @Test func emptySizesGiveNoDrawable() throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    for size in [CGSize.zero, CGSize(width: -4, height: 4), CGSize(width: 1e9, height: 4)] {
      layer.drawableSize = size
      #expect(throws: RenderError.self) { try layer.drawable() }
    }
  }

  @Test(arguments: [VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_R16G16B16A16_SFLOAT].map(\.rawValue))
  func theLastPresentedDrawableIsShown(format: UInt32) throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    layer.pixelFormat = VkFormat(rawValue: format)
    layer.framebufferOnly = format % 2 == 0
    let root = box(0, 0, 8, 6, black, [layer])
    #expect(try pixel(root, 3, 2, context) == [0, 0, 0, 255])
    for (color, bytes) in [(CIColor.red, [255, 0, 0, 255]), (.green, [0, 255, 0, 255])] as [(CIColor, [UInt8])] {
      let drawable = try #require(layer.nextDrawable())
      #expect(drawable.layer === layer && drawable.image.width == 4 && drawable.signal.value == drawable.drawableID)
      try render(color, into: drawable, context)
      drawable.present()
      #expect(layer.contents is CIImage && layer.animationKeys() == nil)
      #expect(try pixel(root, 3, 2, context) == bytes && pixel(root, 1, 1, context) == [0, 0, 0, 255])
    }
    // A drawable that is not presented changes nothing.
    let dropped = try #require(layer.nextDrawable())
    try render(.blue, into: dropped, context)
    #expect(try pixel(root, 3, 2, context) == [0, 255, 0, 255])
  }

  /// Red over blue in a device's rows: the first row is the top.
  @Test func theFirstRowIsTheTop() throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    let drawable = try #require(layer.nextDrawable())
    let upper = CIImage(color: .red).cropped(to: CGRect(x: 0, y: 2, width: 9, height: 9))
    let image = upper.composited(over: CIImage(color: .blue))
    try context.startTask(
      toRender: image, from: CGRect(x: 0, y: 0, width: 4, height: 3),
      to: CIRenderDestination(vulkanImage: drawable.image), at: .zero
    ).waitUntilCompleted()
    drawable.present()
    let root = box(0, 0, 8, 6, black, [layer])
    #expect(try pixel(root, 3, 3, context) == [255, 0, 0, 255] && pixel(root, 3, 1, context) == [0, 0, 255, 255])
    root.isGeometryFlipped = true
    #expect(try pixel(root, 3, 4, context) == [255, 0, 0, 255] && pixel(root, 3, 2, context) == [0, 0, 255, 255])
  }

  @Test func framesContinueWithTwoImages() throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    layer.maximumDrawableCount = 2
    let root = box(0, 0, 8, 6, black, [layer])
    let renderer = CARenderer(
      context: context, destination: try CIRenderDestination(width: 8, height: 6, format: .RGBA8))
    (renderer.layer, renderer.bounds) = (root, root.bounds)
    var images: Set<OpaquePointer> = []
    for frame in 0..<20 {
      let drawable = try #require(layer.nextDrawable(), "frame \(frame)")
      images.insert(drawable.image.image)
      try render(frame % 2 == 0 ? .red : .green, into: drawable, context)
      drawable.present()
      renderer.beginFrame(atTime: Double(frame), timeStamp: nil)
      // The first frame is drawn completely, later ones only where the layer is.
      #expect(renderer.updateBounds() == (frame == 0 ? renderer.bounds : layer.frame))
      try renderer.render()
      renderer.endFrame()
    }
    #expect(images.count == 2)
  }

  @Test func acquisitionTimesOutAfterASecond() throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    var kept = try (0..<3).map { _ in try #require(layer.nextDrawable()) }
    let start = ContinuousClock.now
    do {
      _ = try layer.drawable()
      Issue.record("a fourth drawable")
    } catch {
      let waited = ContinuousClock.now - start
      #expect(waited > .milliseconds(900) && "\(error)".contains("within a second"))
    }
    kept.removeLast()
    #expect(layer.nextDrawable() != nil)
    // With another size, new images are created, even if the old ones are retained.
    layer.drawableSize = CGSize(width: 7, height: 7)
    #expect(layer.nextDrawable()?.image.width == 7 && kept.count == 2)
  }

  /// A signal that the app never sends must not block renders for ever.
  @Test(.timeLimit(.minutes(1))) func unsignalledDrawablesAreShownAfterATimeout() throws {
    guard let context = try context() else { return }
    let layer = self.layer(context)
    layer.signalTimeout = 0.5
    try #require(layer.nextDrawable()).present()
    _ = try pixel(box(0, 0, 8, 6, black, [layer]), 3, 2, context)
    // The next drawable works as usual.
    let drawable = try #require(layer.nextDrawable())
    try render(.green, into: drawable, context)
    drawable.present()
    #expect(try pixel(box(0, 0, 8, 6, black, [layer]), 3, 2, context) == [0, 255, 0, 255])
  }

  @Test func presentedTwiceAndTooLate() throws {
    guard let context = try context() else { return }
    var layer: CAVulkanLayer? = self.layer(context)
    let drawable = try #require(layer?.nextDrawable())
    try render(.red, into: drawable, context)
    drawable.present()
    let contents = layer?.contents as? CIImage
    drawable.present()
    #expect(layer?.contents as? CIImage === contents)
    let late = try #require(layer?.nextDrawable())
    try render(.red, into: late, context)
    layer = nil
    #expect(late.layer == nil)
    late.present()
  }
}
