import CCodecs
import Foundation
import ImageColor

/// Reads what the file says of itself; its pixels stay on the disk.
package func readHeader(of url: URL, limits: CodecLimits = CodecLimits()) throws(CodecError) -> ImageFileHeader {
  try ImageFileRows(url, limits: limits).header
}

/// Reads what the bytes of a file say of themselves.
package func readHeader(of data: Data, limits: CodecLimits = CodecLimits()) throws(CodecError) -> ImageFileHeader {
  try ImageFileRows(data, limits: limits).header
}

/// Reads an image file whole.
///
/// - Throws: `CodecError`; sizes are checked against `limits` and the file's own size before memory is taken.
package func decode(
  _ url: URL, limits: CodecLimits = CodecLimits(), subsampling: Int = 1
) throws(CodecError) -> DecodedImage {
  try ImageFileRows(url, limits: limits, subsampling: subsampling).wholeImage()
}

/// Reads an image from the bytes of its file: as for a URL.
package func decode(
  _ data: Data, limits: CodecLimits = CodecLimits(), subsampling: Int = 1
) throws(CodecError) -> DecodedImage {
  try ImageFileRows(data, limits: limits, subsampling: subsampling).wholeImage()
}

/// An image file whose rows are read some at a time. Used by one thread at a time.
package final class ImageFileRows {
  private enum Origin {
    case file(URL)
    case bytes(NSData)
  }

  package let header: ImageFileHeader
  package let access: RowAccess
  /// Bytes of the file.
  package let fileByteCount: UInt64
  /// See `init(_:limits:subsampling:)`; 1 for files that know no such thing.
  package let subsampling: Int
  /// Bytes that decoding takes at once where the image comes whole: its pixels, and what the format's library has
  /// beside them at most. 0 where rows can be had by themselves.
  package let wholeByteCount: Int
  private let limits: CodecLimits
  private let origin: Origin
  private var source: ImageFileSource
  private var reader: any ImageFileReader
  /// The row behind the last one that was read.
  private var next = 0

  /// Reads the header.
  ///
  /// - Parameter subsampling: 2, 4 or 8: JPEG files are decoded to that part of their sides, rounded up, with means of
  ///   pixels as they are coded. Other files are read at their own size. Limits are those of the whole image.
  /// - Throws: `limit` when the image asks for more than allowed; else what is wrong with the file.
  package convenience init(
    _ url: URL, limits: CodecLimits = CodecLimits(), subsampling: Int = 1
  ) throws(CodecError) {
    try self.init(.file(url), limits, subsampling)
  }

  /// Reads the header from the bytes of a file, which are kept.
  package convenience init(
    _ data: Data, limits: CodecLimits = CodecLimits(), subsampling: Int = 1
  ) throws(CodecError) {
    try self.init(.bytes(data as NSData), limits, subsampling)
  }

  private init(_ origin: Origin, _ limits: CodecLimits, _ wanted: Int) throws(CodecError) {
    (self.origin, self.limits) = (origin, limits)
    let opened = try Self.open(origin, limits)
    let whole = opened.1.header
    subsampling = whole.format == .jpeg && [2, 4, 8].contains(wanted) ? wanted : 1
    (source, reader) = try subsampling > 1 ? Self.open(origin, limits, subsampling) : opened
    (header, access, fileByteCount) = (reader.header, reader.access, source.byteCount)
    wholeByteCount = access == .whole ? Self.wholeByteCount(of: whole, inFileOf: fileByteCount) : 0
    var demand = CodecLimits.Demand(
      name: source.name, width: whole.width, height: whole.height, bytesPerPixel: whole.decodedBytesPerPixel,
      wholeByteCount: wholeByteCount, fileByteCount: fileByteCount)
    // A file that is too short for its pixels is told so when they are read; it asks for none.
    if reader.leastFileBytes > fileByteCount { (demand.wholeByteCount, demand.fileByteCount) = (0, .max) }
    try limits.check(demand)
  }

  private static func wholeByteCount(of header: ImageFileHeader, inFileOf fileByteCount: UInt64) -> Int {
    let perPixel: Int
    switch header.format {
    // The coefficients of all components, 2 bytes each.
    case .jpeg: perPixel = header.kind == .cmyk ? 8 : header.kind == .grey ? 2 : 6
    // The colours of a lossless image as libwebp decodes them.
    case .webp: perPixel = 4
    // Three planes and alpha, and the pixels that are made of them.
    case .heif: perPixel = 2 * header.decodedBytesPerPixel
    case .png, .tiff, .openEXR: perPixel = 0
    }
    let keepsFile = header.format == .webp || header.format == .heif
    let (pixels, isMore) = (header.width.multipliedReportingOverflow(by: header.height))
    let (bytes, isMoreYet) = pixels.multipliedReportingOverflow(by: header.decodedBytesPerPixel + perPixel)
    return isMore || isMoreYet ? .max : bytes.addingSaturated(keepsFile ? Int(clamping: fileByteCount) : 0)
  }

  private static func open(
    _ origin: Origin, _ limits: CodecLimits, _ subsampling: Int = 1
  ) throws(CodecError) -> (ImageFileSource, any ImageFileReader) {
    let source: ImageFileSource
    switch origin {
    case .file(let url): source = try ImageFileSource(url, in: limits.rootFolder)
    case .bytes(let data): source = try ImageFileSource(data)
    }
    return (source, try reader(of: source, source.format(), subsampling))
  }

  private static func reader(
    of source: ImageFileSource, _ format: ImageFileFormat, _ subsampling: Int
  ) throws(CodecError) -> any ImageFileReader {
    switch format {
    case .png: try pngReader(source)
    case .jpeg: try jpegReader(source, subsampling: subsampling)
    case .tiff: try tiffReader(source)
    case .webp: try webpReader(source)
    case .openEXR: try exrReader(source)
    case .heif: try heifReader(source)
    }
  }

  /// Fills rows, counted from the top, with RGBA pixels as `DecodedImage` has them.
  ///
  /// Rows may be asked for in any order; see `access` for what that costs.
  ///
  /// - Throws: `invalidArgument` for a part of an image that comes whole; what is wrong with the file.
  package func read(_ rows: Range<Int>, into pixels: UnsafeMutableRawPointer, rowBytes: Int) throws(CodecError) {
    guard rows.lowerBound >= 0, rows.upperBound <= header.height, !rows.isEmpty,
      access != .whole || rows == 0..<header.height
    else { throw .invalidArgument("\(source.name): rows \(rows) of \(header.height) cannot be read by themselves") }
    try checkFileSize()
    if rows.lowerBound < next, access != .any { try reopen() }
    try reader.read(rows, into: pixels, rowBytes: rowBytes)
    next = rows.upperBound
  }

  private func checkFileSize() throws(CodecError) {
    guard reader.leastFileBytes <= source.byteCount else {
      throw .truncated(
        "\(source.name): \(header.width) x \(header.height) pixels need at least \(reader.leastFileBytes) bytes, "
          + "the file has \(source.byteCount)")
    }
  }

  private func reopen() throws(CodecError) {
    (source, reader) = try Self.open(origin, limits, subsampling)
    next = 0
    guard reader.header == header else { throw .damaged("\(source.name) was changed while it was read") }
  }

  fileprivate func wholeImage() throws(CodecError) -> DecodedImage {
    try checkFileSize()
    let pixels = try PixelStorage(
      width: header.width, height: header.height, bytesPerPixel: header.decodedBytesPerPixel, limits: limits)
    try read(0..<header.height, into: pixels.bytes, rowBytes: pixels.rowBytes)
    return DecodedImage(header: header, pixels: pixels)
  }
}

extension Int {
  fileprivate func addingSaturated(_ other: Int) -> Int {
    let (sum, isMore) = addingReportingOverflow(other)
    return isMore ? .max : sum
  }
}
