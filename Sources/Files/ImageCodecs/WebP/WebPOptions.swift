import CCodecs
import ImageColor

/// Encoding options of a WebP file. The encoder buffers the whole image: libwebp reads it several times.
package struct WebPOptions: ImageFileEncoding, Hashable, Sendable {
  /// 0 (smallest) ... 1 (best); with `isLossless` the effort, 0 (fast) ... 1 (smallest).
  package var quality: Double
  /// Preserves every bit, including the colours of transparent pixels.
  package var isLossless: Bool
  /// Drops alpha: writes RGBA pixels as RGB.
  package var dropsAlpha: Bool

  package init(quality: Double = 0.9, isLossless: Bool = false, dropsAlpha: Bool = false) {
    (self.quality, self.isLossless, self.dropsAlpha) = (quality, isLossless, dropsAlpha)
  }

  package var formatName: String { "WebP" }

  /// - Parameters:
  ///   - shape: RGB or RGBA, 8 bits a component, at most 16383 along a side.
  ///   - colorSpace: embedded as an ICC profile; nil records none.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    try shape.check(longestSide: 16383, for: formatName)
    guard shape.layout == .rgb8 || shape.layout == .rgba8 else {
      throw .unsupported("WebP needs RGB or RGBA of 8 bits a component; render to RGBA8")
    }
    guard (0...1).contains(quality) else {
      throw .invalidArgument("WebP quality must be between 0 and 1 (got \(quality))")
    }
    let profile = if let colorSpace { try iccProfile(of: colorSpace) } else { [UInt8]() }
    // The format stores no resolution of its own.
    let metadata = metadata.withResolutionInEXIF()
    return try LibraryEncoder(of: shape, dropsAlpha: dropsAlpha, profile: profile, metadata: metadata, into: sink) {
      (image, sink, failure) in
      var request = cc_webp_request(
        image: image, is_lossless: isLossless ? 1 : 0, quality: Float(quality * 100))
      return cc_webp_create(&request, sink, &failure)
    }
  }
}
