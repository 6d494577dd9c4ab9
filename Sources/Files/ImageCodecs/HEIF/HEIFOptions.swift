import CCodecs
import ImageColor

/// Encoding options of a HEIF file with one image. The encoder buffers the whole image: libheif reads it several times.
package struct HEIFOptions: ImageFileEncoding, Hashable, Sendable {
  package enum Compression: Hashable, Sendable {
    /// HEIC.
    case hevc
    /// AVIF.
    case av1
  }

  package var compression: Compression
  /// Bits of a component: 8 or 10 for HEVC, 8 or 12 for AV1. (libaom rejects the 10-bit AV1 images of libheif 1.15, and
  /// x265 is mostly built without 12 bits.)
  package var bits: Int
  /// 0 (smallest) ... 1 (best).
  package var quality: Double
  /// Drops alpha: writes RGBA pixels as RGB.
  package var dropsAlpha: Bool

  package init(compression: Compression = .hevc, bits: Int = 8, quality: Double = 0.9, dropsAlpha: Bool = false) {
    (self.compression, self.bits, self.quality, self.dropsAlpha) = (compression, bits, quality, dropsAlpha)
  }

  package var formatName: String { compression == .hevc ? "HEIC" : "AVIF" }

  /// - Parameters:
  ///   - shape: RGBA of 8 bits for 8, of 16 bits for more; at most 16384 along a side.
  ///   - colorSpace: recorded as code points of H.273 if it has them, else embedded as an ICC profile; nil records
  ///     none.
  /// - Throws: `unsupported` if libheif has no such encoder, and if libheif is not installed.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    let library = try OptionalLibrary.heif.functions(for: sink.name)
    try shape.check(longestSide: 16384, for: formatName)
    let deep = compression == .hevc ? 10 : 12
    guard bits == 8 || bits == deep else {
      throw .invalidArgument("bits of \(formatName) must be 8 or \(deep) (got \(bits))")
    }
    guard shape.layout == (bits == 8 ? .rgba8 : .rgba16) else {
      throw .unsupported("\(formatName) of \(bits) bits is written from RGBA of \(bits == 8 ? 8 : 16) bits")
    }
    guard (0...1).contains(quality) else {
      throw .invalidArgument("\(formatName) quality must be between 0 and 1 (got \(quality))")
    }
    var request = cc_heif_request()
    request.is_av1 = compression == .av1 ? 1 : 0
    (request.bits, request.quality) = (UInt32(bits), Int32((quality * 100).rounded()))
    var profile: [UInt8] = []
    if let points = colorSpace?.codePoints {
      request.has_cicp = 1
      (request.cicp_primaries, request.cicp_transfer) = (points.primaries, points.transfer)
      // The YCbCr matrix, H.273, table 4: BT.2020's for its primaries, else BT.601's, which readers assume by default.
      request.cicp_matrix = points.primaries == 9 ? 9 : 6
    } else if let colorSpace {
      profile = try iccProfile(of: colorSpace)
    }
    // The format stores no resolution of its own.
    let metadata = metadata.withResolutionInEXIF()
    return try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: profile, metadata: metadata, into: sink) {
      (image, sink, failure) in
      request.image = image
      return cc_heif_create(library, &request, sink, &failure)
    }
  }
}
