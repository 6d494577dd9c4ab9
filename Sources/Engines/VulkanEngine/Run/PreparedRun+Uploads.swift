import ImageGraph
import ImagePasses
import ImagePlanning

/// How sources come to where kernels can read them.
extension PreparedRun {
  /// The sources of the schedule, whether its dispatches read them or what is kept of them.
  var sources: [Source] {
    schedule.pictures.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  private func isImported(_ upload: ScheduleMemory.Upload) -> Bool {
    context.profile.imports(upload, of: run, pixels[upload.picture])
  }

  /// What the run reads, as the cache of sources knows it.
  var sourceKeys: Set<SourceCache.Key> {
    Set(
      memory.uploads.compactMap { upload in
        keptSource(upload).map { SourceCache.Key(identity: $0.identity, format: upload.format) }
      })
  }

  /// The source of an upload that is kept for later runs: a whole picture that lives longer than the render.
  func keptSource(_ upload: ScheduleMemory.Upload) -> Source? {
    let picture = schedule.pictures[upload.picture]
    guard case .source(let source) = picture.kind, source.keepsPixels, picture.region == source.rect else { return nil }
    return source
  }

  /// The source's pixels on the device: kept from before, imported where they are, or copied now.
  func picture(for upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    if residents[upload.picture] != nil { return try room(for: upload) }
    guard let pixels = pixels[upload.picture] else {
      preconditionFailure("an upload is of a source whose pixels were fetched")
    }
    guard let source = keptSource(upload) else { return try uploaded(pixels, upload) }
    let byteCount = schedule.pictures[upload.picture].byteCount(as: upload.format)
    return try context.sources.picture(
      of: source, format: upload.format, byteCount: isImported(upload) ? 0 : byteCount
    ) { () throws(RenderError) in try uploaded(pixels, upload) }
  }

  /// Brings pictures that later runs find in the cache of sources to the device.
  func uploadKeptSources() throws(RenderError) {
    let reservation = try context.pool.reserve(statistics.peakBytes)
    defer { withExtendedLifetime(reservation) {} }
    trimCaches()
    for upload in memory.uploads where residents[upload.picture] == nil && keptSource(upload) != nil {
      _ = try picture(for: upload)
    }
  }

  private func uploaded(_ pixels: PixelBuffer, _ upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    if isImported(upload), let picture = try? UploadedSource(importing: pixels, on: context.device) { return picture }
    let pitch = schedule.pictures[upload.picture].pitch
    let byteCount = pitch * pixels.height * upload.format.bytesPerPixel
    let lease = try context.pool.take(byteCount, .device)
    if let contents = lease.buffer.contents {
      copyRows(of: pixels, to: contents, format: upload.format, pitch: pitch)
      return UploadedSource(lease)
    }
    // Other runs may use the picture as soon as it is kept, so its upload is done by then.
    let staging = try context.pool.take(byteCount, .host)
    copyRows(of: pixels, to: staging.buffer.contents!, format: upload.format, pitch: pitch)
    try context.frames.running { (frame) throws(RenderError) in
      try frame.begin()
      frame.copy(from: staging.buffer, to: lease.buffer, byteCount: byteCount)
    }
    withExtendedLifetime(staging) {}
    return UploadedSource(lease)
  }

  /// A source as the output: nothing to compute.
  func copied(_ pixels: PixelBuffer) throws(RenderError) -> RunOutput {
    let (format, pitch) = (pixels.format.onDevice, schedule.pictures[schedule.output].pitch)
    let byteCount = pitch * pixels.height * format.bytesPerPixel
    let lease = try context.pool.take(byteCount, .host)
    copyRows(of: pixels, to: lease.buffer.contents!, format: format, pitch: pitch)
    return RunOutput(lease: lease, rowBytes: pitch * format.bytesPerPixel, byteCount: byteCount)
  }
}
