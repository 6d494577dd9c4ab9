import CCodecs
import ImageColor

/// Choices of an OpenEXR file: scan lines compressed by ZIP, which loses nothing. Pixels are premultiplied, as the
/// format has them.
package struct EXROptions: ImageFileEncoding, Hashable, Sendable {
  /// With RGBA pixels: write RGB.
  package var dropsAlpha: Bool

  package init(dropsAlpha: Bool = false) { self.dropsAlpha = dropsAlpha }

  package var formatName: String { "OpenEXR" }

  /// - Parameters:
  ///   - shape: half or float; grey is written as luminance.
  ///   - colorSpace: linear; its lights are stated as chromaticities.
  /// - Throws: `unsupported` for other layouts and spaces, and where OpenEXRCore is not installed.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    let library = try OptionalLibrary.openEXR.functions(for: sink.name)
    try shape.check(longestSide: 0x7fff_ffff, for: formatName)
    guard shape.layout.isFloat else {
      throw .unsupported("OpenEXR holds half floats and floats; render to RGBAh or RGBAf")
    }
    guard colorSpace?.isLinear != false else {
      throw .unsupported("OpenEXR holds linear light; render to a linear space, not \(colorSpace?.name ?? "")")
    }
    var request = cc_exr_request()
    if let colorSpace, colorSpace.model == .rgb {
      guard let lights = colorSpace.primaries else {
        throw .unsupported(
          "\(colorSpace.name) has no lights that OpenEXR could state; render to a named linear space")
      }
      request.has_lights = 1
      request.lights = (
        lights.white.x, lights.white.y, lights.red.x, lights.red.y, lights.green.x, lights.green.y, lights.blue.x,
        lights.blue.y
      )
    }
    return try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: [], metadata: metadata, into: sink) {
      (image, sink, failure) in
      request.image = image
      return cc_exr_create(library, &request, sink, &failure)
    }
  }
}
