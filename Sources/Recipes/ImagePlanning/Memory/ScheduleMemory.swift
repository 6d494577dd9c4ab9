import ImageGraph
import ImagePrograms

/// What a run takes in memory, counted in one place: planning asks whether it fits, and the run reserves it.
package struct ScheduleMemory: Sendable {
  /// A source's pixels in one format, on the device.
  package struct Upload: Hashable, Sendable {
    package let image: Schedule.ImageID
    package let format: PixelFormat

    package init(image: Schedule.ImageID, format: PixelFormat) {
      (self.image, self.format) = (image, format)
    }
  }

  /// The memory of images between dispatches, where all of them are made.
  package let blocks: BlockLayout
  /// The parts of each dispatch that the device takes at once.
  package let bands: [[Band]]
  /// Sources that dispatches read, in the formats in which they read them.
  package let uploads: Set<Upload>
  /// Bytes of the arguments of all bands.
  package let argumentBytes: Int
  /// Bytes of the words in which kernels tell of loops that did not end.
  package let openLoopBytes: Int
  /// Bytes that the run takes on the device, and those that the render holds for it.
  package let byteCount: Int

  /// What a driver keeps of a dispatch until it is done: its commands, its descriptors, the views of its inputs.
  private static let bytesPerCommand = 1024

  /// For one dispatch: as far apart as storage buffers may have to be.
  ///
  /// Source: Vulkan 1.2, table "Required Limits", minStorageBufferOffsetAlignment.
  package static let openLoopBytes = 256

  /// - Parameters:
  ///   - rows: The row planner of the engine.
  ///   - pixels: of sources, as far as they are fetched; what is not is taken as it will come.
  /// - Throws: `limit` when a row passes a kernel's reach.
  package init(
    _ run: Run, on device: DeviceProfile, _ rows: (any RowPlanning)? = nil,
    pixels: [Schedule.ImageID: PixelBuffer] = [:]
  ) throws(RenderError) {
    let schedule = run.schedule
    blocks = BlockLayout(schedule)
    var (bands, uploads, argumentBytes) = ([[Band]](), Set<Upload>(), 0)
    for dispatch in schedule.dispatches {
      let parts = try Band.bands(of: dispatch, into: schedule.images[dispatch.output], on: device)
      argumentBytes += device.argumentBytes(of: dispatch.program) * parts.count
      bands.append(parts)
      for (id, form) in zip(dispatch.inputs, dispatch.program.inputs) {
        guard case .source(let source) = schedule.images[id].kind else { continue }
        if case .image = form { continue }
        uploads.insert(Upload(image: id, format: device.format(of: source, readAs: form)))
      }
    }
    (self.bands, self.uploads, self.argumentBytes) = (bands, uploads, argumentBytes)
    openLoopBytes = schedule.dispatches.count { $0.program.tellsOpenLoops } * Self.openLoopBytes

    let commandBytes = bands.reduce(0) { $0 + $1.count } * Self.bytesPerCommand
    // What lies between dispatches, and what tells of them.
    let between = run.rows(by: rows).map { [$0.byteCount] } ?? blocks.blocks
    var sizes = between + [argumentBytes, openLoopBytes, commandBytes]
    var largestUpload = 0
    for upload in uploads {
      let bytes = schedule.images[upload.image].byteCount(as: upload.format)
      largestUpload = max(largestUpload, bytes)
      if !device.imports(upload, of: run, pixels[upload.image]) { sizes.append(bytes) }
    }
    for (id, image) in schedule.images.enumerated() {
      switch image.kind {
      case .output where schedule.isInImage(id): break
      case .output, .cached: sizes.append(image.byteCount)
      // Where kernels count, and where the host reads it.
      case .counters: sizes += Array(repeating: image.byteCount, count: device.isUnified ? 1 : 2)
      case .intermediate: if image.isToBeCached { sizes.append(image.byteCount) }
      case .source(let source):
        // Nothing to compute: the source itself is handed out.
        if schedule.outputs.contains(id) { sizes.append(image.byteCount(as: source.format.onDevice)) }
      }
    }
    if !device.isUnified { sizes += [schedule.images[schedule.output].byteCount, largestUpload] }
    byteCount = sizes.reduce(run.heldBytes.plus(schedule.wholeSourceBytes)) {
      $0.plus($1 > 0 ? BufferSize.rounded($1) : 0)
    }
  }
}

