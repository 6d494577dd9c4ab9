import CCodecs
import ImageColor

/// A WebP file by libwebp, one picture. Source of the format: RFC 9649.
final class WebPReader: PictureReader {
  let header: PictureHeader
  /// Pixels of one colour take almost no bytes.
  let leastFileBytes: UInt64 = 0
  private let source: PictureSource
  private let handle: OpaquePointer

  init(_ source: PictureSource) throws(CodecError) {
    var failure = cc_failure()
    guard let handle = cc_webp_open(source.handle, &failure) else { throw CodecError(failure, source.name) }
    (self.source, self.handle) = (source, handle)
    header = pictureHeader(cc_webp_get_header(handle))
  }

  deinit { cc_webp_close(handle) }

  func read(into pixels: PixelStorage) throws(CodecError) {
    var failure = cc_failure()
    guard cc_webp_read(handle, pixels.bytes, pixels.rowBytes, &failure) != 0 else {
      throw CodecError(failure, source.name)
    }
  }
}

private func pictureHeader(_ facts: cc_webp_header) -> PictureHeader {
  let profile = facts.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.icc_size)) }
  let exif = facts.exif.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.exif_size)) }
  // A grey profile says nothing of colours.
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
  let isTable = stated?.transfer == .table
  return PictureHeader(
    format: .webp, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: 8,
    kind: facts.has_alpha != 0 ? .rgba : .rgb, colorSpace: isTable ? .sRGB : stated ?? .sRGB, isTagged: stated != nil,
    profile: profile, isConvertedByProfile: isTable, orientation: exif.flatMap(exifOrientation) ?? 1, properties: [:])
}
