import CVulkan
import ImageGraph
import ImagePasses

/// One run of a schedule: its memory, its commands, and in the end its output.
struct Run {
  /// The finished output: rows top first, `rowBytes` apart.
  struct Output {
    let lease: Lease
    let rowBytes: Int
    let byteCount: Int
  }

  private let schedule: Schedule
  private let context: VulkanContext
  private let plan: MemoryPlan
  private var pipelines: [Pipeline] = []
  /// Dispatches whose pipeline was made for this run.
  private var firsts: [Int] = []
  private var bands: [[Band]] = []
  /// For each dispatch, how it sees its inputs.
  private var texels: [[Texels]] = []
  private var pixels: [Schedule.PictureID: PixelBuffer] = [:]
  private(set) var statistics = RenderStatistics()

  /// Makes all that needs no device memory: checks, kernels, pixels of the sources, the plan.
  init(_ schedule: Schedule, on context: VulkanContext) throws(RenderError) {
    (self.schedule, self.context) = (schedule, context)
    try schedule.verify(limits: context.info.limits)
    plan = MemoryPlan(schedule)
    statistics.dispatches = schedule.dispatches.count
    statistics.pixelsProcessed = schedule.dispatches.reduce(0) { $0 + $1.pixelCount }
    try makePipelines()
    try fetchSources()
    for dispatch in schedule.dispatches {
      bands.append(
        try Band.bands(
          of: dispatch, into: schedule.pictures[dispatch.output], limits: context.info.limits,
          alignment: Int(context.device.physical.facts.storageAlignment)))
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

  private mutating func fetchSources() throws(RenderError) {
    var used = Set(schedule.dispatches.flatMap(\.inputs))
    used.insert(schedule.output)
    for id in used.sorted() {
      guard case .source(let source) = schedule.pictures[id].kind else { continue }
      pixels[id] = try timed(&statistics.decodeMilliseconds) { () throws(RenderError) in try source.pixels() }
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

  private func byteCount(of id: Schedule.PictureID, _ format: PixelFormat) -> Int {
    let picture = schedule.pictures[id]
    return pixels[id] == nil ? picture.byteCount : picture.pitch * picture.height * format.bytesPerPixel
  }

  // MARK: Memory

  private struct Upload: Hashable {
    var id: Schedule.PictureID
    var format: PixelFormat
  }

  private var uploads: Set<Upload> {
    var uploads = Set<Upload>()
    for (dispatch, seen) in zip(schedule.dispatches, texels) {
      for (id, texels) in zip(dispatch.inputs, seen) where pixels[id] != nil {
        uploads.insert(Upload(id: id, format: texels.format))
      }
    }
    return uploads
  }

  private func isImported(_ upload: Upload) -> Bool {
    guard context.pool.isUnified, let pixels = pixels[upload.id] else { return false }
    let pitch = schedule.pictures[upload.id].pitch
    return UploadedPicture.canImport(pixels, as: upload.format, pitch: pitch, on: context.device)
  }

  private var uniformStride: Int { max(Int(context.device.physical.facts.uniformAlignment), 16) }

  private func uniformBytes(of program: Program) -> Int {
    (max(program.slotCount, 1) * 16 + uniformStride - 1) / uniformStride * uniformStride
  }

  private var uniformBytes: Int {
    zip(schedule.dispatches, bands).reduce(0) { $0 + uniformBytes(of: $1.0.program) * $1.1.count }
  }

  private var plannedBytes: Int {
    var sizes = plan.blocks + [uniformBytes]
    sizes += uploads.filter { !isImported($0) }.map { byteCount(of: $0.id, $0.format) }
    let (output, isStaged) = (schedule.pictures[schedule.output], !context.pool.isUnified)
    for (id, picture) in schedule.pictures.enumerated() {
      switch picture.kind {
      case .counters, .output: sizes.append(picture.byteCount)
      case .source where id == schedule.output: sizes.append(byteCount(of: id, pixels[id]?.format.onDevice ?? .rgbaf))
      default: break
      }
    }
    if isStaged {
      sizes.append(output.byteCount)
      sizes.append(uploads.map { byteCount(of: $0.id, $0.format) }.max() ?? 0)
    }
    return sizes.reduce(0) { $0 + ($1 > 0 ? BufferPool.sizeClass($1) : 0) }
  }

  // MARK: Running

  /// Lets drivers that compile a kernel when it is first dispatched do so now: dispatches of no pixels, on memory of no
  /// meaning. The time counts as compiling.
  mutating func warmUp() throws(RenderError) {
    guard context.info.kind == .cpu, !firsts.isEmpty else { return }
    var milliseconds = 0.0
    try timed(&milliseconds) { () throws(RenderError) in
      let largest = firsts.map { uniformBytes(of: schedule.dispatches[$0].program) }.max() ?? 0
      let (any, uniforms) = (try context.pool.take(4096, .device), try context.pool.take(largest, .host))
      uniforms.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: largest)
      var views: [BufferView] = []
      _ = try context.withFrame { (frame) throws(RenderError) -> Double in
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
            pixelsPerInvocation: program.pixelsPerInvocation)
        }
        return try withExtendedLifetime((any, uniforms, views)) { () throws(RenderError) in try frame.runToEnd() }
      }
    }
    statistics.compileMilliseconds += milliseconds
  }

  /// Runs the schedule and waits for its end.
  mutating func finish() throws(RenderError) -> Output {
    var statistics = statistics
    defer { self.statistics = statistics }
    let needed = Set(
      uploads.compactMap { upload -> SourceCache.Key? in
        guard case .source(let source) = schedule.pictures[upload.id].kind else { return nil }
        return SourceCache.Key(identity: source.identity, format: upload.format)
      })
    return try context.pool.reserving(statistics.peakBytes) { () throws(RenderError) -> Output in
      context.sources.trim(available: context.pool.memoryTarget - statistics.peakBytes, needed: needed)
      defer { context.sources.trim(available: context.pool.memoryTarget, needed: []) }
      if let pixels = pixels[schedule.output] { return try copied(pixels, &statistics) }
      var sources: [Upload: UploadedPicture] = [:]
      for upload in uploads {
        sources[upload] = try timed(&statistics.uploadMilliseconds) { () throws(RenderError) in try picture(for: upload)
        }
      }
      return try record(sources, &statistics)
    }
  }

  /// A source as the output: nothing to compute.
  private func copied(_ pixels: PixelBuffer, _ statistics: inout RenderStatistics) throws(RenderError) -> Output {
    let (format, pitch) = (pixels.format.onDevice, schedule.pictures[schedule.output].pitch)
    let byteCount = pitch * pixels.height * format.bytesPerPixel
    let lease = try context.pool.take(byteCount, .host)
    copyRows(of: pixels, to: lease.buffer.contents!, format: format, pitch: pitch)
    return Output(lease: lease, rowBytes: pitch * format.bytesPerPixel, byteCount: byteCount)
  }

  private func picture(for upload: Upload) throws(RenderError) -> UploadedPicture {
    guard case .source(let source) = schedule.pictures[upload.id].kind, let pixels = pixels[upload.id] else {
      preconditionFailure("an upload is of a source whose pixels were fetched")
    }
    let pitch = schedule.pictures[upload.id].pitch
    let byteCount = pitch * pixels.height * upload.format.bytesPerPixel
    let isImported = isImported(upload)
    return try context.sources.picture(of: source, format: upload.format, byteCount: isImported ? 0 : byteCount) {
      () throws(RenderError) -> UploadedPicture in
      if isImported, let picture = try? UploadedPicture(importing: pixels, on: context.device) { return picture }
      let lease = try context.pool.take(byteCount, .device)
      if let contents = lease.buffer.contents {
        copyRows(of: pixels, to: contents, format: upload.format, pitch: pitch)
        return UploadedPicture(lease)
      }
      // Other runs may use the picture as soon as it is kept, so its upload is done by then.
      let staging = try context.pool.take(byteCount, .host)
      copyRows(of: pixels, to: staging.buffer.contents!, format: upload.format, pitch: pitch)
      _ = try context.withFrame { (frame) throws(RenderError) -> Double in
        try frame.begin()
        frame.copy(from: staging.buffer, to: lease.buffer, byteCount: byteCount)
        return try withExtendedLifetime(staging) { () throws(RenderError) in try frame.runToEnd() }
      }
      return UploadedPicture(lease)
    }
  }

  private func record(
    _ sources: [Upload: UploadedPicture], _ statistics: inout RenderStatistics
  ) throws(RenderError) -> Output {
    let pool = context.pool
    var blocks: [Lease] = []
    for size in plan.blocks { blocks.append(try pool.take(size, .device)) }
    var own: [Schedule.PictureID: Lease] = [:]
    for (id, picture) in schedule.pictures.enumerated() {
      switch picture.kind {
      case .output: own[id] = try pool.take(picture.byteCount, .device)
      case .counters:
        let lease = try pool.take(picture.byteCount, .host)
        lease.buffer.contents!.initializeMemory(as: UInt8.self, repeating: 0, count: picture.byteCount)
        own[id] = lease
      default: break
      }
    }
    let uniforms = try pool.take(uniformBytes, .host)

    func buffer(_ id: Schedule.PictureID) -> Buffer {
      if let block = plan.blockOf[id] { return blocks[block].buffer }
      guard let lease = own[id] else { preconditionFailure("every picture that is written has memory") }
      return lease.buffer
    }
    func memory(_ id: Schedule.PictureID) -> Hazards.Memory {
      plan.blockOf[id].map { .block($0) } ?? .picture(id)
    }
    struct ViewKey: Hashable {
      var id: Schedule.PictureID
      var texels: Texels
    }
    var views: [ViewKey: BufferView] = [:]
    func view(_ id: Schedule.PictureID, _ texels: Texels) throws(RenderError) -> VkBufferView {
      let key = ViewKey(id: id, texels: texels)
      if let view = views[key] { return view.handle }
      let source = sources[Upload(id: id, format: texels.format)]
      let view = try BufferView(
        source?.buffer ?? buffer(id), offset: source?.offset ?? 0, format: texels.view,
        byteCount: byteCount(of: id, texels.format), on: context.device)
      views[key] = view
      return view.handle
    }

    // The device uses all of these until the last `runToEnd` returned.
    defer { withExtendedLifetime((pipelines, sources, blocks, own, uniforms, views)) {} }
    return try context.withFrame { (frame) throws(RenderError) -> Output in
      try frame.reserveSets(
        bands.reduce(0) { $0 + $1.count },
        texelBuffers: zip(texels, bands).reduce(0) { $0 + $1.0.count * $1.1.count })
      try frame.begin()
      var hazards = Hazards()
      var counted = Set<Schedule.PictureID>()
      var uniformOffset = 0
      for (index, dispatch) in schedule.dispatches.enumerated() {
        if !counted.isDisjoint(with: dispatch.inputs) {
          statistics.deviceMilliseconds += try frame.runToEnd()
          statistics.dispatchMilliseconds += frame.dispatchMilliseconds
          for id in counted { countsToFloats(own[id]!.buffer, byteCount: schedule.pictures[id].byteCount) }
          counted.removeAll()
          hazards.clear()
          try frame.begin()
        }
        if hazards.add(dispatch, inputs: dispatch.inputs.map(memory), output: memory(dispatch.output)) {
          frame.barrierBetweenDispatches()
        }
        if case .histogram = dispatch.program.store { counted.insert(dispatch.output) }

        var inputs: [VkBufferView?] = []
        for (id, texels) in zip(dispatch.inputs, texels[index]) { inputs.append(try view(id, texels)) }
        let picture = schedule.pictures[dispatch.output]
        let output = buffer(dispatch.output)
        let slotBytes = max(dispatch.program.slotCount, 1) * 16
        for band in bands[index] {
          write(dispatch, band, to: uniforms.buffer.contents! + uniformOffset)
          let offset = band.baseRow * picture.rowBytes
          try frame.dispatch(
            pipelines[index],
            uniforms: CVKRange(
              buffer: uniforms.buffer.handle, offset: UInt64(uniformOffset), byteCount: UInt64(slotBytes)),
            storage: CVKRange(
              buffer: output.handle, offset: UInt64(offset),
              byteCount: UInt64(min(picture.byteCount - offset, context.info.limits.storageBufferRange))),
            views: inputs, band: band, pitch: picture.pitch,
            pixelsPerInvocation: dispatch.program.pixelsPerInvocation)
          uniformOffset += uniformBytes(of: dispatch.program)
        }
      }
      let picture = schedule.pictures[schedule.output]
      var result = own[schedule.output] ?? blocks[plan.blockOf[schedule.output]!]
      if result.buffer.contents == nil {
        let staging = try pool.take(picture.byteCount, .host)
        frame.copy(from: result.buffer, to: staging.buffer, byteCount: picture.byteCount)
        result = staging
      }
      statistics.deviceMilliseconds += try frame.runToEnd()
      statistics.dispatchMilliseconds += frame.dispatchMilliseconds
      if counted.contains(schedule.output) { countsToFloats(result.buffer, byteCount: picture.byteCount) }
      return Output(lease: result, rowBytes: picture.rowBytes, byteCount: picture.byteCount)
    }
  }

  /// Writes a band's arguments as the kernel sees them: an output bound from `baseRow` on has its top lower.
  private func write(_ dispatch: Schedule.Dispatch, _ band: Band, to target: UnsafeMutableRawPointer) {
    let slots = target.assumingMemoryBound(to: SIMD4<UInt32>.self)
    for (slot, argument) in dispatch.arguments.enumerated() { slots[slot] = argument.words }
    for slot in dispatch.arguments.count..<max(dispatch.program.slotCount, 1) { slots[slot] = .zero }
    if band.baseRow > 0, case .float4(var geometry)? = dispatch.arguments.first {
      geometry.y -= Float(band.baseRow)
      geometry.w -= Float(band.baseRow)
      slots[0] = Argument.float4(geometry).words
    }
  }

  /// Counters become floats in place, so that kernels read them as they read any picture.
  ///
  /// The host does it, between two submissions: a histogram is small, and a kernel of its own would be one more format.
  private func countsToFloats(_ buffer: Buffer, byteCount: Int) {
    guard let contents = buffer.contents else { preconditionFailure("counters lie in host memory") }
    for offset in stride(from: 0, to: byteCount, by: 4) {
      let count = contents.load(fromByteOffset: offset, as: UInt32.self)
      contents.storeBytes(of: Float(count), toByteOffset: offset, as: Float.self)
    }
  }
}

extension Schedule.Picture {
  /// Bytes from one row to the next in device memory.
  var rowBytes: Int {
    if case .counters = kind { byteCount } else { pitch * (store?.bytesPerPixel ?? 0) }
  }
}
