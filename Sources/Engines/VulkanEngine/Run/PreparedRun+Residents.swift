import ImageGraph
import ImagePlanning
import ImagePrograms

/// Sources that are already on the device: images of an app, which the run's commands copy to buffers for kernels, or
/// which kernels read in place.
extension PreparedRun {
  /// Returns the images of a schedule that are already on the device.
  ///
  /// - Throws: `unsupported` for images of other devices.
  static func residents(
    of schedule: Schedule, on context: VulkanContext
  ) throws(RenderError) -> [Schedule.ImageID: ResidentImage] {
    var residents: [Schedule.ImageID: ResidentImage] = [:]
    for id in Set(schedule.dispatches.flatMap(\.inputs)) where schedule.isResident(id) {
      guard case .source(let source) = schedule.images[id].kind, let image = source.deviceImage as? ResidentImage,
        context.uses(image.device)
      else {
        throw .unsupported(
          "the context does not use the Vulkan device of an image; render it with a context on that device")
      }
      residents[id] = image
    }
    return residents
  }

  /// Allocates the memory to which an image is copied.
  func allocateCopy(for upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    guard case .source(let source) = schedule.images[upload.image].kind, source.format == upload.format else {
      throw .unsupported("\(context.info.name) cannot read images with blue first; use another format")
    }
    return UploadedSource(
      try context.pool.take(schedule.images[upload.image].byteCount(as: upload.format), .device))
  }

  /// Copies the parts of images that the run reads, except for those that kernels read in place.
  ///
  /// - Returns: the sources. The caller retains them until the commands are complete, and waits for their semaphores.
  /// - Throws: the errors of `ResidentImage.located()`.
  func copyResidents(
    to sources: [ScheduleMemory.Upload: UploadedSource], on frame: Frame
  ) throws(RenderError) -> [DeviceSource] {
    if residents.isEmpty { return [] }
    var located: [Schedule.ImageID: [DeviceSource]] = [:]
    for (upload, copy) in sources {
      let image = schedule.images[upload.image]
      guard let resident = residents[upload.image], case .source(let source) = image.kind else { continue }
      let deviceSources: [DeviceSource]
      // An image that is read in two formats is located once, so that its semaphore is waited for once.
      if let existing = located[upload.image] {
        deviceSources = existing
      } else {
        deviceSources = try resident.planes()
      }
      located[upload.image] = deviceSources
      for (plane, target) in image.targets(of: source, as: upload.format).enumerated() {
        frame.copy(
          target.part, of: deviceSources[plane].location, to: copy.buffer, offset: target.offset, pitch: target.pitch,
          bytesPerPixel: target.bytesPerPixel)
      }
    }
    if !located.isEmpty { frame.barrierAfterCopies() }
    for id in images.read.keys where located[id] == nil { located[id] = try residents[id]?.planes() }
    return Array(located.values.joined())
  }
}

/// The part of a plane, or of an image of pixels, that is copied to a buffer: the offset in the buffer in bytes, the
/// row stride in groups of pixels, and the bytes of a group.
private struct CopyTarget {
  let part: Frame.Part
  let offset: Int
  let pitch: Int
  let bytesPerPixel: Int
}

extension Schedule.Image {
  /// Returns the parts of a source in device memory, by plane.
  fileprivate func targets(of source: Source, as format: PixelFormat) -> [CopyTarget] {
    let (rows, columns) = rowsAndColumns(in: source)
    guard let load = planes.map(PlaneLoad.init) else {
      return [CopyTarget(part: (columns, rows), offset: 0, pitch: pitch, bytesPerPixel: format.bytesPerPixel)]
    }
    return zip(load.planes, load.placements(pitch: pitch, height: height)).map { plane, placement in
      func groups(_ pixels: Range<Int>, _ size: Int) -> Range<Int> {
        pixels.lowerBound / size..<(pixels.upperBound + size - 1) / size
      }
      return CopyTarget(
        part: (groups(columns, plane.columns), groups(rows, plane.rows)),
        offset: placement.offset * load.bytesPerSample, pitch: pitch / plane.columns,
        bytesPerPixel: plane.samples * load.bytesPerSample)
    }
  }
}

/// Host pixels that commands before the dispatches copy to the device.
struct StagedCopy {
  let source: Lease
  let target: Lease
  let byteCount: Int
}

extension PreparedRun {
  /// Returns the source's pixels on the device, as `image(for:)` does, but without a submission. Required copies are
  /// appended to `stagedCopies`, and are not cached for other runs.
  func image(
    for upload: ScheduleMemory.Upload, staging stagedCopies: inout [StagedCopy]
  ) throws(RenderError) -> UploadedSource {
    if context.profile.isUnified || residents[upload.image] != nil { return try image(for: upload) }
    if let source = cacheableSource(upload) {
      let key = SourceCache.Key(identity: source.identity, format: upload.format)
      if let cached = context.sources.cached(key) { return cached }
    }
    guard let pixels = pixels[upload.image] else {
      preconditionFailure("an upload is of a source whose pixels were fetched")
    }
    let image = schedule.images[upload.image]
    let byteCount = image.byteCount(as: upload.format)
    let copy = StagedCopy(
      source: try context.pool.take(byteCount, .host), target: try context.pool.take(byteCount, .device),
      byteCount: byteCount)
    image.copy(pixels, to: copy.source.buffer.contents!, as: upload.format)
    stagedCopies.append(copy)
    return UploadedSource(copy.target)
  }
}

extension Schedule {
  /// Returns whether an image is a source in device memory.
  func isResident(_ id: ImageID) -> Bool {
    if case .source(let source) = images[id].kind { source.shape.isResident } else { false }
  }
}
