import CCodecs
import ImageColor

/// Encoding options of a TIFF file with one image in strips, all lossless except `dropsAlpha`.
package struct TIFFOptions: ImageFileEncoding, Hashable, Sendable {
  package enum Compression: Hashable, Sendable {
    case none, lzw
    /// zlib's level, 1 (fastest) ... 9 (smallest).
    case deflate(level: Int)
  }

  /// LZW and Deflate compress the differences of adjacent samples (TIFF 6.0, section 14).
  package var compression: Compression
  /// Drops alpha: writes RGBA pixels as RGB.
  package var dropsAlpha: Bool
  /// Whether the pixels are premultiplied, and are stored so.
  package var isPremultiplied: Bool
  /// Selects BigTIFF, which can exceed 4 GB; nil: if the pixels may not fit otherwise.
  package var isBig: Bool?

  package init(
    compression: Compression = .deflate(level: 3), dropsAlpha: Bool = false, isPremultiplied: Bool = false,
    isBig: Bool? = nil
  ) {
    (self.compression, self.dropsAlpha) = (compression, dropsAlpha)
    (self.isPremultiplied, self.isBig) = (isPremultiplied, isBig)
  }

  package var formatName: String { "TIFF" }

  /// - Parameter colorSpace: embedded as an ICC profile; nil records none.
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
        throw .invalidArgument("TIFF compression level must be between 1 and 9 (got \(level))")
      }
      (request.compression, request.level) = (Int32(CC_TIFF_DEFLATE), Int32(level))
    }
    // Noise grows when it is compressed; a margin of an eighth and the directory is sufficient.
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
