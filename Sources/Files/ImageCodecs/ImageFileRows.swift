import CCodecs
import Foundation
import ImageColor

/// Reads the header of a file without decoding pixels.
package func readHeader(of url: URL, limits: CodecLimits = CodecLimits()) throws(CodecError) -> ImageFileHeader {
  try ImageFileRows(url, limits: limits).header
}

/// Reads the header from the bytes of a file.
package func readHeader(of data: Data, limits: CodecLimits = CodecLimits()) throws(CodecError) -> ImageFileHeader {
  try ImageFileRows(data, limits: limits).header
}

/// Reads and decodes an image file completely.
///
/// - Throws: `CodecError`. Sizes are checked against `limits` and the file's size before memory is allocated.
package func decode(
  _ url: URL, limits: CodecLimits = CodecLimits(), imageIndex: Int = 0, subsampling: Int = 1
) throws(CodecError) -> DecodedImage {
  try ImageFileRows(url, limits: limits, imageIndex: imageIndex, subsampling: subsampling).wholeImage()
}

/// Decodes the bytes of an image file; otherwise as for a URL.
package func decode(
  _ data: Data, limits: CodecLimits = CodecLimits(), imageIndex: Int = 0, subsampling: Int = 1
) throws(CodecError) -> DecodedImage {
  try ImageFileRows(data, limits: limits, imageIndex: imageIndex, subsampling: subsampling).wholeImage()
}

