import ImageColor

/// The properties of an image file that its header defines.
package struct ImageFileHeader: Hashable, Sendable {
  /// The components of a pixel in the file. Palettes have the kind of their colours.
  package enum Kind: Int, Hashable, Sendable {
    case grey = 1
    case greyAlpha, rgb, rgba
    /// Converted to sRGB when it is decoded.
    case cmyk
  }

  package let format: ImageFileFormat
  /// The size in pixels, as stored: before `orientation` is applied.
  package let width: Int
  package let height: Int
  /// The number of bits in the file: 1, 2, 4, 8, 16 or 32. Decoded pixels have 16 or 32 if the file has, else 8.
  package let bitsPerComponent: Int
  package let kind: Kind
  /// The colour space of the decoded pixels; sRGB if the file specifies none.
  package let colorSpace: ColorSpace
  /// Whether the file specifies its colour space.
  package let isTagged: Bool
  /// The ICC profile of the file, unmodified.
  package let profile: [UInt8]?
  /// Whether decoding converts the pixels to sRGB by lcms2, which limits them to its gamut: true for CMYK, and for
  /// TIFF files in CIELab.
  package let isConvertedByProfile: Bool
  /// EXIF (TIFF 6.0, tag 274): 1 upright, 2 mirrored, 3 upside down, 4 flipped, 5...8 the same with x and y exchanged.
  package let orientation: Int
  /// Resolution ("DPIWidth", "DPIHeight") and texts ("Title", "Author", "Description" ...).
  package let properties: [String: ImageFileProperty]
  /// Whether components are IEEE floats, of 16 (half) or 32 bits, whose range exceeds 0...1; else they are integers.
  package internal(set) var isFloat = false
  /// Whether the components are premultiplied, as in some TIFF files.
  package internal(set) var isPremultiplied = false

  /// The number of images in the file that can be selected: the pages of a TIFF file, up to a limit.
  package internal(set) var imageCount = 1
  /// The number of frames of an animation, PNG or GIF. Only the first one is read.
  package internal(set) var frameCount = 1

  /// EXIF, XMP and IPTC. Their orientation equals the file's, even if images are not rotated.
  package internal(set) var metadata = ImageMetadata()

  package var hasAlpha: Bool { kind == .greyAlpha || kind == .rgba }
  /// The bits of a component of the decoded pixels: 8, 16 or 32.
  package var decodedBits: Int { max(8, bitsPerComponent) }
  /// The bytes of a decoded pixel, which is always RGBA.
  package var decodedBytesPerPixel: Int { decodedBits / 2 }
}
