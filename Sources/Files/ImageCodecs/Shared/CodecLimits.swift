import Foundation

/// Limits on image files, which are untrusted input.
///
/// They are checked after the header is read, before memory is allocated for the pixels. Exceeding one is a `limit`
/// error with the requested and the allowed value.
public struct CodecLimits: Hashable, Sendable {
  /// The maximum length of a side, in pixels; at most 2^30.
  public var longestSide: Int
  /// The maximum number of pixels; at most 2^52.
  public var pixelCount: Int
  /// The maximum size of the decoded image in bytes (4 to 16 a pixel), even if it is never in memory at once.
  public var byteCount: Int
  /// The maximum memory for images that are decoded completely, in bytes. These are interlaced PNG, progressive JPEG,
  /// WebP, HEIC and AVIF, which cannot be decoded by rows. A render also counts this memory against its memory target.
  public var wholeByteCount: Int
  /// The maximum ratio of decoded bytes to bytes of the file, beyond the first 256 MiB of the image. A few kilobytes of
  /// a compressed file can contain gigabytes of one colour; photographs stay below 100.
  public var growth: Int
  /// The folder that must contain the files, after resolving all symbolic links; nil allows any folder. Other files are
  /// reported as missing.
  public var rootFolder: URL?

  /// Creates limits.
  ///
  /// - Parameter growth: the default is the maximum for valid 8-bit images: Deflate expands a byte to at most 1032
  ///   bytes (zlib's technical notes), and each byte of a grey image becomes a pixel of four.
  public init(
    longestSide: Int = 1_000_000, pixelCount: Int = 100_000_000_000, byteCount: Int = 1 << 40,
    wholeByteCount: Int = 8 << 30, growth: Int = 4200, rootFolder: URL? = nil
  ) {
    (self.longestSide, self.pixelCount, self.byteCount) = (longestSide, pixelCount, byteCount)
    (self.wholeByteCount, self.growth, self.rootFolder) = (wholeByteCount, growth, rootFolder)
  }

  /// The decoded size up to which `growth` does not apply, in bytes.
  package static let freeByteCount = 256 << 20
  private static let maximumSide = 1 << 30
  private static let maximumPixels = 1 << 52

  /// The resources that decoding an image needs.
  package struct Demand: Sendable {
    /// The image's name, for error texts.
    package var name: String
    package var width: Int
    package var height: Int
    package var bytesPerPixel: Int
    /// See `ImageFileRows.wholeByteCount`.
    package var wholeByteCount: Int
    package var fileByteCount: UInt64

    package init(
      name: String, width: Int, height: Int, bytesPerPixel: Int, wholeByteCount: Int, fileByteCount: UInt64
    ) {
      (self.name, self.width, self.height) = (name, width, height)
      (self.bytesPerPixel, self.wholeByteCount, self.fileByteCount) = (bytesPerPixel, wholeByteCount, fileByteCount)
    }
  }

  /// Checks an image against the limits.
  ///
  /// - Throws: `limit` for the first limit that the image exceeds.
  package func check(_ image: Demand) throws(CodecError) {
    let size = "\(image.width) x \(image.height) pixels"
    func check(_ what: String, _ requested: Int, _ allowed: Int) throws(CodecError) {
      guard requested <= allowed else {
        throw .limit("\(image.name): \(what)", requested: UInt64(requested), allowed: UInt64(max(allowed, 0)))
      }
    }
    try check(
      "pixels along a side of \(image.width) x \(image.height)", max(image.width, image.height),
      min(longestSide, Self.maximumSide))
    try check("pixels of an image of \(size)", image.width * image.height, min(pixelCount, Self.maximumPixels))
    let bytes = image.width * image.height * image.bytesPerPixel
    try check("bytes of an image of \(size)", bytes, byteCount)
    try check(
      "bytes to decode an image of \(size), which must be decoded completely", image.wholeByteCount, wholeByteCount)
    let (grown, overflow) = Int(clamping: image.fileByteCount).multipliedReportingOverflow(by: max(growth, 0))
    try check(
      "bytes of an image of \(size) in a file of \(image.fileByteCount) bytes", bytes,
      overflow ? .max : max(grown, Self.freeByteCount))
  }
}
