import CCodecs
import ImageColor

/// A JPEG file by libjpeg-turbo: baseline, progressive and arithmetic, 8 bits. Source of the format: ITU-T T.81.
///
/// - Parameter subsampling: 1, 2, 4 or 8: sides become that part of the file's, rounded up.
func jpegReader(_ source: ImageFileSource, subsampling: Int = 1) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_jpeg_open) { handle in
    if subsampling > 1 { cc_jpeg_subsample(handle, UInt32(subsampling)) }
    let facts = cc_jpeg_get_header(handle)
    return imageHeader(facts)
  }
}

private func imageHeader(_ facts: cc_jpeg_header) -> ImageFileHeader {
  let kind: ImageFileHeader.Kind =
    switch facts.channels {
    case 1: .grey
    case 4: .cmyk
    default: .rgb
    }
  let profile = facts.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.icc_size)) }
  let metadata = ImageMetadata(facts.metadata)
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { space in
    // A grey profile says nothing of colours.
    space.model == .grey && kind == .rgb ? nil : space
  }
  let isConverted = kind == .cmyk
  return ImageFileHeader(
    format: .jpeg, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: 8, kind: kind,
    colorSpace: isConverted ? .sRGB : stated ?? .sRGB, isTagged: stated != nil || (kind == .cmyk && profile != nil),
    profile: profile, isConvertedByProfile: isConverted, orientation: metadata.orientation,
    properties: properties(facts), metadata: metadata)
}

private func properties(_ facts: cc_jpeg_header) -> [String: ImageFileProperty] {
  let scale = facts.density_unit == 1 ? 1 : facts.density_unit == 2 ? 2.54 : 0
  guard scale > 0, facts.density_x > 0, facts.density_y > 0 else { return [:] }
  return [
    "DPIWidth": .number(Double(facts.density_x) * scale), "DPIHeight": .number(Double(facts.density_y) * scale),
  ]
}
