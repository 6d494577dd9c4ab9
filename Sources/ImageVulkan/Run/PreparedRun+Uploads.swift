import ImageGraph
import ImagePasses

/// How sources come to where kernels can read them.
extension PreparedRun {
  /// A source's pixels in one format.
  struct Upload: Hashable {
    var id: Schedule.PictureID
    var format: PixelFormat
  }

  var uploads: Set<Upload> {
    var uploads = Set<Upload>()
    for (dispatch, seen) in zip(schedule.dispatches, texels) {
      for (id, texels) in zip(dispatch.inputs, seen) where pixels[id] != nil {
        uploads.insert(Upload(id: id, format: texels.format))
      }
    }
    return uploads
  }

  /// The sources of the schedule, whether its dispatches read them or what is kept of them.
  var sources: [Source] {
    schedule.pictures.compactMap { if case .source(let source) = $0.kind { source } else { nil } }
  }

  func isImported(_ upload: Upload) -> Bool {
    guard context.pool.isUnified, let pixels = pixels[upload.id] else { return false }
    let pitch = schedule.pictures[upload.id].pitch
    return UploadedPicture.canImport(pixels, as: upload.format, pitch: pitch, on: context.device)
  }

  /// What the run reads, as the cache of sources knows it.
  var sourceKeys: Set<SourceCache.Key> {
    Set(
      uploads.compactMap { upload in
        keptSource(upload).map { SourceCache.Key(identity: $0.identity, format: upload.format) }
      })
  }

  /// The source of an upload that is kept for later runs: a whole picture that lives longer than the render.
  private func keptSource(_ upload: Upload) -> Source? {
    let picture = schedule.pictures[upload.id]
    guard case .source(let source) = picture.kind, source.keepsPixels, picture.region == source.rect else { return nil }
    return source
  }

  /// The source's pixels on the device: kept from before, imported where they are, or copied now.
  func picture(for upload: Upload) throws(RenderError) -> UploadedPicture {
    guard let pixels = pixels[upload.id] else {
      preconditionFailure("an upload is of a source whose pixels were fetched")
    }
    guard let source = keptSource(upload) else { return try uploaded(pixels, upload) }
    let pitch = schedule.pictures[upload.id].pitch
    let byteCount = pitch * pixels.height * upload.format.bytesPerPixel
    return try context.sources.picture(
      of: source, format: upload.format, byteCount: isImported(upload) ? 0 : byteCount
    ) { () throws(RenderError) in try uploaded(pixels, upload) }
  }

  private func uploaded(_ pixels: PixelBuffer, _ upload: Upload) throws(RenderError) -> UploadedPicture {
    if isImported(upload), let picture = try? UploadedPicture(importing: pixels, on: context.device) { return picture }
    let pitch = schedule.pictures[upload.id].pitch
    let byteCount = pitch * pixels.height * upload.format.bytesPerPixel
    let lease = try context.pool.take(byteCount, .device)
    if let contents = lease.buffer.contents {
      copyRows(of: pixels, to: contents, format: upload.format, pitch: pitch)
      return UploadedPicture(lease)
    }
    // Other runs may use the picture as soon as it is kept, so its upload is done by then.
    let staging = try context.pool.take(byteCount, .host)
    copyRows(of: pixels, to: staging.buffer.contents!, format: upload.format, pitch: pitch)
    try context.frames.running { (frame) throws(RenderError) in
      try frame.begin()
      frame.copy(from: staging.buffer, to: lease.buffer, byteCount: byteCount)
    }
    withExtendedLifetime(staging) {}
    return UploadedPicture(lease)
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
