import ImageGraph
import ImagePlanning
import Synchronization
import VulkanEngine

extension CIContext {
  /// Returns a render into memory of the app's device.
  ///
  /// - Parameter background: the content of the destination that the node reads. Nil: none.
  func part(
    _ node: Node, _ region: UserRect, to target: VulkanTarget, width: Int, height: Int,
    _ properties: CIRenderDestination.Properties, behind background: VulkanBackground?
  ) throws(RenderError) -> RenderPart {
    let context = try vulkan(for: target.device)
    let (node, region) = Self.upright(node, region, height: height, isTopFirst: properties.isFlipped)
    let renderRequest = request(
      node, region, format: target.pixels, space: properties.colorSpace, alpha: properties.alphaMode.state,
      clamps: properties.isClamped, dithers: properties.isDithered)
    let render = try render(renderRequest)
    if region.isEmpty { return RenderPart(render: render) { _ in } }
    let runTarget = try target.runTarget(region, width: width, height: height, behind: background)
    // Several runs are rendered to host memory, then uploaded.
    let pixels = CollectedPixels(width: Int(region.width), height: Int(region.height), format: target.pixels)
    var part = RenderPart(render: render) { strip throws(RenderError) in
      let all = try pixels.all()
      strip.copy(to: all.bytes, rowBytes: all.rowBytes)
    }
    (part.isForDevice, part.target) = (true, runTarget)
    part.finish = { () throws(RenderError) in
      switch runTarget {
      case .immediate(let destination): try context.write(try pixels.all(), to: destination)
      case .deferred(let provider): try context.write(try pixels.all(), to: try provider())
      }
    }
    return part
  }
}

/// The pixels of a render that is uploaded from host memory. Allocated when the first strip arrives.
private final class CollectedPixels: Sendable {
  private let pixels = Mutex<PixelBuffer?>(nil)
  private let width: Int
  private let height: Int
  private let format: PixelFormat

  init(width: Int, height: Int, format: PixelFormat) {
    (self.width, self.height, self.format) = (width, height, format)
  }

  func all() throws(RenderError) -> PixelBuffer {
    try pixels.withLock { (pixels) throws(RenderError) -> PixelBuffer in
      if let pixels { return pixels }
      let buffer = try PixelBuffer(width: width, height: height, format: format)
      pixels = buffer
      return buffer
    }
  }
}
