import ImageGraph
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import VulkanEngine

extension CIContext.Engine {
  /// The engine that the settings ask for.
  ///
  /// Where they leave it open: a GPU where there is one and nobody wants software, else the processor. Vulkan on a CPU
  /// and the reference stand in where stages cannot be opened.
  ///
  /// - Throws: `unsupported` and `device` where what is named cannot be had.
  init(_ settings: ContextSettings) throws(RenderError) {
    switch settings.backend {
    case .processor: self = .processor(try ProcessorContext(settings.processor))
    case .vulkan: self = .vulkan(Self.noted(try VulkanContext(settings.vulkan), settings))
    case .reference: self = .reference(ReferenceRenderer(settings))
    case .automatic:
      // Whoever names a device wants that one.
      if settings.vulkan.device != .automatic {
        self = .vulkan(try VulkanContext(settings.vulkan))
      } else if let context = Self.graphics(settings) {
        self = .vulkan(context)
      } else {
        self = Self.withoutGraphics(settings)
      }
    }
  }

  /// A context on real graphics hardware, where there is some.
  private static func graphics(_ settings: ContextSettings) -> VulkanContext? {
    if settings.vulkan.hardware == .processor || !DeviceHardware.mayHaveGraphics { return nil }
    var options = settings.vulkan
    options.hardware = .graphics
    do throws(RenderError) {
      return noted(try VulkanContext(options), settings)
    } catch {
      // That there is no graphics hardware is no news; a driver that refuses it is.
      if case .device = error { settings.log.note("\(error); the processor renders instead") }
      return nil
    }
  }

  /// The context, with a line in the log for each better device that was not opened.
  private static func noted(_ context: VulkanContext, _ settings: ContextSettings) -> VulkanContext {
    for refusal in context.refusals { settings.log.note("\(refusal); \(context.info.name) renders instead") }
    return context
  }

  private static func withoutGraphics(_ settings: ContextSettings) -> Self {
    let reason: RenderError
    do throws(RenderError) {
      return .processor(try ProcessorContext(settings.processor))
    } catch {
      reason = error
    }
    if let context = try? VulkanContext(settings.vulkan) {
      settings.log.note("\(reason); Vulkan renders instead, on \(context.info.name)")
      return .vulkan(context)
    }
    settings.log.note("\(reason); the CPU reference renders instead")
    return .reference(ReferenceRenderer(settings))
  }
}

extension ReferenceRenderer {
  /// With the memory that the settings allow, or half of what the system has to give.
  init(_ settings: ContextSettings) {
    let budget = MemoryBudget(target: settings.hostMemoryTarget ?? 1 << 32)
    self.init(
      allowedBytes: budget.target, streamedSource: budget.streamedSource, checksReads: settings.log.verifies)
  }
}
