import CCodecs
import ImageColor

/// The primary image of a HEIF file (HEVC or AV1) by libheif, turned upright as the file says.
/// Source of the format: ISO/IEC 23008-12 and the AV1 Image File Format.
func heifReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  let library = try OptionalLibrary.heif.functions(for: source.name)
  return try LibraryReader(source, open: { cc_heif_open(library, $0, $1) }) { handle in
    imageHeader(cc_heif_get_header(handle))
  }
}

private func imageHeader(_ facts: cc_heif_header) -> ImageFileHeader {
  let profile = facts.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.icc_size)) }
  // A grey profile says nothing of colours.
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
  let coded =
    facts.has_cicp != 0
    ? ColorSpace(CodePoints(primaries: facts.cicp_primaries, transfer: facts.cicp_transfer)) : nil
  return ImageFileHeader(
    format: .heif, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: facts.bits > 8 ? 16 : 8,
    kind: facts.has_alpha != 0 ? .rgba : .rgb, colorSpace: stated ?? coded ?? .sRGB,
    isTagged: stated != nil || coded != nil, profile: profile, isConvertedByProfile: false, orientation: 1,
    properties: [:], isPremultiplied: facts.is_premultiplied != 0, metadata: ImageMetadata(facts.metadata))
}
