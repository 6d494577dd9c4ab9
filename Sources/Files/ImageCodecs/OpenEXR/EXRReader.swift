import CCodecs
import ImageColor

/// The first part of an OpenEXR file by OpenEXRCore: scan lines or tiles of R, G, B, A or Y in half or float; of
/// several levels the largest. The image is the data window. Source of the format: "OpenEXR File Layout",
/// openexr.com.
func exrReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  let library = try OptionalLibrary.openEXR.functions(for: source.name)
  return try LibraryReader(source, open: { cc_exr_open(library, $0, $1) }) { handle in
    imageHeader(cc_exr_get_header(handle))
  }
}

private func imageHeader(_ facts: cc_exr_header) -> ImageFileHeader {
  let stated = facts.has_lights != 0 ? space(facts) : nil
  let kind: ImageFileHeader.Kind =
    switch (facts.is_grey != 0, facts.has_alpha != 0) {
    case (true, false): .grey
    case (true, true): .greyAlpha
    case (false, false): .rgb
    case (false, true): .rgba
    }
  let plain: ColorSpace = facts.is_grey != 0 ? .extendedLinearGray : .extendedLinearSRGB
  return ImageFileHeader(
    format: .openEXR, width: Int(facts.width), height: Int(facts.height), bitsPerComponent: Int(facts.bits),
    kind: kind, colorSpace: facts.is_grey != 0 ? plain : stated ?? plain, isTagged: stated != nil, profile: nil,
    isConvertedByProfile: false, orientation: 1, properties: [:], isFloat: true, isPremultiplied: true)
}

/// Linear light of the file's chromaticities; nil when they span no gamut.
private func space(_ facts: cc_exr_header) -> ColorSpace? {
  let xy = facts.lights
  // Kept as floats: 0.3127 comes back with more digits than it was written with.
  func light(_ x: Double, _ y: Double) -> Chromaticity {
    Chromaticity((x * 1e6).rounded() / 1e6, (y * 1e6).rounded() / 1e6)
  }
  let primaries = Primaries(
    red: light(xy.2, xy.3), green: light(xy.4, xy.5), blue: light(xy.6, xy.7), white: light(xy.0, xy.1))
  guard [xy.1, xy.3, xy.5, xy.7].allSatisfy({ $0.isFinite && abs($0) > 1e-4 }) else { return nil }
  let known = ColorSpace.all.first {
    $0.model == .rgb && $0.isLinear && $0.isExtended && $0.primaries == primaries
  }
  return known ?? ColorSpace(name: "OpenEXR", transfer: .linear, primaries: primaries, isExtended: true)
}
