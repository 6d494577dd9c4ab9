import Foundation
import ImageColor
import ImageGraph
import ImagePasses

extension CIImage {
  /// The recipe of this image as a graph, with what is needed of each step to render its extent.
  public var graph: CIRenderGraph { CIRenderGraph(node, .initial) }
}

extension CIContext {
  /// What an image becomes on its way to pixels in this context. Nothing is rendered.
  ///
  /// - Parameters:
  ///   - rect: rounded out to whole pixels; nil: the extent.
  ///   - colorSpace: what the result's values shall mean; nil: as they are in the working space.
  /// - Throws: what a render of the rectangle would throw while it is planned: `invalidArgument`, `limit`, `unsupported`.
  public func graph(
    _ stage: CIRenderGraph.Stage, of image: CIImage, from rect: CGRect? = nil, format: CIFormat = .RGBA8,
    colorSpace: CGColorSpace? = CGColorSpace(name: CGColorSpace.sRGB)
  ) throws(RenderError) -> CIRenderGraph {
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    if stage == .initial { return CIRenderGraph(image.node, .initial, region: region) }
    let format = try stored(format)
    var options = settings.passes
    options.outputSpace = colorSpace?.space
    options.outputAlpha = format.isOpaque ? .opaque : settings.outputIsPremultiplied ? .premultiplied : .straight
    let plan = try optimized(image.node, options: options)
    if stage == .optimized { return CIRenderGraph(plan, .optimized, region: region) }
    return CIRenderGraph(try schedules(of: plan, region, format))
  }

  /// Renders the image as `graph(.concatenated, …)` says, throws the pixels away and returns that graph with the time that each
  /// pass took.
  ///
  /// - Throws: as a render; `unsupported` where passes cannot be timed: on the reference, and without
  ///   `VulkanContext.Options.timesDispatches`.
  package func timedGraph(of image: CIImage, from rect: CGRect? = nil) throws(RenderError) -> CIRenderGraph {
    guard case .vulkan(let context) = engine, settings.vulkan.timesDispatches else {
      throw .unsupported("passes are timed on Vulkan devices only; \(deviceName) has none")
    }
    let region = try pixelRegion(of: image, in: rect.map { UserRect($0) } ?? .infinite)
    var options = settings.passes
    (options.outputSpace, options.outputAlpha) = (.sRGB, .premultiplied)
    let schedules = try schedules(of: try optimized(image.node, options: options), region, .rgba8)
    var times: [Double] = []
    // The first round decodes, compiles and uploads.
    for _ in 0..<2 {
      times = []
      for schedule in schedules { times += try context.run(schedule) { _, _ in }.dispatchMilliseconds }
    }
    return CIRenderGraph(schedules, milliseconds: times)
  }

  private func schedules(
    of plan: ImageGraph.Node, _ region: UserRect, _ format: PixelFormat
  ) throws(RenderError) -> [Schedule] {
    // The reference runs no passes; it shows what a device with room enough would run.
    guard case .vulkan(let context) = engine else {
      return [
        try makeSchedule(
          plan, region: region, store: .pixels(format), working: settings.workingStore, rules: rules)
      ]
    }
    return try context.plan(request(plan, region, format)).finalSchedules
  }
}
