import CCodecs
import ImageColor

/// Encoding options of a JPEG file. Alpha is ignored: composite the image over a background first.
package struct JPEGOptions: ImageFileEncoding, Hashable, Sendable {
  /// 0 (smallest) ... 1 (best); maps to libjpeg's 1...100.
  package var quality: Double
  /// Encodes chroma at full resolution; nil: from quality 0.9 on.
  package var hasFullChroma: Bool?
  /// Encodes several scans; the encoder then buffers the whole image.
  package var isProgressive: Bool

  package init(quality: Double = 0.9, hasFullChroma: Bool? = nil, isProgressive: Bool = false) {
    (self.quality, self.hasFullChroma, self.isProgressive) = (quality, hasFullChroma, isProgressive)
  }

  package var formatName: String { "JPEG" }

  /// - Parameters:
  ///   - shape: 8 bits a component.
  ///   - colorSpace: embedded as an ICC profile; nil records none.
  package func encoder(
    of shape: BitmapDescription, colorSpace: ColorSpace?, metadata: ImageMetadata, into sink: ImageFileSink
  ) throws(CodecError) -> any RowEncoder {
    try shape.check(longestSide: 65500, for: formatName)
    guard shape.layout.bits == 8 else {
      throw .unsupported("JPEG components must have 8 bits (got \(shape.layout.bits)); render to an 8-bit format")
    }
    guard (0...1).contains(quality) else {
      throw .invalidArgument("JPEG quality must be between 0 and 1 (got \(quality))")
    }
    let isGrey = shape.layout.channels == 1
    let profile = if let colorSpace { try iccProfile(of: colorSpace, isGrey: isGrey) } else { [UInt8]() }
    // JFIF stores whole numbers.
    let isWhole = metadata.resolution.map { $0.x == $0.x.rounded() && $0.y == $0.y.rounded() } ?? true
    let metadata = isWhole ? metadata : metadata.withResolutionInEXIF()
    return try LibraryEncoder(of: shape, profile: profile, metadata: metadata, into: sink) { (image, sink, failure) in
      var request = cc_jpeg_request(
        image: image, quality: max(1, Int32((quality * 100).rounded())),
        full_chroma: hasFullChroma ?? (quality >= 0.9) ? 1 : 0, progressive: isProgressive ? 1 : 0)
      return cc_jpeg_create(&request, sink, &failure)
    }
  }
}
