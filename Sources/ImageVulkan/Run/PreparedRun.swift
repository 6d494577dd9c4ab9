import CVulkan
import ImageGraph
import ImagePasses

/// A schedule that is ready to run: checked, its kernels made, the pixels of its sources fetched, its memory planned.
///
/// A run has three steps: prepare (this), which takes no device memory; `submit`, which takes it, uploads what is missing and
/// hands the commands to the queue; `PendingRun.complete`, which waits for their end.
struct PreparedRun: Sendable {
  let schedule: Schedule
  let context: VulkanContext
  let plan: MemoryPlan
  private(set) var pipelines: [Pipeline] = []
  /// Dispatches whose pipeline was made for this run.
  private(set) var firsts: [Int] = []
  private(set) var bands: [[Band]] = []
  /// For each dispatch, how it sees its inputs.
  private(set) var texels: [[Texels]] = []
  private(set) var pixels: [Schedule.PictureID: PixelBuffer] = [:]
  var statistics = RenderStatistics()

  /// - Parameter windows: has the parts of sources that are too large to be whole in memory.
  init(_ schedule: Schedule, on context: VulkanContext, windows: SourceWindows) throws(RenderError) {
    (self.schedule, self.context) = (schedule, context)
    try schedule.verify(limits: context.info.limits)
    plan = MemoryPlan(schedule)
    statistics.runs = 1
    statistics.dispatches = schedule.dispatches.count
    statistics.pixelsProcessed = schedule.dispatches.reduce(0) { $0 + $1.pixelCount }
    try makePipelines()
    try fetchSources(windows)
    for dispatch in schedule.dispatches {
      bands.append(
        try Band.bands(
          of: dispatch, into: schedule.pictures[dispatch.output], limits: context.info.limits,
          alignment: Int(context.device.physical.facts.storageAlignment), groupWidth: context.rules.groupWidth))
      texels.append(try seenInputs(of: dispatch))
    }
    statistics.peakBytes = plannedBytes
  }

  private mutating func makePipelines() throws(RenderError) {
    var milliseconds = 0.0
    for (index, dispatch) in schedule.dispatches.enumerated() {
      var pipeline: Pipeline?
      var isNew = false
      var elapsed = 0.0
      try timed(&elapsed) { () throws(RenderError) in
        (pipeline, isNew) = try context.programs.pipeline(for: dispatch.program)
      }
      if isNew {
        firsts.append(index)
        milliseconds += elapsed
      }
      pipelines.append(pipeline!)
    }
    statistics.programsCompiled = firsts.count
    statistics.compileMilliseconds = milliseconds
    if !firsts.isEmpty { context.driverCache.saveSoon() }
  }

  private mutating func fetchSources(_ windows: SourceWindows) throws(RenderError) {
    var used = Set(schedule.dispatches.flatMap(\.inputs))
    used.insert(schedule.output)
    for id in used.sorted() {
      let picture = schedule.pictures[id]
      guard case .source(let source) = picture.kind else { continue }
      pixels[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in
        let (rows, columns) = picture.place(in: source)
        guard picture.held != nil else { return try source.pixels().part(rows: rows, columns: columns) }
        let held = picture.heldPlace(in: source)
        // Rows that the old part shares with the new one are in memory twice while it moves, beside what tiles leave to codecs;
        // what lies idle makes room.
        let shared = windows.sharedByteCount(of: source, rows: held.rows, columns: held.columns)
        let moving = context.pool.hold(schedule.heldBytes + shared + context.sparedBytes)
        defer { withExtendedLifetime(moving) {} }
        return try windows.pixels(of: source, rows: held.rows, columns: held.columns).part(
          rows: rows.offset(by: -held.rows.lowerBound), columns: columns.offset(by: -held.columns.lowerBound))
      }
    }
  }

  private func seenInputs(of dispatch: Schedule.Dispatch) throws(RenderError) -> [Texels] {
    var seen: [Texels] = []
    for (id, form) in zip(dispatch.inputs, dispatch.program.inputs) {
      let picture = schedule.pictures[id]
      let texels: Texels
      if let pixels = pixels[id] {
        texels = try .ofSource(pixels.format, as: form, on: context.device)
      } else {
        let format: PixelFormat = if case .counters = picture.kind { .rgbaf } else { picture.store?.format ?? .rgbaf }
        texels = try Texels(format, as: form, on: context.device)
      }
      let count = texels.count(in: byteCount(of: id, texels.format))
      let allowed = context.info.limits.texelBufferElements
      if count > allowed {
        throw .limit("texels of an input on \(context.info.name)", asked: UInt64(count), allowed: UInt64(allowed))
      }
      seen.append(texels)
    }
    return seen
  }

