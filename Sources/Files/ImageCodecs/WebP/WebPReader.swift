import CCodecs
import ImageColor

/// A WebP file by libwebp, one image. Source of the format: RFC 9649.
func webpReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_webp_open) { handle in
    let facts = cc_webp_get_header(handle)
    return imageHeader(facts)
  }
}

private func imageHeader(_ facts: cc_webp_header) -> ImageFileHeader {
  let profile = facts.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.icc_size)) }
  let metadata = ImageMetadata(facts.metadata)
  // A grey profile says nothing of colours.
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
  return ImageFileHeader(
    format: .webp, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: 8,
    kind: facts.has_alpha != 0 ? .rgba : .rgb, colorSpace: stated ?? .sRGB, isTagged: stated != nil,
    profile: profile, isConvertedByProfile: false, orientation: metadata.orientation, properties: [:],
    metadata: metadata)
}
