import CVulkan
import ImageGraph
import ImagePasses
import ImagePlanning
import ImagePrograms

/// A run that is ready: checked, its kernels made, the pixels of its sources fetched, its memory counted.
///
/// A run has three steps: prepare (this), which takes no device memory; `submit`, which takes it, uploads what is
/// missing and hands the commands to the queue; `PendingRun.complete`, which waits for their end.
struct PreparedRun: Sendable {
  let run: Run
  let context: VulkanContext
  private(set) var pipelines: [Pipeline] = []
  /// Dispatches whose pipeline was made for this run.
  private(set) var firsts: [Int] = []
  private(set) var pixels: [Schedule.ImageID: PixelBuffer] = [:]
  /// Sources that are on the device: images of the app.
  let residents: [Schedule.ImageID: ResidentImage]
  /// Which of these, and which target, kernels use where they are.
  let images: KernelImages
  /// What the run takes: the same count as when it was planned, now that the sources' pixels are there.
  let memory: ScheduleMemory
  /// For each dispatch, how it sees its inputs.
  private(set) var texels: [[Texels]] = []
  var statistics = RenderStatistics()

  var schedule: Schedule { run.schedule }

  /// - Parameters:
  ///   - windows: has the parts of sources that are too large to be whole in memory.
  ///   - target: where the output goes; nil: to the host.
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
    (pipelines, firsts) = try Self.pipelines(of: run.schedule, on: context, &statistics)
    pixels = try Self.sources(of: run, windows, on: context, &statistics)
    memory = try ScheduleMemory(run, on: context.profile, pixels: pixels)
    for dispatch in run.schedule.dispatches { texels.append(try seenInputs(of: dispatch)) }
    statistics.peakBytes = memory.byteCount
  }

  private static func pipelines(
    of schedule: Schedule, on context: VulkanContext, _ statistics: inout RenderStatistics
  ) throws(RenderError) -> (all: [Pipeline], firsts: [Int]) {
    var (all, firsts, milliseconds) = ([Pipeline](), [Int](), 0.0)
    for (index, dispatch) in schedule.dispatches.enumerated() {
      var elapsed = 0.0
      let (pipeline, stitching) = try timed(&elapsed) { () throws(RenderError) in
        try context.programs.pipeline(for: dispatch.program)
      }
      if let stitching {
        firsts.append(index)
        milliseconds += elapsed
        statistics.stitchMilliseconds += stitching
      }
      all.append(pipeline)
    }
    statistics.programsCompiled = firsts.count
    statistics.compileMilliseconds = milliseconds
    if !firsts.isEmpty { context.driverCache.saveSoon() }
    return (all, firsts)
  }

  private static func sources(
    of run: Run, _ windows: SourceWindows, on context: VulkanContext, _ statistics: inout RenderStatistics
  ) throws(RenderError) -> [Schedule.ImageID: PixelBuffer] {
    var pixels: [Schedule.ImageID: PixelBuffer] = [:]
    var used = Set(run.schedule.dispatches.flatMap(\.inputs))
    used.insert(run.schedule.output)
    for id in used.sorted() where !run.schedule.isResident(id) {
      pixels[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        try run.pixels(of: id, from: windows, sparing: context.profile.budget.sparedByTiles) { context.pool.hold($0) }
      }
    }
    return pixels
  }

  private func seenInputs(of dispatch: Schedule.Dispatch) throws(RenderError) -> [Texels] {
    var seen: [Texels] = []
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
      seen.append(texels)
    }
    return seen
  }

  /// What a dispatch binds beside its arguments and its output.
  func inputCount(of dispatch: Int) -> Int {
    texels[dispatch].count + (schedule.dispatches[dispatch].program.tellsOpenLoops ? 1 : 0)
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

  /// Lets drivers that compile a kernel when it is first dispatched do so now: dispatches of no pixels, on memory of no
  /// meaning. The time counts as compiling.
  ///
  /// - Parameter all: also kernels that were there before this run, as nobody may have dispatched them yet.
  mutating func warmUp(all: Bool = false) throws(RenderError) {
    // There is no image for those that use one.
    let firsts = (all ? Array(schedule.dispatches.indices) : firsts).filter {
      !schedule.dispatches[$0].program.usesImages
    }
    guard context.info.kind == .cpu, !firsts.isEmpty else { return }
    var milliseconds = 0.0
    try timed(&milliseconds) { () throws(RenderError) in
      let largest = firsts.map { context.profile.argumentBytes(of: schedule.dispatches[$0].program) }.max() ?? 0
      let (any, uniforms) = (try context.pool.take(4096, .device), try context.pool.take(largest, .host))
      uniforms.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: largest)
      var inputs: [KernelInput] = []
      try context.frames.running { (frame) throws(RenderError) in
        try frame.reserveSets(firsts.count, inputs: firsts.reduce(0) { $0 + inputCount(of: $1) })
        try frame.begin()
        for index in firsts {
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
            inputs: inputs[first...].map(\.binding) + (program.tellsOpenLoops ? [openLoops] : []),
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
  /// Bytes from one row to the next in device memory.
  var rowBytes: Int {
    if case .counters = kind { byteCount } else { pitch * (store?.bytesPerPixel ?? 0) }
  }
}
