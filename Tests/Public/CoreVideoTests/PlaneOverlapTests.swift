import CoreVideo
import Foundation
import PixelFormats
import RandomNumbers
import Testing

/// Any format, size, alignment and pixels around the image: planes lie behind each other and inside of the memory.
@Suite struct PlaneOverlapTests {
  /// Formats whose pixels share bytes with their neighbours.
  private static let shared: Set<OSType> = [
    kCVPixelFormatType_422YpCbCr8, kCVPixelFormatType_422YpCbCr8_yuvs, kCVPixelFormatType_422YpCbCr8FullRange,
    kCVPixelFormatType_422YpCbCr10, kCVPixelFormatType_422YpCbCr16,
  ]

  @Test func planesLieBehindEachOther() throws {
    var random = SplitMix(seed: 1)
    for _ in 0..<2000 {
      let format = code(Formats.all.randomElement(using: &random)!)
      // Two rows or more, so that vertical chroma subsampling is visible.
      let (width, height) = (Int.random(in: 1...67, using: &random), Int.random(in: 2...67, using: &random))
      let attributes: [CFString: Any] = [
        kCVPixelBufferBytesPerRowAlignmentKey: 1 << Int.random(in: 0...9, using: &random),
        kCVPixelBufferPlaneAlignmentKey: 1 << Int.random(in: 0...13, using: &random),
        kCVPixelBufferExtendedPixelsLeftKey: Int.random(in: 0...9, using: &random),
        kCVPixelBufferExtendedPixelsRightKey: Int.random(in: 0...9, using: &random),
        kCVPixelBufferExtendedPixelsTopKey: Int.random(in: 0...9, using: &random),
        kCVPixelBufferExtendedPixelsBottomKey: Int.random(in: 0...9, using: &random),
      ]
      let buffer = try CVPixelBuffer(
        width: width, height: height, pixelFormat: format, attributes: attributes as CFDictionary)
      let request = "\(buffer) \(attributes)"
      CVPixelBufferLockBaseAddress(buffer, [])
      var (left, right, top, bottom) = (0, 0, 0, 0)
      CVPixelBufferGetExtendedPixels(buffer, &left, &right, &top, &bottom)
      let rowBytes = CVPixelBufferGetBytesPerRow(buffer)
      #expect(rowBytes % (attributes[kCVPixelBufferBytesPerRowAlignmentKey] as? Int ?? 0) == 0, "\(request)")
      // The first plane's first row starts the memory, which starts a page.
      let first = try #require(CVPixelBufferGetBaseAddress(buffer)) - top * rowBytes
      let start = UnsafeMutableRawPointer(bitPattern: UInt(bitPattern: first) / 4096 * 4096)!
      #expect(first - start < rowBytes, "\(request)")

      var end = start
      for plane in 0..<max(1, CVPixelBufferGetPlaneCount(buffer)) {
        let base =
          CVPixelBufferIsPlanar(buffer) ? CVPixelBufferGetBaseAddressOfPlane(buffer, plane)! : first + top * rowBytes
        let stride = CVPixelBufferGetBytesPerRowOfPlane(buffer, plane)
        // Chroma of every second row has half as many rows around it.
        let low = base - top / buffer.layout.planes[plane].rows * stride
        #expect(low >= end, "\(request)")
        // Past the first pixel of the last row that counts.
        end = base + (CVPixelBufferGetHeightOfPlane(buffer, plane) - 1) * stride + 1
      }
      #expect(end - start <= CVPixelBufferGetDataSize(buffer), "\(request)")
      // Only what belongs to the buffer is written.
      let status = CVPixelBufferFillExtendedPixels(buffer)
      #expect(status == kCVReturnSuccess || Self.shared.contains(format), "\(request)")
    }
  }
}
