import CCodecs
import Foundation
import ImageColor

/// Reads what the file says of itself; its pixels stay on the disk.
package func readHeader(of url: URL, limits: CodecLimits = CodecLimits()) throws(CodecError) -> PictureHeader {
  try reader(for: PictureSource(url), limits: limits).header
}

/// Reads what the bytes of a file say of themselves.
package func readHeader(of data: Data, limits: CodecLimits = CodecLimits()) throws(CodecError) -> PictureHeader {
  try withSource(data) { (source) throws(CodecError) in try reader(for: source, limits: limits).header }
}

/// Reads a picture file whole.
///
/// - Throws: `CodecError`; sizes are checked against `limits` and the file's own size before memory is taken.
package func decode(_ url: URL, limits: CodecLimits = CodecLimits()) throws(CodecError) -> DecodedPicture {
  try decode(PictureSource(url), limits: limits)
}

/// Reads a picture from the bytes of its file: as for a URL.
package func decode(_ data: Data, limits: CodecLimits = CodecLimits()) throws(CodecError) -> DecodedPicture {
  try withSource(data) { (source) throws(CodecError) in try decode(source, limits: limits) }
}

/// One file being read: header at once, pixels when asked, once.
protocol PictureReader: AnyObject {
  var header: PictureHeader { get }
  /// No file of fewer bytes can hold that many pixels.
  var leastFileBytes: UInt64 { get }
  func read(into pixels: PixelStorage) throws(CodecError)
}

private func reader(for source: PictureSource, limits: CodecLimits) throws(CodecError) -> any PictureReader {
  let reader: any PictureReader
  switch try source.format() {
  case .png: reader = try PNGReader(source)
  case .jpeg: reader = try JPEGReader(source)
  case .tiff: reader = try TIFFReader(source)
  case .webp: reader = try WebPReader(source)
  }
  let header = reader.header
  let side = max(header.width, header.height)
  guard side <= limits.longestSide else {
    throw .limit(
      "\(source.name): pixels along a side of \(header.width) x \(header.height)", asked: UInt64(side),
      allowed: UInt64(limits.longestSide))
  }
  return reader
}

private func decode(_ source: PictureSource, limits: CodecLimits) throws(CodecError) -> DecodedPicture {
  let reader = try reader(for: source, limits: limits)
  let header = reader.header
  guard reader.leastFileBytes <= source.byteCount else {
    throw .truncated(
      "\(source.name): \(header.width) x \(header.height) pixels need at least \(reader.leastFileBytes) bytes, "
        + "the file has \(source.byteCount)")
  }
  let pixels = try PixelStorage(
    width: header.width, height: header.height, bytesPerPixel: header.decodedBytesPerPixel, limits: limits)
  try reader.read(into: pixels)
  if header.isConvertedByProfile, header.kind != .cmyk, let profile = header.profile {
    guard !header.isFloat, !header.isPremultiplied else {
      throw .unsupported(
        "\(source.name): an ICC profile of tables with floats or premultiplied alpha; convert the picture to sRGB")
    }
    try convertToSRGB(
      pixels, width: header.width, height: header.height, bits: header.decodedBits, from: profile)
  }
  return DecodedPicture(header: header, pixels: pixels)
}

private func withSource<Result>(
  _ data: Data, _ body: (PictureSource) throws(CodecError) -> Result
) throws(CodecError) -> Result {
  let result: Swift.Result<Result, CodecError> = data.withUnsafeBytes { bytes in
    do throws(CodecError) {
      return .success(try body(try PictureSource(bytes)))
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

/// Where a picture is read from. Memory is borrowed: the source must not outlive it.
final class PictureSource {
  let name: String
  let handle: OpaquePointer

  init(_ url: URL) throws(CodecError) {
    guard url.isFileURL else {
      throw .invalidArgument("\(url.absoluteString) is no file; fetch it and pass the bytes")
    }
    name = url.path
    var failure = cc_failure()
    let opened = url.withUnsafeFileSystemRepresentation { path in path.flatMap { cc_source_file($0, &failure) } }
    guard let opened else {
      throw failure.status == 0 ? .invalidArgument("\(name) is no path of a file") : CodecError(failure, name)
    }
    handle = opened
  }

  init(_ bytes: UnsafeRawBufferPointer) throws(CodecError) {
    name = "picture of \(bytes.count) bytes"
    var failure = cc_failure()
    guard let opened = cc_source_memory(bytes.baseAddress, bytes.count, &failure) else {
      throw CodecError(failure, name)
    }
    handle = opened
  }

  deinit { cc_source_close(handle) }

  var byteCount: UInt64 { cc_source_size(handle) }

  func format() throws(CodecError) -> PictureFormat {
    let start = [UInt8](unsafeUninitializedCapacity: 12) { buffer, count in
      count = cc_source_peek(handle, buffer.baseAddress!, 12)
    }
    if let format = PictureFormat(firstBytes: start) { return format }
    let known = PictureFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw .notAPicture(
      start.isEmpty
        ? "\(name) is empty"
        : "\(name) starts with \(start.prefix(8).map(hex).joined(separator: " ")); known are \(known)")
  }
}

private func hex(_ byte: UInt8) -> String {
  let digits = String(byte, radix: 16)
  return byte < 16 ? "0" + digits : digits
}
