import ImageGraph
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import VulkanEngine

extension CIContext.Engine {
  /// Selects the engine that the settings require.
  ///
  /// If they leave the choice open, renders use a GPU if there is one and software was not requested, else the
  /// processor. If the native stages cannot be loaded, Vulkan on a CPU renders, or else the reference.
  ///
  /// - Throws: `unsupported` or `device` if the requested engine is not available.
  init(_ settings: ContextSettings) throws(RenderError) {
    switch settings.backend {
    case .processor: self = .processor(try ProcessorContext(settings.processor))
    case .vulkan: self = .vulkan(Self.noted(try VulkanContext(settings.vulkan), settings))
    case .reference: self = .reference(ReferenceRenderer(settings))
    case .automatic:
      // If the settings name a device, no other one is used.
      if settings.vulkan.device != .automatic {
        self = .vulkan(try VulkanContext(settings.vulkan))
      } else if let context = Self.graphics(settings) {
        self = .vulkan(context)
      } else {
        self = Self.withoutGraphics(settings)
      }
    }
  }

  /// Returns a context on graphics hardware; nil if there is none.
  private static func graphics(_ settings: ContextSettings) -> VulkanContext? {
    if settings.vulkan.hardware == .processor || !DeviceHardware.mayHaveGraphics { return nil }
    var options = settings.vulkan
    options.hardware = .graphics
    do throws(RenderError) {
      return noted(try VulkanContext(options), settings)
    } catch {
      // Missing graphics hardware is not logged; a driver failure is.
      if case .device = error { settings.log.note("\(error); the processor renders instead") }
      return nil
    }
  }

  /// Logs each better device that could not be opened, and returns the context.
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
  /// Creates a renderer with the memory target of the settings, or else half of the available memory.
  init(_ settings: ContextSettings) {
    let budget = MemoryBudget(target: settings.hostMemoryTarget ?? 1 << 32)
    self.init(
      allowedBytes: budget.target, streamedSource: budget.streamedSource, checksReads: settings.log.verifies)
  }
}
