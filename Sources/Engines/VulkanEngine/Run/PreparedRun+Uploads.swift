import ImageGraph
import ImagePasses
import ImagePlanning

/// Uploads of sources to memory that kernels can read.
extension PreparedRun {
  /// The sources of the schedule, including those of cached intermediates.
  var sources: [Source] {
    schedule.images.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  private func isImported(_ upload: ScheduleMemory.Upload) -> Bool {
    context.profile.imports(upload, of: run, pixels[upload.image])
  }

  /// The keys of the run's sources in the source cache.
  var sourceKeys: Set<SourceCache.Key> {
    Set(
      memory.uploads.compactMap { upload in
        cacheableSource(upload).map { SourceCache.Key(identity: $0.identity, format: upload.format) }
      })
  }

  /// Returns the source of an upload that can be cached for later runs: a complete image that outlives the render.
  /// Returns nil for other uploads.
  func cacheableSource(_ upload: ScheduleMemory.Upload) -> Source? {
    let image = schedule.images[upload.image]
    guard case .source(let source) = image.kind, source.cachesPixels, image.region == source.rect else { return nil }
    return source
  }

  /// Returns the source's pixels on the device: cached, imported, or copied now.
  func image(for upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    if residents[upload.image] != nil { return try allocateCopy(for: upload) }
    guard let pixels = pixels[upload.image] else {
      preconditionFailure("an upload is of a source whose pixels were fetched")
    }
    guard let source = cacheableSource(upload) else { return try uploaded(pixels, upload) }
    let byteCount = schedule.images[upload.image].byteCount(as: upload.format)
    return try context.sources.image(
      of: source, format: upload.format, byteCount: isImported(upload) ? 0 : byteCount
    ) { () throws(RenderError) in try uploaded(pixels, upload) }
  }

  /// Uploads the sources that later runs find in the source cache.
  func uploadCacheableSources() throws(RenderError) {
    let reservation = try context.pool.reserve(statistics.peakBytes)
    defer { withExtendedLifetime(reservation) {} }
    trimCaches()
    for upload in memory.uploads where residents[upload.image] == nil && cacheableSource(upload) != nil {
      _ = try image(for: upload)
    }
  }

  private func uploaded(_ pixels: PixelBuffer, _ upload: ScheduleMemory.Upload) throws(RenderError) -> UploadedSource {
    if isImported(upload), let image = try? UploadedSource(importing: pixels, on: context.device) { return image }
    let image = schedule.images[upload.image]
    let byteCount = image.byteCount(as: upload.format)
    let lease = try context.pool.take(byteCount, .device)
    if let contents = lease.buffer.contents {
      image.copy(pixels, to: contents, as: upload.format)
      return UploadedSource(lease)
    }
    // Other runs may use the image as soon as it is cached, so the upload must be complete.
    let staging = try context.pool.take(byteCount, .host)
    image.copy(pixels, to: staging.buffer.contents!, as: upload.format)
    try context.frames.running { (frame) throws(RenderError) in
      try frame.begin()
      frame.copy(from: staging.buffer, to: lease.buffer, byteCount: byteCount)
    }
    withExtendedLifetime(staging) {}
    return UploadedSource(lease)
  }

  /// Copies a source to the output of a run without dispatches.
  func copied(_ pixels: PixelBuffer) throws(RenderError) -> RunOutput {
    let (format, pitch) = (pixels.format.onDevice, schedule.images[schedule.output].pitch)
    let byteCount = pitch * pixels.height * format.bytesPerPixel
    let lease = try context.pool.take(byteCount, .host)
    copyRows(of: pixels, to: lease.buffer.contents!, format: format, pitch: pitch)
    return RunOutput(lease: lease, rowBytes: pitch * format.bytesPerPixel, byteCount: byteCount)
  }
}
