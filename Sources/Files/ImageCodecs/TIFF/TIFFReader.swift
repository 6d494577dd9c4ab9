import CCodecs
import ImageColor

/// Opens the first image of a TIFF file with libtiff.
///
/// Source of the format: TIFF 6.0 and its technical notes 1...3, BigTIFF.
func tiffReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_tiff_open) { handle in
    let info = cc_tiff_get_header(handle)
    return imageHeader(info, properties: properties(of: handle, info), metadata: ImageMetadata(tiff: source))
  }
}

private func imageHeader(
  _ info: cc_tiff_header, properties: [String: ImageFileProperty], metadata: ImageMetadata
) -> ImageFileHeader {
  let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
  let stated = profile.flatMap { try? ColorSpace(iccProfile: $0) }.flatMap { space in
    // A grey profile does not define colours.
    space.model == .grey && info.channels >= 3 ? nil : space
  }
  let isConverted = info.is_converted != 0
  // Linear light with the primaries of sRGB, unless a profile states another space.
  let plain: ColorSpace =
    info.is_linear == 0 ? .sRGB : info.channels < 3 ? .extendedLinearGray : .extendedLinearSRGB
  return ImageFileHeader(
    format: .tiff, width: Int(info.width), height: Int(info.height), bitsPerComponent: Int(info.bits),
    kind: info.is_cmyk != 0 ? .cmyk : ImageFileHeader.Kind(rawValue: Int(info.channels)) ?? .rgba,
    colorSpace: isConverted ? .sRGB : stated ?? plain, isTagged: stated != nil || isConverted && profile != nil,
    profile: profile, isConvertedByProfile: isConverted,
    orientation: (1...8).contains(info.orientation) ? Int(info.orientation) : 1, properties: properties,
    isFloat: info.is_float != 0, isPremultiplied: info.is_premultiplied != 0, metadata: metadata)
}

extension ImageMetadata {
  fileprivate init(tiff source: ImageFileSource) {
    guard let file = TIFFDirectories({ source.bytes(at: $0, count: $1) }) else {
      self.init()
      return
    }
    let photoshop = file.iptc.isEmpty ? file.photoshop : resources(ofIPTC: file.iptc)
    self.init(exif: file.exif, xmp: file.xmp, photoshop: photoshop)
  }
}

private func properties(of handle: OpaquePointer, _ info: cc_tiff_header) -> [String: ImageFileProperty] {
  var result: [String: ImageFileProperty] = [:]
  if info.dots_per_inch_x > 0 {
    result["DPIWidth"] = .number(info.dots_per_inch_x)
    result["DPIHeight"] = .number(info.dots_per_inch_y)
  }
  for (index, key) in ["Description", "Author", "Software", "Copyright"].enumerated() {
    if let text = cc_tiff_text(handle, Int32(index)) { result[key] = .text(String(cString: text)) }
  }
  return result
}
