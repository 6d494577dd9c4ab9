import CCodecs
import ImageColor

/// Opens a BMP file: 1 to 32 bits, palettes, masks and run lengths. Calibrated colours other than an embedded profile
/// are treated as sRGB.
///
/// Source of the format: "Bitmap Storage", learn.microsoft.com.
func bmpReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_bmp_open) { handle in
    let info = cc_bmp_get_header(handle)
    let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
    // A grey profile does not define colours.
    let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { $0.model == .grey ? nil : $0 }
    return ImageFileHeader(
      format: .bmp, width: Int(info.width), height: Int(info.height), bitsPerComponent: 8,
      kind: info.channels == 4 ? .rgba : .rgb, colorSpace: stated ?? .sRGB, isTagged: stated != nil, profile: profile,
      isConvertedByProfile: false, orientation: 1,
      properties: ImageResolution(pixelsPerMetre: info.pixels_per_metre_x, info.pixels_per_metre_y)?.properties ?? [:])
  }
}
