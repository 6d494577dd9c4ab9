import ImageGraph
import ImagePrograms

/// The memory of a run. Planning checks whether it fits, and the run reserves it.
package struct ScheduleMemory: Sendable {
  /// A source's pixels in a format, in device memory.
  package struct Upload: Hashable, Sendable {
    package let image: Schedule.ImageID
    package let format: PixelFormat

    package init(image: Schedule.ImageID, format: PixelFormat) {
      (self.image, self.format) = (image, format)
    }
  }

  /// The memory of intermediates, if all of them are stored.
  package let blocks: BlockLayout
  /// The bands of each dispatch.
  package let bands: [[Band]]
  /// The sources that dispatches read, in the formats in which they are read.
  package let uploads: Set<Upload>
  /// The bytes of the arguments of all bands.
  package let argumentBytes: Int
  /// The bytes of the words in which kernels report loops that did not terminate.
  package let openLoopBytes: Int
  /// The bytes that the run takes on the device, and those that the render holds for it.
  package let byteCount: Int

  /// The bytes of a driver for a pending dispatch: its commands, its descriptors, the views of its inputs.
  private static let bytesPerCommand = 1024

  /// The bytes for one dispatch: the maximum alignment of storage buffers.
  ///
  /// Source: Vulkan 1.2, table "Required Limits", minStorageBufferOffsetAlignment.
  package static let openLoopBytes = 256

  /// Counts the memory of a run.
  ///
  /// - Parameters:
  ///   - rows: the row planner of the engine.
  ///   - pixels: the sources' pixels that were fetched. Others are assumed to have their announced layout.
  /// - Throws: `limit` if a row exceeds the storage range of a kernel.
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
    openLoopBytes = schedule.dispatches.count { $0.program.reportsOpenLoops } * Self.openLoopBytes

    let commandBytes = bands.reduce(0) { $0 + $1.count } * Self.bytesPerCommand
    // The memory between dispatches, and that of their arguments, reports and commands.
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
      // The counters of the kernels, and a copy for the host.
      case .counters: sizes += Array(repeating: image.byteCount, count: device.isUnified ? 1 : 2)
      case .intermediate: if image.isToBeCached { sizes.append(image.byteCount) }
      case .source(let source):
        // Nothing is computed: the source itself is returned.
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
  /// Returns whether kernels write the output to an app's image.
  fileprivate func isInImage(_ id: ImageID) -> Bool {
    dispatches.contains { dispatch in
      if case .image = dispatch.program.store { dispatch.output == id } else { false }
    }
  }

  /// The bytes of host memory for decoding files that cannot be read in rows, each counted once.
  fileprivate var wholeSourceBytes: Int {
    var counted = Set<Source.Identity>()
    return images.reduce(0) { sum, image in
      guard case .source(let source) = image.kind, source.wholeByteCount > 0 else { return sum }
      return counted.insert(source.identity).inserted ? sum + source.wholeByteCount : sum
    }
  }
}

/// Checks the memory of images that can only be decoded whole against the memory target.
///
/// - Parameter sources: the sources of a render. Each image is counted once.
/// - Throws: `limit` if no division of the render could fit.
package func checkWholeImages(_ sources: [Source], in budget: MemoryBudget) throws(RenderError) {
  var whole: [Source.Identity: Int] = [:]
  for source in sources where source.wholeByteCount > 0 { whole[source.identity] = source.wholeByteCount }
  let byteCount = whole.values.reduce(0, +)
  guard byteCount <= budget.target else {
    throw .limit(
      "bytes of memory (memoryTarget) for images that can only be decoded whole, such as interlaced PNG and WebP",
      requested: UInt64(byteCount), allowed: UInt64(budget.target))
  }
}

extension DeviceProfile {
  /// Returns the bytes of a band's arguments, with padding up to the next band's.
  package func argumentBytes(of program: Program) -> Int {
    let stride = max(uniformAlignment, 16)
    return (max(program.slotCount, 1) * 16 + stride - 1) / stride * stride
  }

  /// Returns whether kernels read the source without a copy, as far as that is known before it is fetched.
  package func imports(_ upload: ScheduleMemory.Upload, of run: Run, _ pixels: PixelBuffer?) -> Bool {
    if readsAllImages { return true }
    // Planes are gathered in one buffer.
    if run.schedule.images[upload.image].planes != nil { return false }
    let image = run.schedule.images[upload.image]
    guard isUnified, case .source(let source) = image.kind, !source.shape.isResident else { return false }
    if let pixels { return canImport(pixels, as: upload.format, pitch: image.pitch) }
    if let pixels = source.cachedPixels {
      let (rows, columns) = image.rowsAndColumns(in: source)
      return canImport(pixels.part(rows: rows, columns: columns), as: upload.format, pitch: image.pitch)
    }
    let held = run.heldParts[source.identity]
    let isAsHeld = held.map { $0.min.x == image.region.min.x && $0.width == image.region.width } ?? true
    return isAsHeld
      && willImport(byteCount: image.byteCount(as: upload.format), of: source.format, as: upload.format)
  }
}

extension Schedule.Image {
  /// Returns the bytes of a source in device memory in this format.
  package func byteCount(as format: PixelFormat) -> Int {
    planes.map { PlaneLoad($0).sampleCount(pitch: pitch, height: height) * $0.bytesPerSample }
      ?? pitch * height * format.bytesPerPixel
  }

  /// Returns the part of a source that the image is, as rows and columns counted from the source's top left.
  package func rowsAndColumns(in source: Source) -> (rows: Range<Int>, columns: Range<Int>) {
    source.rowsAndColumns(of: region.offset(by: -origin))
  }
}

extension Source {
  /// Returns a part of the source as rows and columns counted from the top left.
  package func rowsAndColumns(of part: UserRect) -> (rows: Range<Int>, columns: Range<Int>) {
    let (top, left) = (height - Int(part.max.y), Int(part.min.x))
    return (top..<top + Int(part.height), left..<left + Int(part.width))
  }
}

extension PixelFormat {
  /// The format of such images in device memory, unless a kernel requires red first.
  package var onDevice: PixelFormat { self == .bgra8 ? .bgra8 : expanded }
}
