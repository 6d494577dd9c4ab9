import CVulkan
import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import Synchronization

/// An engine that runs schedules on a Vulkan device. It is expensive to create and thread-safe, so create it once and
/// share it.
package final class VulkanContext: ScheduleEngine {
  package struct Options: Sendable {
    package var device: DeviceChoice = .automatic
    /// The hardware for automatic selection: the CPU, as for lavapipe, graphics hardware, or any.
    package var hardware = DeviceHardware.any
    /// Whether automatic selection prefers a device with low power consumption.
    package var prefersLowPower = false
    /// Whether the queue has a low priority.
    package var lowPriority = false
    /// The memory target of runs, in bytes; nil: derived from the free device memory, see
    /// `PhysicalDevice.defaultMemoryTarget`. It also determines the sizes of caches: `MemoryBudget`.
    package var memoryTarget: Int?
    /// Whether to cache uploaded sources.
    package var cachesSources = true
    /// Whether to cache intermediates that a later render may reuse, in up to an eighth of the memory target. Otherwise
    /// only those of `insertingIntermediate(cache: true)` are cached.
    package var cachesIntermediates = true
    /// The folder for the driver's compiled kernels between processes; nil: none.
    package var pipelineDirectory: URL? = PrivateFile.defaultFolder
    /// Limits that apply if they are lower than the device's own: for tests, and for drivers that report too high
    /// limits.
    package var limits: DeviceLimits?
    /// Whether to use staging copies even if host and device share memory, as for a discrete device: for tests.
    package var usesStaging = false
    /// The cost rules for planning and stitching; nil: those of the device.
    package var rules: CostRules?
    /// Whether to enable the validation layer, whose messages are in `validationMessages`.
    package var validates = false
    /// The maximum number of runs in flight. The memory target limits them too.
    package var framesInFlight = 3
    /// Whether to measure each dispatch. Some drivers, for example lavapipe, allocate memory for every timestamp.
    package var timesDispatches = false
    /// The loader of Vulkan functions, for an instance and a device that are not shared with other contexts; nil: that
    /// of libvulkan, with shared instances and devices.
    package var loader: PFN_vkGetInstanceProcAddr?
    /// Features that are treated as unavailable, on a device that is not shared with other contexts: for tests. For an
    /// app's device, the app declares the enabled features.
    package var disabledFeatures: Set<DeviceFeature> = []
    /// The device of an app to use; nil: the context creates a device.
    package var adopted: ExternalDevice?
    /// The maximum number of pixels of a submission. Runs can be cancelled between submissions. nil: as many as take a
    /// fraction of a second.
    package var pixelsAtOnce: Int?
    package var fastPaths = FastPaths.all

    package init() {}
  }

  /// The device that runs the schedules.
  package let info: DeviceInfo
  /// The device profile for the planner.
  package let profile: DeviceProfile
  package var rules: CostRules { profile.rules }

  let device: Device
  let pool: BufferPool
  let programs: PipelineCache
  let sources: SourceCache
  let intermediates: IntermediateCache<Lease>
  let driverCache: DriverCache
  /// Devices that would have been preferred but that their drivers rejected, with the errors.
  package let refusals: [String]
  let restarts: DeviceRestarts
  /// The resources of runs in app's command buffers.
  let recordings: Recordings
  /// Nil on an app's device.
  private let library: VulkanLibrary?
  private let options: Options
  private let stitch: Stitch?
  let frames: FrameRing

  /// - Parameter stitch: returns the kernel module of a program. It is called once for each program, on any thread.
  ///   nil: the shaders of the package are used.
  /// - Throws: `unsupported` if no driver or device matches the options; `device` for errors of the driver.
  package convenience init(_ options: Options = Options(), stitch: Stitch? = nil) throws(RenderError) {
    try self.init(options, budget: options.memoryTarget.map { MemoryBudget(target: $0) }, stitch)
  }

  /// - Parameter budget: the memory budget; nil: derived from the free device memory.
  private init(
    _ options: Options, budget: MemoryBudget?, _ stitch: Stitch?, _ restarts: DeviceRestarts = DeviceRestarts()
  ) throws(RenderError) {
    (self.options, self.stitch) = (options, stitch)
    if let adopted = options.adopted {
      (library, device, refusals) = (nil, adopted.device, [])
    } else {
      let library =
        if options.loader != nil || !options.disabledFeatures.isEmpty {
          try VulkanLibrary(loader: options.loader, validates: options.validates, without: options.disabledFeatures)
        } else {
          try VulkanLibrary.shared(validates: options.validates)
        }
      (device, refusals) = try library.open(
        options.device, hardware: options.hardware, lowPower: options.prefersLowPower, lowPriority: options.lowPriority)
      self.library = library
    }
    self.restarts = restarts
    info = device.info
    recordings = Recordings(device)
    frames = FrameRing(count: options.framesInFlight, device: device, timesDispatches: options.timesDispatches)
    var rules = options.rules ?? info.rules
    // The options may have the costs of another device, but readable buffers depend on this device. Kernels of a custom
    // stitcher read texel buffers.
    rules.readsStorage = stitch == nil && (rules.readsStorage || info.rules.readsStorage)
    rules.apply(options.fastPaths)
    let budget = budget ?? MemoryBudget(derived: device.physical.defaultMemoryTarget)
    var profile = device.profile(
      limits: options.limits, budget: budget, rules: rules, isUnified: device.sharesMemory && !options.usesStaging)
    // If dispatches are timed, they are not divided.
    let pixelsAtOnce = options.timesDispatches ? .max : info.kind == .cpu ? 1 << 20 : 1 << 26
    profile.pixelsAtOnce = options.pixelsAtOnce ?? pixelsAtOnce
    profile.fastPaths = options.fastPaths
    if !options.fastPaths.contains(.hostImports) { profile.importsImages = false }
    self.profile = profile
    let (device, isUnified) = (device, profile.isUnified)
    let sources = SourceCache(
      byteLimit: options.cachesSources && options.fastPaths.contains(.sourceCache) ? budget.cachedSources : 0)
    let intermediates = IntermediateCache<Lease>(
      byteLimit: budget.cachedIntermediates,
      cachesAutomatically: options.cachesIntermediates && options.fastPaths.contains(.intermediateCache))
    (self.sources, self.intermediates) = (sources, intermediates)
    let reclaimer = MemoryReclaimer()
    pool = BufferPool(budget) { (byteCount, kind) throws(RenderError) in
      try reclaimer.allocating(byteCount) { () throws(RenderError) in
        try Buffer(byteCount: byteCount, kind: kind, isMapped: isUnified || kind == .host, on: device)
      }
    }
    driverCache = DriverCache(directory: options.pipelineDirectory, device: device)
    programs = PipelineCache(
      device: device, driverCache: driverCache, readsStorage: rules.readsStorage,
      stitch: stitch ?? builtInStitch(for: device, rules, options.fastPaths))
    reclaimer.setCaches(pool, sources, intermediates)
  }

  /// Whether the device is lost. If so, every run fails.
  package var isLost: Bool { device.isLost.load(ordering: .relaxed) }

  /// Returns a new context with the same options, to replace one with a lost device. Plans for this context are valid
  /// for it.
  ///
  /// If the device was recreated less than two seconds ago, waits.
  ///
  /// - Throws: the errors of `init`; `unsupported` for an app's device, which only the app can recreate, and for a
  ///   device that was lost three times in a row without a completed run.
  package func reopened() throws(RenderError) -> VulkanContext {
    if options.adopted != nil {
      throw .unsupported("the app's device \(info.name) was lost; create a context on a new device (isDeviceLost)")
    }
    try restarts.begin(info.name)
    return try VulkanContext(options, budget: profile.budget, stitch, restarts)
  }

  /// The device, for an app that also uses it.
  package var sharedDevice: ExternalDevice { ExternalDevice(device) }

  /// Returns whether the context uses a device.
  package func uses(_ device: ExternalDevice) -> Bool { device.device === self.device }

  /// Returns the devices of this machine, including unusable ones, in the driver's order.
  package static func devices() throws(RenderError) -> [DeviceInfo] {
    try VulkanLibrary.shared(validates: false).devices.map(\.info)
  }

  /// Releases uploaded sources, cached intermediates, compiled programs and idle memory. Runs in flight are not
  /// affected.
  package func clearCaches() {
    sources.clear()
    intermediates.clear()
    programs.clear()
    frames.clear()
    pool.clear()
  }

  /// The memory target of runs, in bytes.
  package var memoryTarget: Int { profile.budget.target }

  /// The bytes of allocated device memory: in use, cached and idle.
  package var memoryByteCount: Int { pool.byteCount }

  /// The number of runs in flight, and the bytes that they have reserved.
  package var inFlight: (runs: Int, byteCount: Int) { (frames.inUseCount, pool.reservedByteCount) }

  /// The bytes of cached intermediates.
  package var cachedByteCount: Int { intermediates.byteCount }

  /// Releases memory that later renders do not require: uploaded sources, cached intermediates and idle memory.
  /// Compiled programs stay.
  package func reclaim() {
    sources.clear()
    intermediates.clear()
    frames.clear()
    pool.clear()
  }

  /// The file with the driver's compiled kernels for later processes; nil: none.
  package var pipelineFile: URL? { driverCache.file }

  /// The warnings and errors of the validation layer in this process, oldest first. Empty unless `Options.validates` is
  /// true.
  package var validationMessages: [String] { library?.instance.messages.all ?? [] }
}
