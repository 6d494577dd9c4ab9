import ImageGraph

/// Pixels of one node over a region of the user plane: four floats a pixel, top row first, clear outside.
package final class FloatPicture: @unchecked Sendable {
  package let region: UserRect
  package let width: Int
  package let height: Int
  package let pixels: UnsafeMutableBufferPointer<SIMD4<Float>>
  private let left: Int
  private let top: Int

  /// - Throws: `limit` when the region needs more than `allowed` bytes; nothing is allocated then.
  package init(_ region: UserRect, allowed: Int = 1 << 36) throws(RenderError) {
    self.region = region
    width = region.isEmpty ? 0 : Int(region.width)
    height = region.isEmpty ? 0 : Int(region.height)
    let bytes = width.multipliedReportingOverflow(by: height * 16)
    guard !bytes.overflow, bytes.partialValue <= allowed else {
      throw .limit(
        "bytes of a reference picture of \(width)x\(height)",
        asked: UInt64(clamping: bytes.overflow ? Int.max : bytes.partialValue), allowed: UInt64(allowed))
    }
    // A region without an inside can lie anywhere, beyond all integers too.
    (left, top) = region.isEmpty ? (0, 0) : (Int(region.min.x), Int(region.max.y))
    pixels = .allocate(capacity: width * height)
    pixels.initialize(repeating: .zero)
  }

  deinit { pixels.deallocate() }

  func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { pixels.baseAddress! + y * width }

  /// The pixel that holds the point; clear outside of the region and where the point is no number.
  func pixel(at point: SIMD2<Float>) -> SIMD4<Float> {
    let column = (point.x - Float(left)).rounded(.down)
    let row = (Float(top) - point.y).rounded(.down)
    guard column >= 0, row >= 0, column < Float(width), row < Float(height) else { return .zero }
    return pixels[Int(row) * width + Int(column)]
  }

  /// The mean of the four pixels around the point, weighted by distance.
  func bilinear(at point: SIMD2<Float>) -> SIMD4<Float> {
    let corner = (point - 0.5).rounded(.down)
    let t = point - 0.5 - corner
    let low = corner + 0.5
    let bottom = mix(pixel(at: low), pixel(at: low + [1, 0]), t.x)
    let upper = mix(pixel(at: low + [0, 1]), pixel(at: low + [1, 1]), t.x)
    return mix(bottom, upper, t.y)
  }

  private func mix(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ t: Float) -> SIMD4<Float> { a + (b - a) * t }
}
