import CCodecs
import ImageColor

/// Choices of a TIFF file, one image in strips, that do not change its pixels, except `dropsAlpha`.
package struct TIFFOptions: ImageFileEncoding, Hashable, Sendable {
  package enum Compression: Hashable, Sendable {
    case none, lzw
    /// zlib's level, 1 (fastest) ... 9 (smallest).
    case deflate(level: Int)
  }

  /// LZW and Deflate work on the differences of neighbours (TIFF 6.0, section 14).
  package var compression: Compression
  /// With RGBA pixels: write RGB.
  package var dropsAlpha: Bool
  /// The pixels are premultiplied with alpha, and are stored so.
  package var isPremultiplied: Bool
  /// BigTIFF, which has room for more than 4 GB; nil: where the pixels may not fit without.
  package var isBig: Bool?

  package init(
    compression: Compression = .deflate(level: 3), dropsAlpha: Bool = false, isPremultiplied: Bool = false,
    isBig: Bool? = nil
  ) {
    (self.compression, self.dropsAlpha) = (compression, dropsAlpha)
    (self.isPremultiplied, self.isBig) = (isPremultiplied, isBig)
  }

  package var formatName: String { "TIFF" }

  /// - Parameter colorSpace: embedded as an ICC profile; nil: not stated.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    try shape.check(longestSide: 0x7fff_ffff, for: formatName)
    var request = cc_tiff_request()
    switch compression {
    case .none: request.compression = Int32(CC_TIFF_NONE)
    case .lzw: request.compression = Int32(CC_TIFF_LZW)
    case .deflate(let level):
      guard (1...9).contains(level) else {
        throw .invalidArgument("TIFF compression level \(level); 1...9 are allowed")
      }
      (request.compression, request.level) = (Int32(CC_TIFF_DEFLATE), Int32(level))
    }
    // Compressed noise is larger than it was; an eighth and the directory are room enough.
    request.is_big = isBig ?? (shape.byteCount > 3.5e9) ? 1 : 0
    request.is_premultiplied = isPremultiplied ? 1 : 0
    let isGrey = shape.layout.channels == 1
    let profile = if let colorSpace { try iccProfile(of: colorSpace, isGrey: isGrey) } else { [UInt8]() }
    return try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: profile, metadata: metadata, into: sink) {
      (image, sink, failure) in
      request.image = image
      return cc_tiff_create(&request, sink, &failure)
    }
  }
}
