import Foundation
import ImageColor
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import ReferenceEngine
import Synchronization
import VulkanEngine

/// Turns recipes into pixels. Heavy: holds the device, its queue, compiled kernels and uploaded images.
///
/// A context whose device is lost (a driver that was reset, a GPU that was pulled) fails the renders under way and
/// opens the device anew for the next one.
///
/// Make one and keep it; images may be rendered by it from any number of threads at once. Process-wide work, such as
/// finding the devices, is done once however many contexts there are.
public final class CIContext: Sendable {
  /// Runs the recipes.
  enum Engine: Sendable {
    /// Native stages on the processor.
    case processor(ProcessorContext)
    case vulkan(VulkanContext)
    case reference(ReferenceRenderer)

    /// What runs plans; nil for the reference, which runs recipes.
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
  /// Makes the plans that the engine runs, and keeps what it found of recipes.
  let planner: Planner
  /// Renders that were started and that nobody waits for.
  let queue = RenderQueue()
  /// The Vulkan device as the app has it.
  let knownDevice = Mutex<CIVulkanDevice?>(nil)
  /// What the context draws into, where it was made for that.
  let drawing = Mutex<DrawingContext?>(nil)

  /// A context on the best device: a real GPU, else the processor.
  public convenience init() { self.init(options: nil) }

  /// A context with options; those that have no effect here are a line in the log.
  ///
  /// Where the asked backend cannot be had, the reference renders and the reason goes to the log; `init(checked:)`
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

  /// A context with options, or the reason why there is none.
  ///
  /// Where nothing is named and the processor cannot be had, software Vulkan renders, or the reference; a line in the
  /// log says so.
  ///
  /// - Throws: `unsupported` when no device fits the options, or one of them has no effect here; `invalidArgument` for
  ///   values that an option does not take; `device` when the driver refuses.
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
    // The reference runs no plans; its graphs show what a device with room enough would run.
    planner = Planner(
      for: engine.schedules?.profile
        ?? .unbounded(named: "CPU reference", rules: settings.vulkan.rules ?? CostRules(for: .cpu)),
      rows: engine.schedules?.rowPlanning)
  }

  /// The engine for the next render: where the driver gave the device up since the last one, on the device opened anew.
  ///
  /// - Throws: `unsupported` or `device` while it does not come back.
  func workingEngine() throws(RenderError) -> Engine {
    try current.withLock { (engine) throws(RenderError) -> Engine in
      if case .vulkan(let context) = engine, context.isLost { engine = .vulkan(try context.reopened()) }
      return engine
    }
  }

  /// What runs the recipes: the device's name, `processor` and what of it is used, or `CPU reference`.
  public var deviceName: String {
    switch engine {
    case .processor(let context): "processor (\(context.level.rawValue))"
    case .vulkan(let context): context.info.name
    case .reference: "CPU reference"
    }
  }

  /// How renders are planned: as suits the device. The reference plans nothing; it shows what lavapipe would do.
  package var rules: CostRules { planner.device.rules }

  /// Which engine that is, as `CIContextOption.backend` names it.
  package var backendName: String { engine.name.rawValue }

  /// Nil when the context works without colour management.
  public var workingColorSpace: CGColorSpace? {
    settings.passes.managesColor ? CGColorSpace(settings.passes.workingSpace) : nil
  }

  /// How images between dispatches are stored. RGBA8 ends values at 0 and 1 there, and keeps them coded by the curve
  /// of sRGB where colour is managed. The CPU reference keeps floats whatever the format.
  public var workingFormat: CIFormat {
    switch settings.workingStore {
    case .rgbaFloat: .RGBAf
    case .rgba8: .RGBA8
    default: .RGBAh
    }
  }

  /// Forgets plans, uploaded images, kept intermediates, compiled kernels and idle memory. Renders under way are not
  /// disturbed.
  public func clearCaches() {
    planner.clear()
    engine.schedules?.clearCaches()
  }

  /// Frees device memory that nothing uses at the moment: uploaded images, kept intermediates, idle buffers. Plans
  /// and compiled kernels stay. The context frees what it needs to by itself.
  public func reclaimResources() { engine.schedules?.reclaim() }

  /// The largest image that can be read; limits of memory come first.
  public func inputImageMaximumSize() -> CGSize { CGSize(width: 1_000_000, height: 1_000_000) }
  /// The largest image that can be rendered, in pixels; limits of memory come first.
  public func outputImageMaximumSize() -> CGSize { CGSize(width: 1_000_000, height: 1_000_000) }

  /// Messages of the Vulkan validation layer, for tests; empty unless `CI_VALIDATE` is 1.
  package var validationMessages: [String] {
    if case .vulkan(let context) = engine { context.validationMessages } else { [] }
  }
}
