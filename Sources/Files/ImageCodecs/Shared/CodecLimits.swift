import Foundation

/// What an image file may ask for before it is refused: files from outside are distrusted.
///
/// All of it is looked at when a file's header has been read, before memory is taken for its pixels. A refusal is a
/// `limit` error with what was asked and what is allowed.
public struct CodecLimits: Hashable, Sendable {
  /// Pixels along the longer side: at most 2^30.
  public var longestSide: Int
  /// Pixels of the image: at most 2^52.
  public var pixelCount: Int
  /// Bytes of the decoded image (4 to 16 a pixel), whether they are ever in memory together or not.
  public var byteCount: Int
  /// Bytes that decoding takes at once where an image is decoded whole: always so with interlaced PNG, progressive
  /// JPEG, WebP, HEIC and AVIF, which give no rows by themselves. A render counts those against its memory target, too.
  public var wholeByteCount: Int
  /// Decoded bytes for each byte of the file, beyond the first 256 MiB of the image. A few kilobytes of a compressed
  /// file can hold gigabytes of one colour; photographs stay below 100.
  public var growth: Int
  /// The folder that files must lie in, behind all symbolic links; nil: anywhere. What lies elsewhere is refused as if
  /// it were not there.
  public var rootFolder: URL?

  /// - Parameter growth: the most that an honest image of 8 bits can ask for by itself: Deflate makes 1032 bytes of
  ///   one (zlib's technical notes), and each byte of a grey image becomes a pixel of four.
  public init(
    longestSide: Int = 1_000_000, pixelCount: Int = 100_000_000_000, byteCount: Int = 1 << 40,
    wholeByteCount: Int = 8 << 30, growth: Int = 4200, rootFolder: URL? = nil
  ) {
    (self.longestSide, self.pixelCount, self.byteCount) = (longestSide, pixelCount, byteCount)
    (self.wholeByteCount, self.growth, self.rootFolder) = (wholeByteCount, growth, rootFolder)
  }

  /// Images that are smaller than this may grow from any file: bytes.
  package static let freeByteCount = 256 << 20
  private static let mostSide = 1 << 30
  private static let mostPixels = 1 << 52

  /// What an image asks for.
  package struct Demand: Sendable {
    /// For messages.
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

  /// - Throws: `limit` for the first bound that the image passes.
  package func check(_ image: Demand) throws(CodecError) {
    let size = "\(image.width) x \(image.height) pixels"
    func check(_ what: String, _ asked: Int, _ allowed: Int) throws(CodecError) {
      guard asked <= allowed else {
        throw .limit("\(image.name): \(what)", requested: UInt64(asked), allowed: UInt64(max(allowed, 0)))
      }
    }
    try check(
      "pixels along a side of \(image.width) x \(image.height)", max(image.width, image.height),
      min(longestSide, Self.mostSide))
    try check("pixels of an image of \(size)", image.width * image.height, min(pixelCount, Self.mostPixels))
    let bytes = image.width * image.height * image.bytesPerPixel
    try check("bytes of an image of \(size)", bytes, byteCount)
    try check("bytes to decode an image of \(size), which comes whole", image.wholeByteCount, wholeByteCount)
    let (most, isMore) = Int(clamping: image.fileByteCount).multipliedReportingOverflow(by: max(growth, 0))
    try check(
      "bytes of an image of \(size) in a file of \(image.fileByteCount) bytes", bytes,
      isMore ? .max : max(most, Self.freeByteCount))
  }
}
