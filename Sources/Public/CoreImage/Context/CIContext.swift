import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import Synchronization
import VulkanEngine

/// A renderer of recipes. Expensive to create: it owns the device, its queue, compiled kernels and uploaded images.
///
/// If its device is lost (a driver reset, a removed GPU), running renders fail, and the context opens the device again
/// for the next one.
///
/// Create one context and reuse it; any number of threads may render with it at once. Process-wide work, such as the
/// enumeration of devices, is done once for all contexts.
public final class CIContext: Sendable {
  /// The engine that runs recipes.
  enum Engine: Sendable {
    /// Native stages on the processor.
    case processor(ProcessorContext)
    case vulkan(VulkanContext)
    case reference(ReferenceRenderer)

    /// The engine as one that runs plans; nil for the reference, which runs recipes.
    var schedules: (any ScheduleEngine)? {
      switch self {
      case .processor(let context): context
      case .vulkan(let context): context
      case .reference: nil
      }
    }

    /// See `ScheduleEngine.makesRows`.
    var makesRows: Bool { schedules?.makesRows ?? false }

    var name: RenderEngine {
      switch self {
      case .processor: .processor
      case .vulkan: .vulkan
      case .reference: .reference
      }
    }
  }

  private let current: Mutex<Engine>
  var engine: Engine { current.withLock { $0 } }
  let log: RenderLog
  let settings: ContextSettings
  let trees: TreePrinter?
  /// Creates the plans that the engine runs, and caches its analyses of recipes.
  let planner: Planner
  /// Renders in the background.
  let queue = RenderQueue()
  /// The object for the Vulkan device that apps use, created on demand.
  let vulkanDeviceObject = Mutex<CIVulkanDevice?>(nil)
  /// The `CGContext` that the context draws into; nil if it was created without one.
  let drawing = Mutex<DrawingContext?>(nil)

  /// Creates a context on the best device: a real GPU, else the processor.
  public convenience init() { self.init(options: nil) }

  /// Creates a context with options. Options without effect are logged.
  ///
  /// If the requested backend is not available, the reference renders and the log states the reason; `init(checked:)`
  /// throws instead.
  public convenience init(options: [CIContextOption: Any]? = nil) {
    let settings = ContextSettings(options ?? [:], environment: ProcessInfo.processInfo.environment)
    settings.noted(in: settings.log, by: "CIContext")
    do {
      try self.init(settings)
    } catch {
      settings.log.note("\(error); the CPU reference renders instead")
      self.init(settings, engine: .reference(ReferenceRenderer(settings)))
    }
  }

  /// Creates a context with options, or throws.
  ///
  /// If no backend is requested and the processor engine is not available, software Vulkan or the reference renders;
  /// this is logged.
  ///
  /// - Throws: `unsupported` if no device matches the options, or an option has no effect; `invalidArgument` for
  ///   invalid values of an option; `device` if the driver fails.
  public convenience init(checked options: [CIContextOption: Any]) throws(RenderError) {
    try self.init(ContextSettings(options, environment: ProcessInfo.processInfo.environment).checked())
  }

  package convenience init(_ settings: ContextSettings) throws(RenderError) {
    self.init(settings, engine: try Engine(settings))
  }

  private init(_ settings: ContextSettings, engine: Engine) {
    (self.settings, log) = (settings, settings.log)
    current = Mutex(engine)
    trees = TreePrinter(settings.log, context: settings.name)
    // The reference runs no plans. Its graphs show the plan for a device with unlimited memory.
    planner = Planner(
      for: engine.schedules?.profile
        ?? .unbounded(named: "CPU reference", rules: settings.vulkan.rules ?? CostRules(for: .cpu)),
      rows: engine.schedules?.rowPlanning)
  }

  /// Returns the engine for the next render. If the device was lost, opens it again first.
  ///
  /// - Throws: `unsupported` or `device` if the device cannot be opened again.
  func workingEngine() throws(RenderError) -> Engine {
    try current.withLock { (engine) throws(RenderError) -> Engine in
      if case .vulkan(let context) = engine, context.isLost { engine = .vulkan(try context.reopened()) }
      return engine
    }
  }

  /// The name of the device, `processor` with its instruction set level, or `CPU reference`.
  public var deviceName: String {
    switch engine {
    case .processor(let context): "processor (\(context.level.rawValue))"
    case .vulkan(let context): context.info.name
    case .reference: "CPU reference"
    }
  }

  /// The cost rules that renders are planned by, those of the device. The reference has those of lavapipe, for its
  /// graphs.
  package var rules: CostRules { planner.device.rules }

  /// The name of the engine, as in `CIContextOption.backend`.
  package var backendName: String { engine.name.rawValue }

  /// The working colour space; nil without colour management.
  public var workingColorSpace: CGColorSpace? {
    settings.passes.managesColor ? CGColorSpace(settings.passes.workingSpace) : nil
  }

  /// The format of images between dispatches. RGBA8 clamps values to 0...1 and, with colour management, stores them
  /// encoded with the transfer function of sRGB. The CPU reference stores floats in any case.
  public var workingFormat: CIFormat {
    switch settings.workingStore {
    case .rgbaFloat: .RGBAf
    case .rgba8: .RGBA8
    default: .RGBAh
    }
  }

  /// Removes plans, uploaded images, cached intermediates, compiled kernels and unused memory. Running renders are not
  /// affected.
  public func clearCaches() {
    planner.clear()
    engine.schedules?.clearCaches()
  }

  /// Frees device memory that is not in use: uploaded images, cached intermediates, unused buffers. Plans and compiled
  /// kernels stay. The context also frees memory automatically when it needs to.
  public func reclaimResources() { engine.schedules?.reclaim() }

  /// The largest image that can be read, in pixels; the memory limits may be lower.
  public func inputImageMaximumSize() -> CGSize { CGSize(width: 1_000_000, height: 1_000_000) }
  /// The largest image that can be rendered, in pixels; the memory limits may be lower.
  public func outputImageMaximumSize() -> CGSize { CGSize(width: 1_000_000, height: 1_000_000) }

  /// Messages of the Vulkan validation layer, for tests; empty unless `CI_VALIDATE` is 1.
  package var validationMessages: [String] {
    if case .vulkan(let context) = engine { context.validationMessages } else { [] }
  }
}
