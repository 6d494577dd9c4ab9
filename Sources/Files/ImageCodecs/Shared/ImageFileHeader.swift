import ImageColor

/// What an image file says of itself before its pixels.
package struct ImageFileHeader: Hashable, Sendable {
  /// The components of a pixel in the file. Palettes count as what they hold.
  package enum Kind: Int, Hashable, Sendable {
    case grey = 1
    case greyAlpha, rgb, rgba
    /// Becomes sRGB when it is decoded.
    case cmyk
  }

  package let format: ImageFileFormat
  /// Pixels, as stored: before `orientation` is applied.
  package let width: Int
  package let height: Int
  /// In the file: 1, 2, 4, 8, 16 or 32. Decoded pixels have 16 or 32 when the file has, else 8.
  package let bitsPerComponent: Int
  package let kind: Kind
  /// The meaning of the decoded pixels; sRGB when the file says nothing.
  package let colorSpace: ColorSpace
  /// True when the file states its colour space.
  package let isTagged: Bool
  /// The ICC profile of the file, as it is there.
  package let profile: [UInt8]?
  /// True when decoding brings the pixels to sRGB by lcms2, which limits them to its gamut: those of CMYK.
  package let isConvertedByProfile: Bool
  /// EXIF (TIFF 6.0, tag 274): 1 upright, 2 mirrored, 3 upside down, 4 flipped, 5...8 the same with x and y exchanged.
  package let orientation: Int
  /// Resolution ("DPIWidth", "DPIHeight") and texts ("Title", "Author", "Description" ...).
  package let properties: [String: ImageFileProperty]
  /// True for components of IEEE floats, 16 bits (half) or 32, whose range is not 0...1 only; else whole numbers.
  package internal(set) var isFloat = false
  /// True when the components were multiplied with alpha, as some TIFF files have them.
  package internal(set) var isPremultiplied = false

  /// EXIF, XMP and IPTC. Their orientation is that of the file, too, where images are not turned upright.
  package internal(set) var metadata = ImageMetadata()

  package var hasAlpha: Bool { kind == .greyAlpha || kind == .rgba }
  /// Of the decoded pixels: 8, 16 or 32.
  package var decodedBits: Int { max(8, bitsPerComponent) }
  /// Of the decoded pixels, which are always RGBA.
  package var decodedBytesPerPixel: Int { decodedBits / 2 }
}

/// A fact about an image that does not change its pixels.
package enum ImageFileProperty: Hashable, Sendable {
  case number(Double)
  case text(String)
}
