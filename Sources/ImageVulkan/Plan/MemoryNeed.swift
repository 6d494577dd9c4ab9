import CVulkan
import ImageGraph
import ImagePasses

/// Why a schedule cannot run as it is: a bound that it passes.
struct Excess {
  var what: String
  var asked: Int
  var allowed: Int

  var error: RenderError { .limit(what, asked: UInt64(clamping: asked), allowed: UInt64(clamping: allowed)) }
}

extension VulkanContext {
  /// Bytes of the memory target that tiles leave to what is not planned: schedules, and the buffers of codecs.
  var sparedBytes: Int { pool.memoryTarget / 16 }

  /// The first bound that the schedule passes, of the memory target and the device; nil when it can run.
  ///
  /// - Parameter sparing: bytes of the target to leave free.
  func excess(of schedule: Schedule, sparing: Int = 0) throws(RenderError) -> Excess? {
    let limits = info.limits
    let inputs = Set(schedule.dispatches.flatMap(\.inputs))
    for (id, picture) in schedule.pictures.enumerated() {
      var bytesPerPixel = picture.store?.bytesPerPixel ?? 0
      if case .source(let source) = picture.kind { bytesPerPixel = source.format.widened.bytesPerPixel }
      if case .counters = picture.kind { continue }
      let texels = picture.pitch * picture.height
      if inputs.contains(id), texels > limits.texelBufferElements {
        return Excess(
          what: "texels of an input on \(info.name)", asked: texels, allowed: limits.texelBufferElements)
      }
      let isImported = if case .source = picture.kind { pool.isUnified } else { false }
      let bytes = BufferPool.sizeClass(texels * bytesPerPixel) + Buffer.slack
      if !isImported, bytes > limits.allocation {
        return Excess(what: "bytes of one piece of memory on \(info.name)", asked: bytes, allowed: limits.allocation)
      }
    }
    let needed: Int
    do throws(RenderError) {
      needed = try neededBytes(of: schedule)
    } catch {
      // Of a row that passes a kernel's reach.
      guard case .limit(let what, let asked, let allowed) = error else { throw error }
      return Excess(what: what, asked: Int(clamping: asked), allowed: Int(clamping: allowed))
    }
    let allowed = pool.memoryTarget - sparing
    if needed > allowed {
      return Excess(what: "bytes of memory for this render (memoryTarget)", asked: needed, allowed: allowed)
    }
    return nil
  }

  /// Bytes that a run of the schedule takes, and those that the render holds for it.
  func neededBytes(of schedule: Schedule) throws(RenderError) -> Int {
    let facts = device.physical.facts
    let stride = max(Int(facts.uniformAlignment), 16)
    var arguments = 0
    for dispatch in schedule.dispatches {
      let bands = try Band.bands(
        of: dispatch, into: schedule.pictures[dispatch.output], limits: info.limits,
        alignment: Int(facts.storageAlignment), groupWidth: rules.groupWidth)
      arguments += (max(dispatch.program.slotCount, 1) * 16 + stride - 1) / stride * stride * bands.count
    }
    var sizes = MemoryPlan(schedule).blocks + [arguments]
    var largestUpload = 0
    for (id, picture) in schedule.pictures.enumerated() {
      switch picture.kind {
      case .source(let source):
        var formats = Set<PixelFormat>()
        for dispatch in schedule.dispatches {
          for (input, form) in zip(dispatch.inputs, dispatch.program.inputs) where input == id {
            formats.insert(try Texels.ofSource(source.format, as: form, on: device).format)
          }
        }
        for format in formats {
          let bytes = picture.pitch * picture.height * format.bytesPerPixel
          largestUpload = max(largestUpload, bytes)
          if !willImport(picture, of: source, as: format) { sizes.append(bytes) }
        }
      case .intermediate: break
      case .output, .counters: sizes.append(picture.byteCount)
      }
    }
    if !pool.isUnified { sizes += [schedule.pictures[schedule.output].byteCount, largestUpload] }
    return sizes.reduce(schedule.heldBytes) { $0 + ($1 > 0 ? BufferPool.sizeClass($1) : 0) }
  }

  /// True when kernels will read the source where it is, as far as that is known before it is there.
  private func willImport(_ picture: Schedule.Picture, of source: Source, as format: PixelFormat) -> Bool {
    guard pool.isUnified else { return false }
    if let pixels = source.kept {
      let (rows, columns) = picture.place(in: source)
      return UploadedPicture.canImport(
        pixels.part(rows: rows, columns: columns), as: format, pitch: picture.pitch, on: device)
    }
    // What is read or made for this render has rows as kernels expect them.
    let isAsHeld = picture.held.map { $0.min.x == picture.region.min.x && $0.width == picture.region.width } ?? true
    return isAsHeld && device.physical.facts.externalMemoryHost && device.sharesMemory && format == source.format
      && picture.pitch * picture.height * format.bytesPerPixel >= UploadedPicture.leastImport
  }
}

extension Schedule.Picture {
  /// The part of a source that the picture is, in rows and columns counted from the source's top left.
  func place(in source: Source) -> (rows: Range<Int>, columns: Range<Int>) { Self.place(of: region, origin, source) }

  /// The same of what is held in memory for it.
  func heldPlace(in source: Source) -> (rows: Range<Int>, columns: Range<Int>) {
    Self.place(of: held ?? region, origin, source)
  }

  private static func place(
    of rect: UserRect, _ origin: SIMD2<Double>, _ source: Source
  ) -> (rows: Range<Int>, columns: Range<Int>) {
    let top = source.height - Int(rect.max.y - origin.y)
    let left = Int(rect.min.x - origin.x)
    return (top..<top + Int(rect.height), left..<left + Int(rect.width))
  }
}