extension Schedule {
  /// True for an output that kernels write to an image of an app.
  fileprivate func isInImage(_ id: ImageID) -> Bool {
    dispatches.contains { dispatch in
      if case .image = dispatch.program.store { dispatch.output == id } else { false }
    }
  }

  /// Bytes of the host's memory that files take which give no rows, each once.
  fileprivate var wholeSourceBytes: Int {
    var known = Set<Source.Identity>()
    return images.reduce(0) { sum, image in
      guard case .source(let source) = image.kind, source.wholeByteCount > 0 else { return sum }
      return known.insert(source.identity).inserted ? sum + source.wholeByteCount : sum
    }
  }
}

/// Holds images that files give only whole to the memory target.
///
/// - Parameter sources: of a render; each image counts once.
/// - Throws: `limit` when no way of cutting the render could help.
package func checkWholeImages(_ sources: [Source], in budget: MemoryBudget) throws(RenderError) {
  var whole: [Source.Identity: Int] = [:]
  for source in sources where source.wholeByteCount > 0 { whole[source.identity] = source.wholeByteCount }
  let byteCount = whole.values.reduce(0, +)
  guard byteCount <= budget.target else {
    throw .limit(
      "bytes of memory (memoryTarget) for images that files give only whole, such as interlaced PNG and WebP",
      requested: UInt64(byteCount), allowed: UInt64(budget.target))
  }
}

extension DeviceProfile {
  /// Bytes of one band's arguments, up to where the next ones can begin.
  package func argumentBytes(of program: Program) -> Int {
    let stride = max(uniformAlignment, 16)
    return (max(program.slotCount, 1) * 16 + stride - 1) / stride * stride
  }

  /// True when kernels read the source where it is, as far as that is known when it has not been fetched.
  package func imports(_ upload: ScheduleMemory.Upload, of run: Run, _ pixels: PixelBuffer?) -> Bool {
    if readsAllImages { return true }
    let image = run.schedule.images[upload.image]
    guard isUnified, case .source(let source) = image.kind, !source.shape.isResident else { return false }
    if let pixels { return canImport(pixels, as: upload.format, pitch: image.pitch) }
    if let pixels = source.kept {
      let (rows, columns) = image.place(in: source)
      return canImport(pixels.part(rows: rows, columns: columns), as: upload.format, pitch: image.pitch)
    }
    let held = run.heldParts[source.identity]
    let isAsHeld = held.map { $0.min.x == image.region.min.x && $0.width == image.region.width } ?? true
    return isAsHeld
      && willImport(byteCount: image.byteCount(as: upload.format), of: source.format, as: upload.format)
  }
}

extension Schedule.Image {
  /// Bytes of a source in device memory when its pixels have this format.
  package func byteCount(as format: PixelFormat) -> Int { pitch * height * format.bytesPerPixel }

  /// The part of a source that the image is, in rows and columns counted from the source's top left.
  package func place(in source: Source) -> (rows: Range<Int>, columns: Range<Int>) {
    source.place(of: region.offset(by: -origin))
  }
}

extension Source {
  /// Rows and columns of a part, counted from the top left.
  package func place(of part: UserRect) -> (rows: Range<Int>, columns: Range<Int>) {
    let (top, left) = (height - Int(part.max.y), Int(part.min.x))
    return (top..<top + Int(part.height), left..<left + Int(part.width))
  }
}

extension PixelFormat {
  /// The format that images of this one have in device memory, unless a kernel asks for red first.
  package var onDevice: PixelFormat { self == .bgra8 ? .bgra8 : expanded }
}
