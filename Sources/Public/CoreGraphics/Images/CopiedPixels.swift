import Foundation
import ImageGraph

extension PixelBuffer {
  /// Copies bytes to a new buffer. Throws if the buffer's size requires more bytes than `data` has.
  package convenience init(
    copying data: Data, width: Int, height: Int, format: PixelFormat, rowBytes: Int
  ) throws(RenderError) {
    try self.init(width: width, height: height, format: format, rowBytes: rowBytes)
    // The last row may end where its pixels end.
    let needed = rowBytes * (height - 1) + width * format.bytesPerPixel
    guard data.count >= needed else {
      throw .invalidArgument(
        "a bitmap of \(width)x\(height) \(format.rawValue) with \(rowBytes) bytes a row needs \(needed) bytes "
          + "(got \(data.count))")
    }
    let target = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount)
    data.copyBytes(to: target, count: Swift.min(data.count, byteCount))
  }
}
