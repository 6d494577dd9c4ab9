import CCodecs
import ImageColor

/// Opens a JPEG file with libjpeg-turbo: baseline, progressive and arithmetic, 8 bits.
///
/// Source of the format: ITU-T T.81.
///
/// - Parameter subsampling: 1, 2, 4 or 8: the divisor of the sides, which are rounded up.
func jpegReader(_ source: ImageFileSource, subsampling: Int = 1) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_jpeg_open) { handle in
    if subsampling > 1 { cc_jpeg_subsample(handle, UInt32(subsampling)) }
    let info = cc_jpeg_get_header(handle)
    return imageHeader(info)
  }
}

private func imageHeader(_ info: cc_jpeg_header) -> ImageFileHeader {
  let kind: ImageFileHeader.Kind =
    switch info.channels {
    case 1: .grey
    case 4: .cmyk
    default: .rgb
    }
  let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
  let metadata = ImageMetadata(info.metadata)
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { space in
    // A grey profile does not define colours.
    space.model == .grey && kind == .rgb ? nil : space
  }
  let isConverted = kind == .cmyk
  return ImageFileHeader(
    format: .jpeg, width: Int(info.width), height: Int(info.height), bitsPerComponent: 8, kind: kind,
    colorSpace: isConverted ? .sRGB : stated ?? .sRGB, isTagged: stated != nil || (kind == .cmyk && profile != nil),
    profile: profile, isConvertedByProfile: isConverted, orientation: metadata.orientation,
    properties: properties(info), metadata: metadata)
}

private func properties(_ info: cc_jpeg_header) -> [String: ImageFileProperty] {
  let scale = info.density_unit == 1 ? 1 : info.density_unit == 2 ? 2.54 : 0
  guard scale > 0, info.density_x > 0, info.density_y > 0 else { return [:] }
  return [
    "DPIWidth": .number(Double(info.density_x) * scale), "DPIHeight": .number(Double(info.density_y) * scale),
  ]
}
