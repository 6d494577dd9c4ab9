import CCodecs
import ImageColor

/// A PNG file by libpng. Source of the format: ISO/IEC 15948:2004 and W3C PNG, third edition (cICP, eXIf).
func pngReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  try LibraryReader(source, open: cc_png_open) { handle in
    let facts = cc_png_get_header(handle)
    return imageHeader(facts, texts: texts(of: handle, facts))
  }
}

private func imageHeader(_ facts: cc_png_header, texts: [String: String]) -> ImageFileHeader {
  let kind: ImageFileHeader.Kind =
    switch facts.channels {
    case 1: .grey
    case 2: .greyAlpha
    case 3: .rgb
    default: .rgba
    }
  let profile = facts.icc.map { [UInt8](UnsafeBufferPointer(start: $0, count: facts.icc_size)) }
  let metadata = ImageMetadata(facts, texts)
  let stated = statedColorSpace(facts, profile: profile)
  return ImageFileHeader(
    format: .png, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: Int(facts.bits), kind: kind,
    colorSpace: stated ?? .sRGB, isTagged: stated != nil, profile: profile,
    isConvertedByProfile: false, orientation: metadata.orientation,
    properties: properties(facts, texts), metadata: metadata)
}

/// The space that the chunks name, strongest first: cICP, iCCP, sRGB, gAMA and cHRM; nil when none of them does.
///
/// Source: W3C PNG, third edition, 4.3.
private func statedColorSpace(_ facts: cc_png_header, profile: [UInt8]?) -> ColorSpace? {
  if facts.has_cicp != 0 {
    let points = CodePoints(
      primaries: facts.cicp_primaries, transfer: facts.cicp_transfer, matrix: facts.cicp_matrix,
      isFullRange: facts.cicp_full_range == 1)
    if let space = ColorSpace(points) { return space }
  }
  if let profile, let space = try? ColorSpace(iccProfile: profile) { return space }
  if facts.has_srgb != 0 { return .sRGB }
  guard facts.gamma > 0 || facts.has_chrm != 0 else { return nil }

  var lights = Primaries.bt709
  if facts.has_chrm != 0 {
    let stored = Primaries(
      red: Chromaticity(facts.red_x, facts.red_y), green: Chromaticity(facts.green_x, facts.green_y),
      blue: Chromaticity(facts.blue_x, facts.blue_y), white: Chromaticity(facts.white_x, facts.white_y))
    lights = [Primaries.bt709, .p3, .bt2020, .adobeRGB].first { isNear($0, stored) } ?? stored
  }
  // 45455 is what writers of sRGB put for readers that know only gAMA (PNG, 11.3.2.5); taken at its word it would
  // darken every such image a little.
  let transfer: TransferFunction =
    switch facts.gamma {
    case ...0: .sRGB
    case 45455 where lights == .bt709: .sRGB
    case 100_000: .linear
    default: .gamma(100_000 / Double(facts.gamma))
    }
  return ColorSpace(matching: lights, transfer, orNamed: "PNG gAMA \(facts.gamma)")
}

/// cHRM holds five decimals; writers round differently.
private func isNear(_ a: Primaries, _ b: Primaries) -> Bool {
  zip([a.red, a.green, a.blue, a.white], [b.red, b.green, b.blue, b.white])
    .allSatisfy { abs($0.x - $1.x) < 0.0005 && abs($0.y - $1.y) < 0.0005 }
}

private let xmpKeyword = "XML:com.adobe.xmp"
private let profileKeyword = "Raw profile type "

private func properties(_ facts: cc_png_header, _ texts: [String: String]) -> [String: ImageFileProperty] {
  var result: [String: ImageFileProperty] = [:]
  if facts.pixels_per_metre_x > 0, facts.pixels_per_metre_y > 0 {
    result["DPIWidth"] = .number(Double(facts.pixels_per_metre_x) * 0.0254)
    result["DPIHeight"] = .number(Double(facts.pixels_per_metre_y) * 0.0254)
  }
  for (key, value) in texts where key != xmpKeyword && !key.hasPrefix(profileKeyword) { result[key] = .text(value) }
  return result
}

extension ImageMetadata {
  /// Chunks of PNG's own, or the texts that others used before there were any.
  fileprivate init(_ facts: cc_png_header, _ texts: [String: String]) {
    func profile(_ name: String) -> [UInt8]? { texts[profileKeyword + name].flatMap(textProfile) }
    let chunk = bytes(facts.exif)
    var exif = chunk.isEmpty ? profile("exif") ?? profile("APP1") ?? [] : chunk
    if exif.starts(with: Array("Exif".utf8) + [0, 0]) { exif.removeFirst(6) }
    self.init(
      exif: exif, xmp: texts[xmpKeyword].map { Array($0.utf8) } ?? profile("xmp") ?? [],
      photoshop: profile("iptc") ?? profile("8bim") ?? [])
  }
}

/// Of a keyword that comes more than once the last one.
private func texts(of handle: OpaquePointer, _ facts: cc_png_header) -> [String: String] {
  var result: [String: String] = [:]
  for index in 0..<facts.text_count {
    var key: UnsafePointer<CChar>?
    var value: UnsafePointer<CChar>?
    var isUTF8: Int32 = 0
    cc_png_text(handle, index, &key, &value, &isUTF8)
    guard let key, let value else { continue }
    result[text(key, isUTF8: false)] = text(value, isUTF8: isUTF8 != 0)
  }
  return result
}

/// Texts are in UTF-8 or in Latin-1, whose letters above 0x7f are two bytes of UTF-8.
private func text(_ characters: UnsafePointer<CChar>, isUTF8: Bool) -> String {
  if isUTF8 { return String(cString: characters) }
  var letters: [UInt8] = []
  var next = characters
  while next.pointee != 0 {
    let letter = UInt8(bitPattern: next.pointee)
    if letter < 0x80 {
      letters.append(letter)
    } else {
      letters += [0xc0 | letter >> 6, 0x80 | letter & 0x3f]
    }
    next += 1
  }
  return String(decoding: letters, as: UTF8.self)
}
