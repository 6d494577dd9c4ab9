import CVulkan
import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import VulkanEngine

extension CIContext {
  /// A context on the app's own Vulkan device, whose queue it shares with the app: the counterpart of
  /// `init(mtlCommandQueue:options:)`.
  ///
  /// - Parameter options: those on choosing a device have no effect; others that have none are a line in the log.
  /// - Throws: `unsupported` when the device is lost; `device` when the driver refuses.
  public convenience init(
    vulkanDevice: CIVulkanDevice, options: [CIContextOption: Any]? = nil
  ) throws(RenderError) {
    var environment = ProcessInfo.processInfo.environment
    environment["CI_BACKEND"] = nil
    var settings = ContextSettings(options ?? [:], environment: environment)
    settings.noted(in: settings.log, by: "CIContext")
    (settings.backend, settings.vulkan.adopted) = (.vulkan, vulkanDevice.adopted)
    try self.init(settings)
    knownDevice.withLock { $0 = vulkanDevice }
  }

  /// The Vulkan device that the context renders on: the app's, or the one that it opened itself, which other contexts
  /// may share. Nil for a context on another engine. The same object until the device is lost; an app that keeps
  /// something for a device tells devices apart by ``CIVulkanDevice/device``.
  public var vulkanDevice: CIVulkanDevice? {
    guard case .vulkan(let context) = engine else { return nil }
    return knownDevice.withLock { known in
      if let known, context.uses(known.adopted) { return known }
      known = CIVulkanDevice(of: context)
      return known
    }
  }

  /// True when the driver gave the context's device up. A context that opened its device itself has another for the
  /// next render; one on the app's device fails from then on, whatever it is asked for: the app makes a new device and
  /// a context on that.
  public var isDeviceLost: Bool { if case .vulkan(let context) = engine { context.isLost } else { false } }

  /// Records a render into the app's command buffer: all of its passes and copies, with the barriers between them and
  /// the app's own commands. Nothing is submitted, and nobody is waited for.
  ///
  /// Kernels that are not there are made, files decoded, and pixels of the host written to the device before this
  /// returns. The whole render has to be one run: it fits the memory target, and nothing in it is computed by the
  /// processor. An app's own code is called where it `usesVulkanImages`, and records into the command buffer, too; what
  /// it reads has to be one run as well.
  ///
  /// - Parameters:
  ///   - target: its lower left corner gets the one of `bounds`; pixels outside of `bounds` stay, unless its layout is
  ///     undefined.
  ///   - commandBuffer: a primary one of the family of the device's queue, in the recording state, outside of a render
  ///     pass; Vulkan does not check it, the validation layer does. It is recorded into on this thread. After an error
  ///     it has to be reset. It may be submitted more than once, until the recording is complete.
  ///   - bounds: the part of the image to render; it comes out clear where the image has no pixels.
  ///   - colorSpace: what colours shall mean; nil: as they are in the working space.
  /// - Returns: what has to be kept until the commands are done.
  /// - Throws: `unsupported` that names the step where one run is not enough, and for formats; `limit` where the memory
  ///   is not free beside what is under way; `invalidArgument` for images of other devices, bounds without a pixel, a
  ///   target without a layout to be left in; `image`; `device`.
  public func render(
    _ image: CIImage, to target: CIVulkanImage, commandBuffer: VkCommandBuffer, bounds: CGRect,
    colorSpace: CGColorSpace?
  ) throws(RenderError) -> CIVulkanRecording {
    let (context, format) = (try vulkan(for: target.device), try target.format.writtenPixels())
    try target.checkSize()
    let image = try Self.placed(image.node, bounds, in: target)
    try Self.checkRunsOnDevice(image.node)
    let wanted = request(
      image.node, image.region, format: format, space: colorSpace?.space,
      alpha: format.isOpaque ? .premultiplied : target.alphaMode.state, clamps: false, dithers: false)
    let recording = ProcessorRecording(commandBuffer)
    let recorded: RecordedRun
    do throws(RenderError) {
      let render = try render(wanted, recording: recording)
      guard case .plan(let plan, _) = render.work else {
        throw .invalidArgument("\(bounds) has no pixel that lies in an image of \(target.width)x\(target.height)")
      }
      recorded = try context.record(
        try Self.onlyRun(plan.work), into: commandBuffer, try target.destination(for: image.region, target.use),
        keeping: recording.objects)
    } catch {
      recording.giveUp()
      throw error
    }
    let forgotten = context.forgottenRecordings
    if forgotten > 0, forgotten % 16 == 0 {
      log.note("\(forgotten) Vulkan recordings were dropped and hold memory; complete them")
    }
    return CIVulkanRecording(recording.runs + [recorded])
  }

  /// - Throws: `invalidArgument` where the context is not on the device; `unsupported` where that is lost.
  func vulkan(for device: CIVulkanDevice) throws(RenderError) -> VulkanContext {
    guard case .vulkan(let context) = try workingEngine(), context.uses(device.adopted) else {
      throw .invalidArgument("images of the Vulkan device \(device.name) need a context on that device")
    }
    return context
  }

  /// The recipe in the image's own plane, and the pixels of it that are rendered.
  private static func placed(
    _ node: Node, _ bounds: CGRect, in target: CIVulkanImage
  ) throws(RenderError) -> (node: Node, region: UserRect) {
    let bounds = try UserRect(bounds).wholePixels(of: "the rectangle to render")
    guard let moved = node.transformed(by: .translation(-bounds.min.x, -bounds.min.y)) else {
      throw .invalidArgument("\(bounds) is no rectangle that an image can be moved to")
    }
    let whole = UserRect(x: 0, y: 0, width: Double(target.width), height: Double(target.height))
    let region = UserRect(x: 0, y: 0, width: bounds.width, height: bounds.height).intersection(whole)
    return upright(moved, region, height: target.height, isTopFirst: !target.isFlipped)
  }

  /// Steps that somebody else computes before a run, or between two.
  private static func checkRunsOnDevice(_ node: Node) throws(RenderError) {
    for step in Traversal(node).nodes {
      switch step.op {
      case .region(let formula, _):
        guard let output = formula.processor, !output.processor.usesImages else { continue }
        throw .unsupported(
          "the processor \(output.processor.name) runs code of the app on bytes, which cannot be recorded into a "
            + "command "
            + "buffer; a class that usesVulkanImages can")
      case .histogram:
        throw .unsupported(
          "the step \(step.op.name) is counted between two submissions, and cannot be recorded into one")
      default: break
      }
    }
  }

  static func onlyRun(_ work: RenderWork) throws(RenderError) -> Run {
    switch work {
    case .run(let run): return run
    case .tiles(let tiles):
      throw .unsupported(
        "the render is cut into \(tiles.bands.reduce(0) { $0 + $1.count }) tiles to fit the memory target, and cannot "
          + "be "
          + "recorded into a command buffer; raise the memory target or render less at a time")
    case .phase(let phase, _):
      throw .unsupported(
        "the step \(phase.source.label) has to be made before the rest to fit the memory target, and cannot be "
          + "recorded "
          + "into a command buffer; raise the memory target or render less at a time")
    }
  }
}
