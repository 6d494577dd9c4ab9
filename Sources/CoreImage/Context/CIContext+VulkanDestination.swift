import ImageGraph
import ImagePlanning
import ImageVulkan

extension CIContext {
  /// A render into memory of the app's device.
  func part(
    _ node: Node, _ region: UserRect, to target: VulkanTarget, width: Int, height: Int,
    _ properties: CIRenderDestination.Properties
  ) throws(RenderError) -> RenderPart {
    let context = try vulkan(for: target.device)
    let (node, region) = Self.upright(node, region, height: height, isTopFirst: properties.isFlipped)
    let wanted = request(
      node, region, format: target.pixels, space: properties.colorSpace, alpha: properties.alphaMode.state,
      clamps: properties.isClamped, dithers: properties.isDithered)
    let render = try render(wanted)
    if region.isEmpty { return RenderPart(render: render) { _ in } }
    let runTarget = try target.runTarget(region, width: width, height: height)
    if case .plan(let plan, _) = render.work, case .run = plan.work {
      return RenderPart(render: render, target: runTarget) { _ in }
    }
    // Several runs come through the host.
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: target.pixels)
    return RenderPart(
      render: render,
      finish: { () throws(RenderError) in
        switch runTarget {
        case .known(let destination): try context.write(pixels, to: destination)
        case .late(let ask): try context.write(pixels, to: try ask())
        }
      }
    ) { strip in strip.copy(to: pixels.bytes, rowBytes: pixels.rowBytes) }
  }
}
