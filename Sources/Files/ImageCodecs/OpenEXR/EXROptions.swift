import CCodecs
import ImageColor

/// Encoding options of an OpenEXR file: scan lines with lossless ZIP compression. Pixels are premultiplied, as the
/// format requires.
package struct EXROptions: ImageFileEncoding, Hashable, Sendable {
  /// Drops alpha: writes RGBA pixels as RGB.
  package var dropsAlpha: Bool

  package init(dropsAlpha: Bool = false) { self.dropsAlpha = dropsAlpha }

  package var formatName: String { "OpenEXR" }

  /// - Parameters:
  ///   - shape: half or float; grey is written as luminance.
  ///   - colorSpace: linear; its primaries are recorded as chromaticities.
  /// - Throws: `unsupported` for other layouts and spaces, and if OpenEXRCore is not installed.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    let library = try OptionalLibrary.openEXR.functions(for: sink.name)
    try shape.check(longestSide: 0x7fff_ffff, for: formatName)
    guard shape.layout.isFloat else {
      throw .unsupported("OpenEXR needs half floats or floats; render to RGBAh or RGBAf")
    }
    guard colorSpace?.isLinear != false else {
      throw .unsupported("OpenEXR needs a linear space (got \(colorSpace?.name ?? "")); render to a linear one")
    }
    var request = cc_exr_request()
    if let colorSpace, colorSpace.model == .rgb {
      guard let primaries = colorSpace.primaries else {
        throw .unsupported(
          "\(colorSpace.name) has no primaries, which OpenEXR requires; render to a named linear space")
      }
      request.has_chromaticities = 1
      request.chromaticities = (
        primaries.white.x, primaries.white.y, primaries.red.x, primaries.red.y, primaries.green.x, primaries.green.y,
        primaries.blue.x,
        primaries.blue.y
      )
    }
    return try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: [], metadata: metadata, into: sink) {
      (image, sink, failure) in
      request.image = image
      return cc_exr_create(library, &request, sink, &failure)
    }
  }
}
