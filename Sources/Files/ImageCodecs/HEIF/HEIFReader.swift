import CCodecs
import ImageColor

/// Opens the primary image of a HEIF file (HEVC or AV1) with libheif, which applies the file's rotation.
///
/// Source of the format: ISO/IEC 23008-12 and the AV1 Image File Format.
func heifReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  let library = try OptionalLibrary.heif.functions(for: source.name)
  return try LibraryReader(source, open: { cc_heif_open(library, $0, $1) }) { handle in
    imageHeader(cc_heif_get_header(handle))
  }
}

private func imageHeader(_ info: cc_heif_header) -> ImageFileHeader {
  let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
  // A grey profile does not define colours.
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
  let coded =
    info.has_cicp != 0
    ? ColorSpace(CodePoints(primaries: info.cicp_primaries, transfer: info.cicp_transfer)) : nil
  return ImageFileHeader(
    format: .heif, width: Int(info.width), height: Int(info.height), bitsPerComponent: info.bits > 8 ? 16 : 8,
    kind: info.has_alpha != 0 ? .rgba : .rgb, colorSpace: stated ?? coded ?? .sRGB,
    isTagged: stated != nil || coded != nil, profile: profile, isConvertedByProfile: false, orientation: 1,
    properties: [:], isPremultiplied: info.is_premultiplied != 0, metadata: ImageMetadata(info.metadata))
}
