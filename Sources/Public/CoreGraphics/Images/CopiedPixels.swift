import Foundation
import ImageGraph

extension PixelBuffer {
  /// A copy of bytes that somebody gives, checked against the size first.
  package convenience init(
    copying data: Data, width: Int, height: Int, format: PixelFormat, rowBytes: Int
  ) throws(RenderError) {
    try self.init(width: width, height: height, format: format, rowBytes: rowBytes)
    // The last row may end where its pixels end.
    let needed = rowBytes * (height - 1) + width * format.bytesPerPixel
    guard data.count >= needed else {
      throw .invalidArgument(
        "a bitmap of \(width)x\(height) \(format.rawValue) with \(rowBytes) bytes a row needs \(needed) bytes, "
          + "\(data.count) are there")
    }
    let target = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount)
    data.copyBytes(to: target, count: Swift.min(data.count, byteCount))
  }
}
