import ImageGraph
import ImagePlanning
import ImagePrograms

/// Sources that are on the device already: images of an app, copied by the run's commands to where kernels read them,
/// or read where they are.
extension PreparedRun {
  /// - Throws: `unsupported` for images of other devices.
  static func residents(
    of schedule: Schedule, on context: VulkanContext
  ) throws(RenderError) -> [Schedule.ImageID: ResidentImage] {
    var residents: [Schedule.ImageID: ResidentImage] = [:]
    for id in Set(schedule.dispatches.flatMap(\.inputs)) where schedule.isResident(id) {
      guard case .source(let source) = schedule.images[id].kind, let image = source.resident as? ResidentImage,
        context.uses(image.device)
      else {
        throw .unsupported("an image of a Vulkan device is rendered by contexts on that device, and this is none")
      }
      residents[id] = image
    }
    return residents
  }

  /// Memory that an image is copied to.
  func room(for upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    guard case .source(let source) = schedule.images[upload.image].kind, source.format == upload.format else {
      throw .unsupported("\(context.info.name) cannot read images with blue first; use another format")
    }
    return UploadedSource(
      try context.pool.take(schedule.images[upload.image].byteCount(as: upload.format), .device))
  }

  /// Copies the parts of images that the run reads, but for those that kernels read where they are.
  ///
  /// - Returns: where they were found: kept until the commands are done, which have to wait for their semaphores.
  /// - Throws: what asking for an image throws.
  func copyResidents(
    to sources: [ScheduleMemory.Upload: UploadedSource], on frame: Frame
  ) throws(RenderError) -> [DeviceSource] {
    if residents.isEmpty { return [] }
    var found: [Schedule.ImageID: DeviceSource] = [:]
    for (upload, copy) in sources {
      let image = schedule.images[upload.image]
      guard let resident = residents[upload.image], case .source(let source) = image.kind else { continue }
      let place: DeviceSource
      // Read in two forms it is the same place, whose semaphore is waited for once.
      if let known = found[upload.image] { place = known } else { place = try resident.found() }
      found[upload.image] = place
      let (rows, columns) = image.place(in: source)
      frame.copy((columns, rows), of: place.place, to: copy.buffer, pitch: image.pitch, upload.format)
    }
    if !found.isEmpty { frame.barrierBehindCopies() }
    for id in images.read.keys where found[id] == nil { found[id] = try residents[id]?.found() }
    return Array(found.values)
  }
}

/// Pixels of the host that commands in front copy to the device.
struct StagedCopy {
  let source: Lease
  let target: Lease
  let byteCount: Int
}

extension PreparedRun {
  /// The source's pixels on the device, as `image(for:)` has them, without a submission: what has to be copied there
  /// is added to `staged`, and not kept for other runs.
  func image(
    for upload: ScheduleMemory.Upload, staging staged: inout [StagedCopy]
  ) throws(RenderError) -> UploadedSource {
    if context.profile.isUnified || residents[upload.image] != nil { return try image(for: upload) }
    if let source = keptSource(upload) {
      let key = SourceCache.Key(identity: source.identity, format: upload.format)
      if let kept = context.sources.kept(key) { return kept }
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
    staged.append(copy)
    return UploadedSource(copy.target)
  }
}

extension Schedule {
  /// True for a source in a device's memory.
  func isResident(_ id: ImageID) -> Bool {
    if case .source(let source) = images[id].kind { source.shape.isResident } else { false }
  }
}