  /// The output's pixel format; nil for counters.
  var outputFormat: PixelFormat? {
    if let pixels = pixels[schedule.output] { return pixels.format.onDevice }
    if case .counters = schedule.pictures[schedule.output].kind { return nil }
    return schedule.pictures[schedule.output].store?.format
  }

  func byteCount(of id: Schedule.PictureID, _ format: PixelFormat) -> Int {
    let picture = schedule.pictures[id]
    return pixels[id] == nil ? picture.byteCount : picture.pitch * picture.height * format.bytesPerPixel
  }

  // MARK: Memory

  private var uniformStride: Int { max(Int(context.device.physical.facts.uniformAlignment), 16) }

  func uniformBytes(of program: Program) -> Int {
    (max(program.slotCount, 1) * 16 + uniformStride - 1) / uniformStride * uniformStride
  }

  var uniformBytes: Int {
    zip(schedule.dispatches, bands).reduce(0) { $0 + uniformBytes(of: $1.0.program) * $1.1.count }
  }

  private var plannedBytes: Int {
    var sizes = plan.blocks + [uniformBytes]
    sizes += uploads.filter { !isImported($0) }.map { byteCount(of: $0.id, $0.format) }
    let (output, isStaged) = (schedule.pictures[schedule.output], !context.pool.isUnified)
    for (id, picture) in schedule.pictures.enumerated() {
      switch picture.kind {
      case .counters, .output: sizes.append(picture.byteCount)
      case .intermediate where picture.isToBeKept || picture.kept != nil: sizes.append(picture.byteCount)
      case .source where id == schedule.output: sizes.append(byteCount(of: id, pixels[id]?.format.onDevice ?? .rgbaf))
      default: break
      }
    }
    if isStaged {
      sizes.append(output.byteCount)
      sizes.append(uploads.map { byteCount(of: $0.id, $0.format) }.max() ?? 0)
    }
    return sizes.reduce(schedule.heldBytes) { $0 + ($1 > 0 ? BufferPool.sizeClass($1) : 0) }
  }

  // MARK: Warming up

  /// Lets drivers that compile a kernel when it is first dispatched do so now: dispatches of no pixels, on memory of no
  /// meaning. The time counts as compiling.
  ///
  /// - Parameter all: also kernels that were there before this run, as nobody may have dispatched them yet.
  mutating func warmUp(all: Bool = false) throws(RenderError) {
    let firsts = all ? Array(schedule.dispatches.indices) : firsts
    guard context.info.kind == .cpu, !firsts.isEmpty else { return }
    var milliseconds = 0.0
    try timed(&milliseconds) { () throws(RenderError) in
      let largest = firsts.map { uniformBytes(of: schedule.dispatches[$0].program) }.max() ?? 0
      let (any, uniforms) = (try context.pool.take(4096, .device), try context.pool.take(largest, .host))
      uniforms.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: largest)
      var views: [BufferView] = []
      try context.frames.running { (frame) throws(RenderError) in
        try frame.reserveSets(firsts.count, texelBuffers: firsts.reduce(0) { $0 + texels[$1].count })
        try frame.begin()
        for index in firsts {
          frame.barrierBetweenDispatches()
          let program = schedule.dispatches[index].program
          let first = views.count
          for texels in texels[index] {
            views.append(
              try BufferView(any.buffer, offset: 0, format: texels.view, byteCount: 4096, on: context.device))
          }
          try frame.dispatch(
            pipelines[index],
            uniforms: CVKRange(
              buffer: uniforms.buffer.handle, offset: 0, byteCount: UInt64(max(program.slotCount, 1) * 16)),
            storage: CVKRange(buffer: any.buffer.handle, offset: 0, byteCount: 4096),
            views: views[first...].map(\.handle), band: Band(baseRow: 0, x: 0, y: 0, width: 0, height: 0), pitch: 0,
            pixelsPerGroup: context.rules.groupWidth * program.pixelsPerInvocation)
        }
      }
      withExtendedLifetime((any, uniforms, views)) {}
    }
    statistics.compileMilliseconds += milliseconds
  }
}

extension Range<Int> {
  fileprivate func offset(by step: Int) -> Range { lowerBound + step..<upperBound + step }
}

extension Schedule.Picture {
  /// Bytes from one row to the next in device memory.
  var rowBytes: Int {
    if case .counters = kind { byteCount } else { pitch * (store?.bytesPerPixel ?? 0) }
  }
}
