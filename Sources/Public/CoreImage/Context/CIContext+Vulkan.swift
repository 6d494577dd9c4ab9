import CVulkan
import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import VulkanEngine

extension CIContext {
  /// Creates a context on the app's own Vulkan device, with whose code it shares the queue. The counterpart of
  /// `init(mtlCommandQueue:options:)`.
  ///
  /// - Parameter options: options that select a device have no effect. Other options without effect are logged.
  /// - Throws: `unsupported` if the device is lost; `device` if the driver fails.
  public convenience init(
    vulkanDevice: CIVulkanDevice, options: [CIContextOption: Any]? = nil
  ) throws(RenderError) {
    var environment = ProcessInfo.processInfo.environment
    environment["CI_BACKEND"] = nil
    var settings = ContextSettings(options ?? [:], environment: environment)
    settings.noted(in: settings.log, by: "CIContext")
    (settings.backend, settings.vulkan.adopted) = (.vulkan, vulkanDevice.adopted)
    try self.init(settings)
    vulkanDeviceObject.withLock { $0 = vulkanDevice }
  }

  /// The Vulkan device that the context renders on: the app's device, or the one that the context opened, which other
  /// contexts may share. Nil for a context on another engine. It is the same object until the device is lost. Apps that
  /// store objects per device should use ``CIVulkanDevice/device`` as the key.
  public var vulkanDevice: CIVulkanDevice? {
    guard case .vulkan(let context) = engine else { return nil }
    return vulkanDeviceObject.withLock { cachedDevice in
      if let cachedDevice, context.uses(cachedDevice.adopted) { return cachedDevice }
      cachedDevice = CIVulkanDevice(of: context)
      return cachedDevice
    }
  }

  /// Whether the driver lost the context's device. A context that opened its device opens another one for the next
  /// render. A context on the app's device fails from then on; the app must create a new device and a context on it.
  public var isDeviceLost: Bool { if case .vulkan(let context) = engine { context.isLost } else { false } }

  /// Records a render into the app's command buffer: all of its passes and copies, with barriers between them and
  /// against the app's own commands. Submits nothing and does not wait.
  ///
  /// Kernels that are not cached are compiled, files are decoded, and host pixels are uploaded before this returns. The
  /// whole render must be one run: it fits the memory target, and the CPU computes no part of it. App code is called if
  /// it sets `usesVulkanImages`, and records into the command buffer as well. The render of its inputs must be one run,
  /// too.
  ///
  /// - Parameters:
  ///   - target: its lower left corner receives that of `bounds`. Pixels outside of `bounds` are unchanged, unless its
  ///     layout is undefined.
  ///   - commandBuffer: a primary command buffer for the family of the device's queue, in the recording state, outside
  ///     of a render pass. Vulkan does not check this; the validation layer does. Commands are recorded on the calling
  ///     thread. After an error it must be reset. It may be submitted more than once, until the recording is complete.
  ///   - bounds: the rectangle of the image to render. Pixels outside of the image are transparent black.
  ///   - colorSpace: of the colours. Nil: the working space, without conversion.
  /// - Returns: the recording, which must be retained until the commands have completed.
  /// - Throws: `unsupported` with the name of the step if one run is not sufficient, and for formats; `limit` if other
  ///   renders leave too little memory; `invalidArgument` for images of other devices, bounds without a pixel, and
  ///   targets without a valid final layout; `image`; `device`.
  public func render(
    _ image: CIImage, to target: CIVulkanImage, commandBuffer: VkCommandBuffer, bounds: CGRect,
    colorSpace: CGColorSpace?
  ) throws(RenderError) -> CIVulkanRecording {
    let (context, format) = (try vulkan(for: target.device), try target.format.writtenPixels())
    try target.checkSize()
    let image = try Self.planeRecipe(image.node, bounds, in: target)
    try Self.checkRunsOnDevice(image.node)
    let renderRequest = request(
      image.node, image.region, format: format, space: colorSpace?.space,
      alpha: format.isOpaque ? .premultiplied : target.alphaMode.state, clamps: false, dithers: false)
    let recording = ProcessorRecording(commandBuffer)
    let recorded: RecordedRun
    do throws(RenderError) {
      let render = try render(renderRequest, recording: recording)
      guard case .plan(let plan, _) = render.work else {
        throw .invalidArgument("\(bounds) has no pixel inside the target of \(target.width)x\(target.height) pixels")
      }
      recorded = try context.record(
        try Self.onlyRun(plan.work), into: commandBuffer, try target.destination(for: image.region, target.use),
        retaining: recording.objects)
    } catch {
      recording.abandon()
      throw error
    }
    let leakedCount = context.abandonedRecordings
    if leakedCount > 0, leakedCount % 16 == 0 {
      log.note("\(leakedCount) Vulkan recordings were released without complete() and hold memory; complete them")
    }
    return CIVulkanRecording(recording.runs + [recorded])
  }

  /// Returns the context's engine on the device.
  ///
  /// - Throws: `invalidArgument` if the context is on another device; `unsupported` if the device is lost.
  func vulkan(for device: CIVulkanDevice) throws(RenderError) -> VulkanContext {
    guard case .vulkan(let context) = try workingEngine(), context.uses(device.adopted) else {
      throw .invalidArgument("images of the Vulkan device \(device.name) need a context on that device")
    }
    return context
  }

  /// Returns the recipe moved to the image's own plane, and the pixels of it that are rendered.
  private static func planeRecipe(
    _ node: Node, _ bounds: CGRect, in target: CIVulkanImage
  ) throws(RenderError) -> (node: Node, region: UserRect) {
    let bounds = try UserRect(bounds).wholePixels(of: "the rectangle to render")
    guard let moved = node.transformed(by: .translation(-bounds.min.x, -bounds.min.y)) else {
      throw .invalidArgument("the rectangle to render must have finite coordinates (got \(bounds))")
    }
    let whole = UserRect(x: 0, y: 0, width: Double(target.width), height: Double(target.height))
    let region = UserRect(x: 0, y: 0, width: bounds.width, height: bounds.height).intersection(whole)
    return upright(moved, region, height: target.height, isTopFirst: !target.isFlipped)
  }

  /// Throws if the CPU computes a step before a run or between two runs.
  private static func checkRunsOnDevice(_ node: Node) throws(RenderError) {
    for step in Traversal(node).nodes {
      switch step.op {
      case .region(let formula, _):
        guard let output = formula.processor, !output.processor.usesImages else { continue }
        throw .unsupported(
          "the processor \(output.processor.name) uses host memory, which cannot be recorded into a command buffer; "
            + "set usesVulkanImages in its class")
      case .histogram:
        throw .unsupported(
          "the step \(step.op.name) is computed between two submissions, and cannot be recorded into one")
      default: break
      }
    }
  }

  static func onlyRun(_ work: RenderWork) throws(RenderError) -> Run {
    switch work {
    case .run(let run): return run
    case .tiles(let tiles):
      throw .unsupported(
        "the render is divided into \(tiles.bands.reduce(0) { $0 + $1.count }) tiles to fit the memory target, and "
          + "cannot be recorded into a command buffer; raise the memory target or render less at a time")
    case .phase(let phase, _):
      throw .unsupported(
        "the step \(phase.source.label) is rendered first to fit the memory target, and cannot be recorded into a "
          + "command buffer; raise the memory target or render less at a time")
    }
  }
}