/// A decoder that reads the rows of an image file in parts. Not thread-safe.
package final class ImageFileRows {
  private enum Origin {
    case file(URL)
    case bytes(NSData)
  }

  package let header: ImageFileHeader
  package let access: RowAccess
  /// The size of the file, in bytes.
  package let fileByteCount: UInt64
  /// See `init(_:limits:subsampling:)`; 1 for formats without subsampled decoding.
  package let subsampling: Int
  /// The memory that decoding needs if the image is decoded completely: its pixels, and the upper bound of the codec
  /// library's memory, in bytes. 0 if rows can be decoded individually.
  package let wholeByteCount: Int
  private let limits: CodecLimits
  private let origin: Origin
  private let imageIndex: Int
  private var source: ImageFileSource
  private var reader: any ImageFileReader
  /// The row after the last one that was read.
  private var next = 0

  /// Opens a file and reads its header.
  ///
  /// - Parameters:
  ///   - imageIndex: the image of a file with several ones; see `ImageFileHeader.imageCount`.
  ///   - subsampling: 2, 4 or 8 decode JPEG files at that fraction of their sides, rounded up, averaging encoded
  ///     pixels. Other files are decoded at full size. Limits apply to the full image.
  /// - Throws: `limit` if the image exceeds a limit, `invalidArgument` if the file does not contain the image; else the
  ///   error in the file.
  package convenience init(
    _ url: URL, limits: CodecLimits = CodecLimits(), imageIndex: Int = 0, subsampling: Int = 1
  ) throws(CodecError) {
    try self.init(.file(url), limits, imageIndex, subsampling)
  }

  /// Reads the header from the bytes of a file, which the decoder retains.
  package convenience init(
    _ data: Data, limits: CodecLimits = CodecLimits(), imageIndex: Int = 0, subsampling: Int = 1
  ) throws(CodecError) {
    try self.init(.bytes(data as NSData), limits, imageIndex, subsampling)
  }

  private init(_ origin: Origin, _ limits: CodecLimits, _ imageIndex: Int, _ factor: Int) throws(CodecError) {
    (self.origin, self.limits, self.imageIndex) = (origin, limits, imageIndex)
    let opened = try Self.open(origin, limits, imageIndex)
    let fullHeader = opened.1.header
    subsampling = fullHeader.format == .jpeg && [2, 4, 8].contains(factor) ? factor : 1
    (source, reader) = try subsampling > 1 ? Self.open(origin, limits, imageIndex, subsampling) : opened
    (header, access, fileByteCount) = (reader.header, reader.access, source.byteCount)
    wholeByteCount = access == .whole ? Self.wholeByteCount(of: fullHeader, inFileOf: fileByteCount) : 0
    var demand = CodecLimits.Demand(
      name: source.name, width: fullHeader.width, height: fullHeader.height,
      bytesPerPixel: fullHeader.decodedBytesPerPixel,
      wholeByteCount: wholeByteCount, fileByteCount: fileByteCount)
    // A truncated file is reported when its pixels are read, so these limits do not apply to it.
    if reader.minimumFileBytes > fileByteCount { (demand.wholeByteCount, demand.fileByteCount) = (0, .max) }
    try limits.check(demand)
  }

  private static func wholeByteCount(of header: ImageFileHeader, inFileOf fileByteCount: UInt64) -> Int {
    let perPixel: Int
    switch header.format {
    // The coefficients of all components, 2 bytes each.
    case .jpeg: perPixel = header.kind == .cmyk ? 8 : header.kind == .grey ? 2 : 6
    // The colours of a lossless image, as libwebp decodes them.
    case .webp: perPixel = 4
    // Three planes and alpha, and the pixels that are converted from them.
    case .heif: perPixel = 2 * header.decodedBytesPerPixel
    // A strip of RGBA, before and after its decompression.
    case .tiff: perPixel = 8
    case .png, .openEXR, .gif, .bmp: perPixel = 0
    }
    let retainsFile = header.format == .webp || header.format == .heif
    let (pixels, pixelsOverflow) = (header.width.multipliedReportingOverflow(by: header.height))
    let (bytes, bytesOverflow) = pixels.multipliedReportingOverflow(by: header.decodedBytesPerPixel + perPixel)
    return pixelsOverflow || bytesOverflow
      ? .max : bytes.addingSaturated(retainsFile ? Int(clamping: fileByteCount) : 0)
  }

  private static func open(
    _ origin: Origin, _ limits: CodecLimits, _ imageIndex: Int, _ subsampling: Int = 1
  ) throws(CodecError) -> (ImageFileSource, any ImageFileReader) {
    let source: ImageFileSource
    switch origin {
    case .file(let url): source = try ImageFileSource(url, in: limits.rootFolder)
    case .bytes(let data): source = try ImageFileSource(data)
    }
    let reader = try reader(of: source, source.format(), imageIndex, subsampling)
    guard (0..<reader.header.imageCount).contains(imageIndex) else {
      throw .invalidArgument(
        "\(source.name): the image index must be less than \(reader.header.imageCount) (got \(imageIndex))")
    }
    return (source, reader)
  }

  private static func reader(
    of source: ImageFileSource, _ format: ImageFileFormat, _ imageIndex: Int, _ subsampling: Int
  ) throws(CodecError) -> any ImageFileReader {
    switch format {
    case .png: try pngReader(source)
    case .jpeg: try jpegReader(source, subsampling: subsampling)
    case .tiff: try tiffReader(source, imageIndex: imageIndex)
    case .webp: try webpReader(source)
    case .openEXR: try exrReader(source)
    case .heif: try heifReader(source)
    case .gif: try gifReader(source)
    case .bmp: try bmpReader(source)
    }
  }

  /// Decodes rows, top row first, to RGBA pixels in the layout of `DecodedImage`.
  ///
  /// Rows may be read in any order; see `access` for the cost.
  ///
  /// - Throws: `invalidArgument` for a part of an image that can only be decoded completely; else the error in the
  ///   file.
  package func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, rowBytes: Int) throws(CodecError) {
    guard rows.lowerBound >= 0, rows.upperBound <= header.height, !rows.isEmpty,
      access != .whole || rows == 0..<header.height
    else { throw .invalidArgument("\(source.name): rows \(rows) of \(header.height) cannot be decoded separately") }
    try checkFileSize()
    if rows.lowerBound < next, access != .any { try reopen() }
    try reader.read(rows, into: pixels, rowBytes: rowBytes)
    next = rows.upperBound
  }

  private func checkFileSize() throws(CodecError) {
    guard reader.minimumFileBytes <= source.byteCount else {
      throw .truncated(
        "\(source.name): \(header.width) x \(header.height) pixels need at least \(reader.minimumFileBytes) bytes, "
          + "the file has \(source.byteCount)")
    }
  }

  private func reopen() throws(CodecError) {
    (source, reader) = try Self.open(origin, limits, imageIndex, subsampling)
    next = 0
    guard reader.header == header else { throw .damaged("\(source.name) was changed while it was read") }
  }

  /// Decodes the image completely, in memory that it allocates.
  package func wholeImage() throws(CodecError) -> DecodedImage {
    try checkFileSize()
    let pixels = try PixelStorage(
      width: header.width, height: header.height, bytesPerPixel: header.decodedBytesPerPixel, limits: limits)
    try read(0..<header.height, into: pixels.bytes, rowBytes: pixels.rowBytes)
    return DecodedImage(header: header, pixels: pixels)
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
