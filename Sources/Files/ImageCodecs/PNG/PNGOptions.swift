import CCodecs
import ImageColor

/// Encoding options of a PNG file, all lossless except `dropsAlpha`.
package struct PNGOptions: ImageFileEncoding, Hashable, Sendable {
  /// Drops alpha: writes RGBA pixels as RGB.
  package var dropsAlpha: Bool
  /// 0: uncompressed; 1: fast, run lengths only; 2 ... 9: zlib, slower and smaller.
  ///
  /// A photograph of 16.8 million pixels took 75 ms and 29.3 MB with 1, 3.4 s and 25.9 MB with zlib's 6 on one core.
  package var compressionLevel: Int

  package init(dropsAlpha: Bool = false, compressionLevel: Int = 1) {
    (self.dropsAlpha, self.compressionLevel) = (dropsAlpha, compressionLevel)
  }

  package var formatName: String { "PNG" }

  /// - Parameter colorSpace: recorded as an sRGB chunk, as cICP for PQ and HLG, else as an ICC profile; nil records
  ///   none.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    try shape.check(longestSide: 0x7fff_ffff, for: formatName)
    guard !shape.layout.isFloat else {
      throw .unsupported("PNG does not support floats; render to 16 bits, or write a TIFF")
    }
    guard (0...9).contains(compressionLevel) else {
      throw .invalidArgument("PNG compression level must be between 0 and 9 (got \(compressionLevel))")
    }
    var request = cc_png_request()
    var profile: [UInt8] = []
    if let colorSpace {
      if colorSpace.hasSameMeaning(as: .sRGB) {
        request.is_srgb = 1
      } else if colorSpace.transfer == .pq || colorSpace.transfer == .hlg, let points = colorSpace.codePoints {
        request.has_cicp = 1
        (request.cicp_primaries, request.cicp_transfer) = (points.primaries, points.transfer)
        (request.cicp_matrix, request.cicp_full_range) = (points.matrix, 1)
      } else {
        profile = try iccProfile(of: colorSpace, isGrey: shape.layout.channels == 1)
      }
    }
    let file = try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: profile, metadata: metadata, into: sink) {
      (image, sink, failure) in
      profileName(of: colorSpace).withCString { name in
        (request.image, request.icc_name) = (image, name)
        return cc_png_create(&request, sink, &failure)
      }
    }
    return PNGEncoder(file, of: shape, self)
  }
}

/// Returns a profile name by PNG, 11.3.2.3: 1...79 printable Latin-1 characters without spaces at the ends.
private func profileName(of space: ColorSpace?) -> String {
  let name = String((space?.name ?? "").unicodeScalars.filter { (33...126).contains($0.value) }.map(Character.init))
  return name.isEmpty ? "profile" : String(name.prefix(79))
}
