import CCodecs

/// An encoder that writes the rows of a file with one of the C libraries.
final class LibraryEncoder: RowEncoder {
  let sink: ImageFileSink
  let handle: OpaquePointer

  /// - Parameter create: opens the file; the image's profile and metadata are valid during the call.
  init(
    of shape: BitmapDescription, dropsAlpha: Bool = false, profile: [UInt8], metadata: ImageMetadata,
    into sink: ImageFileSink,
    create: (cc_image, OpaquePointer, inout cc_failure) -> OpaquePointer?
  ) throws(CodecError) {
    self.sink = sink
    var failure = cc_failure()
    let opened = profile.withUnsafeBufferPointer { profile in
      metadata.withC { metadata in
        let image = cc_image(
          width: UInt32(shape.width), height: UInt32(shape.height), bits: UInt32(shape.layout.bits),
          is_float: shape.layout.isFloat ? 1 : 0, channels: UInt32(shape.layout.channels),
          drops_alpha: dropsAlpha ? 1 : 0, icc: profile.isEmpty ? nil : profile.baseAddress, icc_size: profile.count,
          metadata: metadata)
        return create(image, sink.handle, &failure)
      }
    }
    guard let opened else { throw CodecError(failure, sink.name) }
    handle = opened
  }

  deinit { cc_writer_close(handle) }

  func write(_ rows: PixelView) throws(CodecError) {
    var failure = cc_failure()
    guard cc_writer_rows(handle, rows.base, rows.rowBytes, UInt32(rows.height), &failure) != 0 else {
      throw CodecError(failure, sink.name)
    }
  }

  func finish() throws(CodecError) {
    var failure = cc_failure()
    guard cc_writer_finish(handle, &failure) != 0 else { throw CodecError(failure, sink.name) }
  }
}
