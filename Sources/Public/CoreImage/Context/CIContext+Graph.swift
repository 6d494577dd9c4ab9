import Foundation
import ImageColor
import ImageGraph
import ImagePlanning
import ImagePrograms

extension CIContext {
  /// Returns the graph of a recipe at a stage of its compilation in this context. Nothing is rendered.
  ///
  /// - Parameters:
  ///   - rect: is rounded out to whole pixels. Nil: the extent.
  ///   - colorSpace: of the result's values. Nil: the working space, without conversion.
  /// - Throws: the errors of planning a render of the rectangle: `invalidArgument`, `limit`, `unsupported`.
  public func graph(
    _ stage: CIRenderGraph.Stage, of image: CIImage, from rect: CGRect? = nil, format: CIFormat = .RGBA8,
    colorSpace: CGColorSpace? = CGColorSpace(name: CGColorSpace.sRGB)
  ) throws(RenderError) -> CIRenderGraph {
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    if stage == .initial { return CIRenderGraph(image.node, .initial, region: region) }
    let renderRequest = request(
      image.node, region, format: try stored(format), space: colorSpace?.space,
      alpha: settings.outputIsPremultiplied ? .premultiplied : .straight)
    if stage == .optimized {
      return CIRenderGraph(try planner.optimizedRecipe(of: processed(renderRequest)), .optimized, region: region)
    }
    let work = try planner.plan(processed(renderRequest)).work
    return CIRenderGraph(work.schedules, groups: work.groups).withFastPaths(
      engine.schedules?.fastPaths(of: work.schedules) ?? .none)
  }

  /// Renders the plan that `graph(.concatenated, …)` shows, discards the pixels, and returns that graph with the time
  /// of each pass. Requires a context that caches no intermediates, since cached ones take no time.
  ///
  /// - Throws: the errors of a render; `unsupported` if the engine cannot time passes: the reference, and Vulkan
  ///   without `VulkanContext.Options.timesDispatches`.
  package func timedGraph(of image: CIImage, from rect: CGRect? = nil) throws(RenderError) -> CIRenderGraph {
    guard let schedules = engine.schedules else {
      throw .unsupported("passes are timed on devices and the processor; \(deviceName) has none")
    }
    if case .vulkan = engine, !settings.vulkan.timesDispatches {
      throw .unsupported("passes are timed by contexts with the option timesPasses only; set it to true")
    }
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    let renderRequest = request(
      image.node, region, format: .rgba8, space: .sRGB,
      alpha: settings.outputIsPremultiplied ? .premultiplied : .straight)
    let work = try planner.plan(processed(renderRequest)).work
    // The first run decodes, compiles and uploads.
    try schedules.run(work) { _, _, _ in }
    let statistics = try schedules.run(work) { _, _, _ in }
    return CIRenderGraph(work.schedules, groups: work.groups, milliseconds: statistics.dispatchMilliseconds)
      .withFastPaths(statistics.fastPaths)
  }
}
