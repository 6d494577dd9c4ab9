import CCodecs
import ImageColor

/// Opens a PNG file with libpng.
///
/// Source of the format: ISO/IEC 15948:2004 and W3C PNG, third edition (cICP, eXIf).
func pngReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_png_open) { handle in
    let info = cc_png_get_header(handle)
    return imageHeader(info, texts: texts(of: handle, info))
  }
}

private func imageHeader(_ info: cc_png_header, texts: [String: String]) -> ImageFileHeader {
  let kind: ImageFileHeader.Kind =
    switch info.channels {
    case 1: .grey
    case 2: .greyAlpha
    case 3: .rgb
    default: .rgba
    }
  let profile = info.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: info.icc_size)) }
  let metadata = ImageMetadata(info, texts)
  let stated = statedColorSpace(info, profile: profile)
  var header = ImageFileHeader(
    format: .png, width: Int(info.width), height: Int(info.height), bitsPerComponent: Int(info.bits), kind: kind,
    colorSpace: stated ?? .sRGB, isTagged: stated != nil, profile: profile,
    isConvertedByProfile: false, orientation: metadata.orientation,
    properties: properties(info, texts), metadata: metadata)
  header.frameCount = max(1, Int(info.frame_count))
  return header
}

/// Returns the space that the chunks specify, in order of precedence: cICP, iCCP, sRGB, gAMA and cHRM; nil if there is
/// none.
///
/// Source: W3C PNG, third edition, 4.3.
private func statedColorSpace(_ info: cc_png_header, profile: [UInt8]?) -> ColorSpace? {
  if info.has_cicp != 0 {
    let points = CodePoints(
      primaries: info.cicp_primaries, transfer: info.cicp_transfer, matrix: info.cicp_matrix,
      isFullRange: info.cicp_full_range == 1)
    if let space = ColorSpace(points) { return space }
  }
  if let profile, let space = try? ColorSpace(iccProfile: profile) { return space }
  if info.has_srgb != 0 { return .sRGB }
  guard info.gamma > 0 || info.has_chrm != 0 else { return nil }

  var primaries = Primaries.bt709
  if info.has_chrm != 0 {
    let stored = Primaries(
      red: Chromaticity(info.red_x, info.red_y), green: Chromaticity(info.green_x, info.green_y),
      blue: Chromaticity(info.blue_x, info.blue_y), white: Chromaticity(info.white_x, info.white_y))
    primaries = [Primaries.bt709, .p3, .bt2020, .adobeRGB].first { isNear($0, stored) } ?? stored
  }
  // Writers of sRGB store 45455 for readers that only support gAMA (PNG, 11.3.2.5). Applied literally it would darken
  // every such image slightly.
  let transfer: TransferFunction =
    switch info.gamma {
    case ...0: .sRGB
    case 45455 where primaries == .bt709: .sRGB
    case 100_000: .linear
    default: .gamma(100_000 / Double(info.gamma))
    }
  return ColorSpace(matching: primaries, transfer, orNamed: "PNG gAMA \(info.gamma)")
}

/// Compares within the rounding of cHRM, which has five decimals.
private func isNear(_ a: Primaries, _ b: Primaries) -> Bool {
  zip([a.red, a.green, a.blue, a.white], [b.red, b.green, b.blue, b.white])
    .allSatisfy { abs($0.x - $1.x) < 0.0005 && abs($0.y - $1.y) < 0.0005 }
}

private let xmpKeyword = "XML:com.adobe.xmp"
private let profileKeyword = "Raw profile type "

private func properties(_ info: cc_png_header, _ texts: [String: String]) -> [String: ImageFileProperty] {
  let resolution = ImageResolution(pixelsPerMetre: info.pixels_per_metre_x, info.pixels_per_metre_y)
  var result = resolution?.properties ?? [:]
  for (key, value) in texts where key != xmpKeyword && !key.hasPrefix(profileKeyword) { result[key] = .text(value) }
  return result
}

extension ImageMetadata {
  /// Creates metadata from PNG's own chunks, or from the text chunks that predate them.
  fileprivate init(_ info: cc_png_header, _ texts: [String: String]) {
    func profile(_ name: String) -> [UInt8]? { texts[profileKeyword + name].flatMap(textProfile) }
    let chunk = bytes(info.exif)
    var exif = chunk.isEmpty ? profile("exif") ?? profile("APP1") ?? [] : chunk
    if exif.starts(with: Array("Exif".utf8) + [0, 0]) { exif.removeFirst(6) }
    self.init(
      exif: exif, xmp: texts[xmpKeyword].map { Array($0.utf8) } ?? profile("xmp") ?? [],
      photoshop: profile("iptc") ?? profile("8bim") ?? [])
  }
}

/// Returns the texts by keyword. If a keyword occurs several times, the last one is used.
private func texts(of handle: OpaquePointer, _ info: cc_png_header) -> [String: String] {
  var result: [String: String] = [:]
  for index in 0..<info.text_count {
    var key: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    var isUTF8: Int32 = 0
    cc_png_text(handle, index, &key, &value, &isUTF8)
    guard let key, let value else { continue }
    result[text(key, isUTF8: false)] = text(value, isUTF8: isUTF8 != 0)
  }
  return result
}

/// Decodes UTF-8 or Latin-1, whose characters above 0x7f are two bytes in UTF-8.
private func text(_ characters: UnsafePointer<CChar>, isUTF8: Bool) -> String {
  if isUTF8 { return String(cString: characters) }
  var utf8: [UInt8] = []
  var next = characters
  while next.pointee != 0 {
    let byte = UInt8(bitPattern: next.pointee)
    if byte < 0x80 {
      utf8.append(byte)
    } else {
      utf8 += [0xc0 | byte >> 6, 0x80 | byte & 0x3f]
    }
    next += 1
  }
  return String(decoding: utf8, as: UTF8.self)
}
