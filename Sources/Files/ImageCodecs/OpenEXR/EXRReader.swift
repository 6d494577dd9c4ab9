import CCodecs
import ImageColor

/// Opens the first part of an OpenEXR file with OpenEXRCore: scan lines or tiles of R, G, B, A or Y in half or float;
/// the largest level of several. The image is the display window: pixels outside of the data window are clear, and data
/// outside of the display window are cropped.
///
/// Sources of the format: "OpenEXR File Layout", "Technical Introduction to OpenEXR", openexr.com.
func exrReader(_ source: ImageFileSource) throws(CodecError) -> LibraryReader {
  let library = try OptionalLibrary.openEXR.functions(for: source.name)
  return try LibraryReader(source, open: { cc_exr_open(library, $0, $1) }) { handle in
    imageHeader(cc_exr_get_header(handle))
  }
}

private func imageHeader(_ info: cc_exr_header) -> ImageFileHeader {
  let stated = info.has_chromaticities != 0 ? space(info) : nil
  let kind: ImageFileHeader.Kind =
    switch (info.is_grey != 0, info.has_alpha != 0) {
    case (true, false): .grey
    case (true, true): .greyAlpha
    case (false, false): .rgb
    case (false, true): .rgba
    }
  let plain: ColorSpace = info.is_grey != 0 ? .extendedLinearGray : .extendedLinearSRGB
  return ImageFileHeader(
    format: .openEXR, width: Int(info.width), height: Int(info.height), bitsPerComponent: Int(info.bits),
    kind: kind, colorSpace: info.is_grey != 0 ? plain : stated ?? plain, isTagged: stated != nil, profile: nil,
    isConvertedByProfile: false, orientation: 1, properties: [:], isFloat: true, isPremultiplied: true)
}

/// Returns the linear space with the file's chromaticities; nil if they span no gamut.
private func space(_ info: cc_exr_header) -> ColorSpace? {
  let xy = info.chromaticities
  // The file has floats, so 0.3127 is read with more digits than were written.
  func chromaticity(_ x: Double, _ y: Double) -> Chromaticity {
    Chromaticity((x * 1e6).rounded() / 1e6, (y * 1e6).rounded() / 1e6)
  }
  let primaries = Primaries(
    red: chromaticity(xy.2, xy.3), green: chromaticity(xy.4, xy.5), blue: chromaticity(xy.6, xy.7),
    white: chromaticity(xy.0, xy.1))
  guard [xy.1, xy.3, xy.5, xy.7].allSatisfy({ $0.isFinite && abs($0) > 1e-4 }) else { return nil }
  let named = ColorSpace.all.first {
    $0.model == .rgb && $0.isLinear && $0.isExtended && $0.primaries == primaries
  }
  return named ?? ColorSpace(name: "OpenEXR", transfer: .linear, primaries: primaries, isExtended: true)
}
