import Foundation
import ImageColor
import ImageGraph
import ImagePlanning
import ImagePrograms

extension CIContext {
  /// What an image becomes on its way to pixels in this context. Nothing is rendered.
  ///
  /// - Parameters:
  ///   - rect: rounded out to whole pixels; nil: the extent.
  ///   - colorSpace: what the result's values shall mean; nil: as they are in the working space.
  /// - Throws: what a render of the rectangle would throw while it is planned: `invalidArgument`, `limit`,
  ///   `unsupported`.
  public func graph(
    _ stage: CIRenderGraph.Stage, of image: CIImage, from rect: CGRect? = nil, format: CIFormat = .RGBA8,
    colorSpace: CGColorSpace? = CGColorSpace(name: CGColorSpace.sRGB)
  ) throws(RenderError) -> CIRenderGraph {
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    if stage == .initial { return CIRenderGraph(image.node, .initial, region: region) }
    let wanted = request(
      image.node, region, format: try stored(format), space: colorSpace?.space,
      alpha: settings.outputIsPremultiplied ? .premultiplied : .straight)
    if stage == .optimized {
      return CIRenderGraph(try planner.optimizedRecipe(of: processed(wanted)), .optimized, region: region)
    }
    let work = try planner.plan(processed(wanted)).work
    return CIRenderGraph(work.schedules, groups: work.groups).naming(fastPaths(of: work.schedules))
  }

  /// Returns the fast paths that the engine takes for schedules.
  private func fastPaths(of schedules: [Schedule]) -> Set<FastPath> {
    guard let engine = engine.schedules else { return [] }
    return schedules.reduce(into: []) { $0.formUnion(engine.fastPaths(of: $1)) }
  }

  /// Renders the image as `graph(.concatenated, …)` says, throws the pixels away and returns that graph with the time
  /// that each pass took. For a context that keeps no intermediates: what is kept takes no time.
  ///
  /// - Throws: as a render; `unsupported` where passes cannot be timed: on the reference, and on Vulkan without
  ///   `VulkanContext.Options.timesDispatches`.
  package func timedGraph(of image: CIImage, from rect: CGRect? = nil) throws(RenderError) -> CIRenderGraph {
    guard let schedules = engine.schedules else {
      throw .unsupported("passes are timed on devices and the processor; \(deviceName) has none")
    }
    if case .vulkan = engine, !settings.vulkan.timesDispatches {
      throw .unsupported("passes are timed by contexts that were made for it (timesPasses)")
    }
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    let wanted = request(
      image.node, region, format: .rgba8, space: .sRGB,
      alpha: settings.outputIsPremultiplied ? .premultiplied : .straight)
    let work = try planner.plan(processed(wanted)).work
    // The first round decodes, compiles and uploads.
    try schedules.run(work) { _, _, _ in }
    let statistics = try schedules.run(work) { _, _, _ in }
    return CIRenderGraph(work.schedules, groups: work.groups, milliseconds: statistics.dispatchMilliseconds)
      .naming(statistics.fastPaths)
  }
}
