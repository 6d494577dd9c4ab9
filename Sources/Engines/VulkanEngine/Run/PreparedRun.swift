import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// A verified run with compiled kernels, the pixels of its sources and its memory count.
///
/// A run has three steps. `PreparedRun.init` allocates no device memory. `submit` allocates it, uploads missing sources
/// and submits the commands. `PendingRun.complete` waits for their completion.
struct PreparedRun: Sendable {
  let run: Run
  let context: VulkanContext
  private(set) var pipelines: [Pipeline] = []
  /// The dispatches whose pipelines this run compiled.
  private(set) var newIndices: [Int] = []
  private(set) var pixels: [Schedule.ImageID: PixelBuffer] = [:]
  /// The sources that are images of an app on the device.
  let residents: [Schedule.ImageID: ResidentImage]
  /// The images of an app that kernels access in place.
  let images: KernelImages
  /// The memory use of the run: the count of the planner, with the sources' actual pixels.
  let memory: ScheduleMemory
  /// By dispatch: the texel formats of its inputs.
  private(set) var texels: [[Texels]] = []
  var statistics = RenderStatistics()

  var schedule: Schedule { run.schedule }

  /// - Parameters:
  ///   - windows: the parts of sources that are too large to be completely in memory.
  ///   - target: the destination of the output; nil: the host.
  init(
    _ planned: Run, on context: VulkanContext, windows: SourceWindows = SourceWindows(), to target: RunTarget? = nil
  ) throws(RenderError) {
    self.context = context
    try planned.verify(limits: context.profile.limits) { $0 is CachedIntermediate<Lease> }
    residents = try Self.residents(of: planned.schedule, on: context)
    images = KernelImages(of: planned.schedule, residents, to: target, on: context)
    let run = images.isEmpty ? planned : planned.running(images.applied(to: planned.schedule))
    self.run = run
    (statistics.engine, statistics.runs) = (.vulkan, 1)
    statistics.dispatches = run.schedule.dispatches.count
    statistics.pixelsProcessed = run.schedule.pixelCount
    statistics.fastPaths = context.fastPaths(of: run.schedule)
    if run.schedule.images.contains(where: \.isCached) { statistics.fastPaths.insert(.intermediateCache) }
    (pipelines, newIndices) = try Self.pipelines(of: run.schedule, on: context, &statistics)
    pixels = try Self.sources(of: run, windows, on: context, &statistics)
    memory = try ScheduleMemory(run, on: context.profile, pixels: pixels)
    for dispatch in run.schedule.dispatches { texels.append(try inputTexels(of: dispatch)) }
    statistics.peakBytes = memory.byteCount
  }

  private static func pipelines(
    of schedule: Schedule, on context: VulkanContext, _ statistics: inout RenderStatistics
  ) throws(RenderError) -> (all: [Pipeline], newIndices: [Int]) {
    var (all, newIndices, milliseconds) = ([Pipeline](), [Int](), 0.0)
    for (index, dispatch) in schedule.dispatches.enumerated() {
      var elapsed = 0.0
      let (pipeline, stitching) = try timed(&elapsed) { () throws(RenderError) in
        try context.programs.pipeline(for: dispatch.program)
      }
      if let stitching {
        newIndices.append(index)
        milliseconds += elapsed
        statistics.stitchMilliseconds += stitching
      }
      all.append(pipeline)
    }
    statistics.programsCompiled = newIndices.count
    statistics.compileMilliseconds = milliseconds
    if !newIndices.isEmpty { context.driverCache.saveSoon() }
    return (all, newIndices)
  }

  private static func sources(
    of run: Run, _ windows: SourceWindows, on context: VulkanContext, _ statistics: inout RenderStatistics
  ) throws(RenderError) -> [Schedule.ImageID: PixelBuffer] {
    var pixels: [Schedule.ImageID: PixelBuffer] = [:]
    var used = Set(run.schedule.dispatches.flatMap(\.inputs))
    used.insert(run.schedule.output)
    for id in used.sorted() where !run.schedule.isResident(id) {
      pixels[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        try run.pixels(of: id, from: windows, reserving: context.profile.budget.tileReserve) { context.pool.hold($0) }
      }
    }
    return pixels
  }

