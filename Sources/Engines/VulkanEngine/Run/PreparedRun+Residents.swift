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
    var located: [Schedule.ImageID: DeviceSource] = [:]
    for (upload, copy) in sources {
      let image = schedule.images[upload.image]
      guard let resident = residents[upload.image], case .source(let source) = image.kind else { continue }
      let deviceSource: DeviceSource
      // An image that is read in two formats is located once, so that its semaphore is waited for once.
      if let existing = located[upload.image] { deviceSource = existing } else { deviceSource = try resident.located() }
      located[upload.image] = deviceSource
      let (rows, columns) = image.rowsAndColumns(in: source)
      frame.copy((columns, rows), of: deviceSource.location, to: copy.buffer, pitch: image.pitch, upload.format)
    }
    if !located.isEmpty { frame.barrierAfterCopies() }
    for id in images.read.keys where located[id] == nil { located[id] = try residents[id]?.located() }
    return Array(located.values)
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
    let pitch = schedule.images[upload.image].pitch
    let byteCount = pitch * pixels.height * upload.format.bytesPerPixel
    let copy = StagedCopy(
      source: try context.pool.take(byteCount, .host), target: try context.pool.take(byteCount, .device),
      byteCount: byteCount)
    copyRows(of: pixels, to: copy.source.buffer.contents!, format: upload.format, pitch: pitch)
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
