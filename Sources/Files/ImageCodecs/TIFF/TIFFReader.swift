import CCodecs
import ImageColor

/// Opens an image of a TIFF file with libtiff. Images of reduced resolution are not counted.
///
/// Source of the format: TIFF 6.0 and its technical notes 1...3, BigTIFF.
func tiffReader(_ source: ImageFileSource, imageIndex: Int) throws(CodecError) -> LibraryReader {
  let images = TIFFDirectories.images { source.bytes(at: $0, count: $1) }
  // If the index is out of range, the first image is opened, and the caller reports the number of images.
  let directory = images.indices.contains(imageIndex) ? images[imageIndex] : nil
  let isFirst = directory == TIFFDirectories.firstDirectory { source.bytes(at: $0, count: $1) }?.offset
  return try LibraryReader(source, open: { cc_tiff_open($0, isFirst ? 0 : directory ?? 0, $1) }) { handle in
    let info = cc_tiff_get_header(handle)
    let metadata = ImageMetadata(tiff: source, directory: directory)
    var header = imageHeader(info, properties: properties(of: handle, info), metadata: metadata)
    header.imageCount = max(1, images.count)
    return header
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
  fileprivate init(tiff source: ImageFileSource, directory: UInt64?) {
    guard let file = TIFFDirectories({ source.bytes(at: $0, count: $1) }, directory: directory) else {
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
