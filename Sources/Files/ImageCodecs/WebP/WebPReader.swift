import CCodecs
import ImageColor

/// Opens a WebP file with one image with libwebp.
///
/// Source of the format: RFC 9649.
func webpReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_webp_open) { handle in
    let info = cc_webp_get_header(handle)
    return imageHeader(info)
  }
}

private func imageHeader(_ info: cc_webp_header) -> ImageFileHeader {
  let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
  let metadata = ImageMetadata(info.metadata)
  // A grey profile does not define colours.
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
  return ImageFileHeader(
    format: .webp, width: Int(info.width), height: Int(info.height), bitsPerComponent: 8,
    kind: info.has_alpha != 0 ? .rgba : .rgb, colorSpace: stated ?? .sRGB, isTagged: stated != nil,
    profile: profile, isConvertedByProfile: false, orientation: metadata.orientation, properties: [:],
    metadata: metadata)
}