  private func inputTexels(of dispatch: Schedule.Dispatch) throws(RenderError) -> [Texels] {
    var inputs: [Texels] = []
    for (id, form) in zip(dispatch.inputs, dispatch.program.inputs) {
      let image = schedule.images[id]
      let format: PixelFormat =
        switch image.kind {
        case .source(let source): context.profile.format(of: source, readAs: form)
        case .counters: .rgbaf
        case .intermediate, .cached, .output: image.store?.format ?? .rgbaf
        }
      let texels = try Texels(format, as: form, on: context.device, readsStorage: context.rules.readsStorage)
      if let excess = texels.excess(in: byteCount(of: id, texels.format), context.profile.limits) {
        throw .limit("\(excess.what) on \(context.info.name)", requested: excess.requested, allowed: excess.allowed)
      }
      inputs.append(texels)
    }
    return inputs
  }

  /// Returns the number of bindings of a dispatch in addition to its arguments and its output.
  func inputCount(of dispatch: Int) -> Int {
    texels[dispatch].count + (schedule.dispatches[dispatch].program.reportsOpenLoops ? 1 : 0)
  }

  /// The output's pixel format; nil for counters.
  var outputFormat: PixelFormat? {
    if let pixels = pixels[schedule.output] { return pixels.format.onDevice }
    if case .counters = schedule.images[schedule.output].kind { return nil }
    return schedule.images[schedule.output].store?.format
  }

  func byteCount(of id: Schedule.ImageID, _ format: PixelFormat) -> Int {
    let image = schedule.images[id]
    return pixels[id] == nil && residents[id] == nil ? image.byteCount : image.byteCount(as: format)
  }

  // MARK: Warming up

  /// Warms up drivers that compile a kernel at its first dispatch, by empty dispatches on arbitrary memory. The time
  /// counts as compilation.
  ///
  /// - Parameter all: whether to include kernels that were compiled before this run, because they may never have been
  ///   dispatched.
  mutating func warmUp(all: Bool = false) throws(RenderError) {
    // Kernels that access images are skipped, because there is no image to bind.
    let newIndices = (all ? Array(schedule.dispatches.indices) : newIndices).filter {
      !schedule.dispatches[$0].program.usesImages
    }
    guard context.info.kind == .cpu, !newIndices.isEmpty else { return }
    var milliseconds = 0.0
    try timed(&milliseconds) { () throws(RenderError) in
      let largest = newIndices.map { context.profile.argumentBytes(of: schedule.dispatches[$0].program) }.max() ?? 0
      let (any, uniforms) = (try context.pool.take(4096, .device), try context.pool.take(largest, .host))
      uniforms.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: largest)
      var inputs: [KernelInput] = []
      try context.frames.running { (frame) throws(RenderError) in
        try frame.reserveSets(newIndices.count, inputs: newIndices.reduce(0) { $0 + inputCount(of: $1) })
        try frame.begin()
        for index in newIndices {
          frame.barrierBetweenDispatches()
          let program = schedule.dispatches[index].program
          let first = inputs.count
          for texels in texels[index] {
            inputs.append(try KernelInput(any.buffer, offset: 0, texels, byteCount: 4096, on: context.device))
          }
          let openLoops = CVKBound(any.buffer, offset: 0, byteCount: 256)
          try frame.dispatch(
            pipelines[index],
            uniforms: CVKRange(
              buffer: uniforms.buffer.handle, offset: 0, byteCount: UInt64(max(program.slotCount, 1) * 16)),
            output: CVKBound(any.buffer, offset: 0, byteCount: 4096),
            inputs: inputs[first...].map(\.binding) + (program.reportsOpenLoops ? [openLoops] : []),
            band: Band(baseRow: 0, x: 0, y: 0, width: 0, height: 0), pitch: 0, groupWidth: context.rules.groupWidth,
            block: program.block)
        }
      }
      withExtendedLifetime((any, uniforms, inputs)) {}
    }
    statistics.compileMilliseconds += milliseconds
  }
}

extension Schedule.Image {
  /// The row stride in device memory, in bytes.
  var rowBytes: Int {
    if case .counters = kind { byteCount } else { pitch * (store?.bytesPerPixel ?? 0) }
  }
}
