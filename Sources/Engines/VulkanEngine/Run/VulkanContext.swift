import CVulkan
import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import Synchronization

/// Runs schedules on a Vulkan device. Heavy, made once and passed down; safe to use from any number of threads.
package final class VulkanContext: ScheduleEngine {
  package struct Options: Sendable {
    package var device: DeviceChoice = .automatic
    /// Where nobody names a device: those that run on the CPU, such as lavapipe, those that do not, or all.
    package var hardware = DeviceHardware.any
    /// Takes a device that needs little power where there are several and none is named.
    package var prefersLowPower = false
    /// Asks the driver to prefer other work on the device.
    package var lowPriority = false
    /// Bytes of memory that runs may plan for; nil: by what the device has free, see
    /// `PhysicalDevice.defaultMemoryTarget`. What else is kept follows from it: `MemoryBudget`.
    package var memoryTarget: Int?
    /// Keeps uploaded sources for the next run.
    package var cachesSources = true
    /// Keeps intermediate images that a later render may ask for again, in up to an eighth of the memory target;
    /// false: only those of `insertingIntermediate(cache: true)`.
    package var cachesIntermediates = true
    /// Where the driver's compiled kernels are kept between processes; nil: nowhere.
    package var pipelineDirectory: URL? = PrivateFile.defaultFolder
    /// Limits to keep to where they are lower than the device's own: for tests, and drivers that promise too much.
    package var limits: DeviceLimits?
    /// Copies to and from the device even where it shares the host's memory, as on a device of its own: for tests.
    package var staged = false
    /// How renders are planned and kernels made; nil: as suits the device.
    package var rules: CostRules?
    /// Turns the validation layer on; what it says is in `validationMessages`.
    package var validates = false
    /// Runs that the device is given at once; more wait. The memory target bounds them as well.
    package var framesInFlight = 3
    /// Times each dispatch. Some drivers, lavapipe among them, keep memory for every timestamp.
    package var timesDispatches = false
    /// Finds Vulkan's functions for an instance and a device that this context shares with no other; nil: libvulkan's,
    /// and those that are open already.
    package var loader: PFN_vkGetInstanceProcAddr?
    /// What the device is taken not to have, and is then opened without, shared with no other context: for tests. Of an
    /// app's device the app says that.
    package var missing: Set<DeviceFeature> = []
    /// An app's device, which is used instead of one that is opened here.
    package var adopted: ExternalDevice?
    /// Pixels that the device is given at a time, so that whoever waits for them can end the run between; nil: as many
    /// as take a fraction of a second.
    package var pixelsAtOnce: Int?
    package var fastPaths = FastPaths.all

    package init() {}
  }

  /// The device that runs the schedules.
  package let info: DeviceInfo
  /// How renders on it are planned.
  package let profile: DeviceProfile
  package var rules: CostRules { profile.rules }

  let device: Device
  let pool: BufferPool
  let programs: PipelineCache
  let sources: SourceCache
  let intermediates: IntermediateCache<Lease>
  let driverCache: DriverCache
  /// Devices that fitted better and that their driver did not open, with its words.
  package let refusals: [String]
  let reopenings: DeviceRestarts
  /// What runs in app's command buffers use.
  let recordings: Recordings
  /// Nil on an app's device.
  private let library: VulkanLibrary?
  private let options: Options
  private let stitch: Stitch?
  let frames: FrameRing

  /// - Parameter stitch: makes the kernel module of a program, called once for each program, from any thread; nil:
  ///   from the shaders that were compiled with the package.
  /// - Throws: `unsupported` when no driver or no device fits the options; `device` when the driver refuses.
  package convenience init(_ options: Options = Options(), stitch: Stitch? = nil) throws(RenderError) {
    try self.init(options, budget: options.memoryTarget.map { MemoryBudget(target: $0) }, stitch)
  }

  /// - Parameter budget: nil: by what the device has free.
  private init(
    _ options: Options, budget: MemoryBudget?, _ stitch: Stitch?, _ reopenings: DeviceRestarts = DeviceRestarts()
  ) throws(RenderError) {
    (self.options, self.stitch) = (options, stitch)
    if let adopted = options.adopted {
      (library, device, refusals) = (nil, adopted.device, [])
    } else {
      let library =
        if options.loader != nil || !options.missing.isEmpty {
          try VulkanLibrary(loader: options.loader, validates: options.validates, without: options.missing)
        } else {
          try VulkanLibrary.shared(validates: options.validates)
        }
      (device, refusals) = try library.open(
        options.device, hardware: options.hardware, lowPower: options.prefersLowPower, lowPriority: options.lowPriority)
      self.library = library
    }
    self.reopenings = reopenings
    info = device.info
    recordings = Recordings(device)
    frames = FrameRing(count: options.framesInFlight, device: device, timesDispatches: options.timesDispatches)
    var rules = options.rules ?? info.rules
    // What costs what may be another device's; what can be read is this one's. Kernels of others read texel buffers.
    rules.readsStorage = stitch == nil && (rules.readsStorage || info.rules.readsStorage)
    rules.take(options.fastPaths)
    let budget = budget ?? MemoryBudget(unstated: device.physical.defaultMemoryTarget)
    var profile = device.profile(
      limits: options.limits, budget: budget, rules: rules, isUnified: device.sharesMemory && !options.staged)
    // The times of dispatches are those of whole ones.
    let pixelsAtOnce = options.timesDispatches ? .max : info.kind == .cpu ? 1 << 20 : 1 << 26
    profile.pixelsAtOnce = options.pixelsAtOnce ?? pixelsAtOnce
    profile.fastPaths = options.fastPaths
    if !options.fastPaths.contains(.hostImports) { profile.importsImages = false }
    self.profile = profile
    let (device, isUnified) = (device, profile.isUnified)
    let sources = SourceCache(
      byteLimit: options.cachesSources && options.fastPaths.contains(.sourceCache) ? budget.keptSources : 0)
    let intermediates = IntermediateCache<Lease>(
      byteLimit: budget.keptIntermediates,
      keepsUnasked: options.cachesIntermediates && options.fastPaths.contains(.intermediateCache))
    (self.sources, self.intermediates) = (sources, intermediates)
    let relief = MemoryReclaimer()
    pool = BufferPool(budget) { (byteCount, place) throws(RenderError) in
      try relief.making(byteCount) { () throws(RenderError) in
        try Buffer(byteCount: byteCount, place: place, isMapped: isUnified || place == .host, on: device)
      }
    }
    driverCache = DriverCache(directory: options.pipelineDirectory, device: device)
    programs = PipelineCache(
      device: device, driverCache: driverCache, readsStorage: rules.readsStorage,
      stitch: stitch ?? builtInStitch(for: device, rules, options.fastPaths))
    relief.bring(from: pool, sources, intermediates)
  }

  /// True once the driver gave the device up; every run fails from then on.
  package var isLost: Bool { device.isLost.load(ordering: .relaxed) }

  /// A context like this one on the device as it is found now: for one that is lost. Plans for this one hold for it.
  ///
  /// Waits where the device was opened anew less than two seconds ago.
  ///
  /// - Throws: as `init` does, where the device does not come back; `unsupported` for an app's, which cannot, and for
  ///   one that was lost three times in a row before it had done anything.
  package func reopened() throws(RenderError) -> VulkanContext {
    if options.adopted != nil {
      throw .unsupported("the app's device \(info.name) was lost; make a context on a new one (isDeviceLost)")
    }
    try reopenings.begin(info.name)
    return try VulkanContext(options, budget: profile.budget, stitch, reopenings)
  }

  /// The device, for an app that wants to work on it, too.
  package var sharedDevice: ExternalDevice { ExternalDevice(device) }

  /// True when the context is on that device.
  package func uses(_ device: ExternalDevice) -> Bool { device.device === self.device }

  /// The devices of this machine, usable or not, in the driver's order.
  package static func devices() throws(RenderError) -> [DeviceInfo] {
    try VulkanLibrary.shared(validates: false).devices.map(\.info)
  }

  /// Forgets uploaded sources, kept intermediates, compiled programs and idle memory. Runs under way are not disturbed.
  package func clearCaches() {
    sources.clear()
    intermediates.clear()
    programs.clear()
    frames.clear()
    pool.clear()
  }

  /// Bytes that runs may plan for.
  package var memoryTarget: Int { profile.budget.target }

  /// Bytes of device memory held at the moment: in use, kept and idle.
  package var memoryByteCount: Int { pool.byteCount }

  /// Runs under way and the bytes that they reserved: zero when nothing runs.
  package var inFlight: (runs: Int, byteCount: Int) { (frames.lentCount, pool.reservedByteCount) }

  /// Bytes of the intermediate images that are kept.
  package var keptByteCount: Int { intermediates.byteCount }

  /// Frees what later renders could do without: uploaded sources, kept intermediates, idle memory. Compiled programs
  /// stay.
  package func reclaim() {
    sources.clear()
    intermediates.clear()
    frames.clear()
    pool.clear()
  }

  /// Where the driver's compiled kernels are kept for later processes; nil: nowhere.
  package var pipelineFile: URL? { driverCache.file }

  /// Warnings and errors of the validation layer in this process, oldest first; empty without `Options.validates`.
  package var validationMessages: [String] { library?.instance.messages.all ?? [] }
}
