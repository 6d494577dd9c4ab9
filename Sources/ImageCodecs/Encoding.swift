import CCodecs
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// How the components of pixels to be written lie in memory: in this order, more than 8 bits in the machine's byte order.
package enum PixelLayout: Hashable, Sendable, CaseIterable {
  case grey8, grey16, greyHalf, greyFloat
  case rgb8, rgb16
  case rgba8, rgba16, rgbaHalf, rgbaFloat

  package var channels: Int {
    switch self {
    case .grey8, .grey16, .greyHalf, .greyFloat: 1
    case .rgb8, .rgb16: 3
    case .rgba8, .rgba16, .rgbaHalf, .rgbaFloat: 4
    }
  }

  package var bits: Int {
    switch self {
    case .grey8, .rgb8, .rgba8: 8
    case .grey16, .rgb16, .rgba16, .greyHalf, .rgbaHalf: 16
    case .greyFloat, .rgbaFloat: 32
    }
  }

  /// True for components of IEEE floats.
  package var isFloat: Bool {
    switch self {
    case .greyHalf, .greyFloat, .rgbaHalf, .rgbaFloat: true
    case .grey8, .grey16, .rgb8, .rgb16, .rgba8, .rgba16: false
    }
  }

  package var bytesPerPixel: Int { channels * bits / 8 }
}

/// Pixels that somebody else owns, top row first, straight alpha unless an option says otherwise: valid while a call lasts.
package struct PixelView {
  package let base: UnsafeRawPointer
  package let width: Int
  package let height: Int
  package let rowBytes: Int
  package let layout: PixelLayout

  /// - Parameter rowBytes: from one row to the next; nil: rows follow each other without a gap.
  package init(
    _ base: UnsafeRawPointer, width: Int, height: Int, rowBytes: Int? = nil, layout: PixelLayout
  ) {
    (self.base, self.width, self.height, self.layout) = (base, width, height, layout)
    self.rowBytes = rowBytes ?? width * layout.bytesPerPixel
  }

  func check(longestSide: Int, for format: String) throws(CodecError) {
    guard width > 0, height > 0 else {
      throw .invalidArgument("a \(format) of \(width) x \(height) pixels; both sides must be at least 1")
    }
    guard max(width, height) <= longestSide else {
      throw .limit(
        "pixels along a side of a \(format)", asked: UInt64(max(width, height)), allowed: UInt64(longestSide))
    }
    guard rowBytes >= width * layout.bytesPerPixel else {
      throw .invalidArgument(
        "rows of \(rowBytes) bytes for \(width) pixels of \(layout.bytesPerPixel); pass at least their product")
    }
  }
}

/// Collects what an encoder writes.
func encoded(
  _ body: (_ sink: OpaquePointer, _ failure: inout cc_failure) -> Int32, as format: String
) throws(CodecError) -> Data {
  var failure = cc_failure()
  guard let sink = cc_sink_memory(&failure) else { throw CodecError(failure, format) }
  defer { cc_sink_close(sink) }
  guard body(sink, &failure) != 0 else { throw CodecError(failure, format) }
  var byteCount = 0
  guard let bytes = cc_sink_take(sink, &byteCount) else { return Data() }
  return Data(bytesNoCopy: bytes, count: byteCount, deallocator: .free)
}

/// Writes beside the destination, then renames: nobody ever sees half a file, and a failure leaves the old one.
func write(
  to url: URL, _ body: (_ sink: OpaquePointer, _ failure: inout cc_failure) -> Int32
) throws(CodecError) {
  guard url.isFileURL else {
    throw .invalidArgument("\(url.absoluteString) is no file; encode to data and send them")
  }
  let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
  let temporary = url.deletingLastPathComponent().appendingPathComponent(".\(random).part")
  let (path, destination) = (temporary.path, url.path)
  var failure = cc_failure()
  guard let sink = cc_sink_file(path, &failure) else { throw CodecError(failure, destination) }
  let isWhole = body(sink, &failure) != 0 && cc_sink_finish(sink, &failure) != 0
  cc_sink_close(sink)
  guard isWhole else {
    unlink(path)
    throw CodecError(failure, destination)
  }
  guard rename(path, destination) == 0 else {
    let reason = String(cString: strerror(errno))
    unlink(path)
    throw .io("\(destination): the file cannot be replaced: \(reason)")
  }
}
