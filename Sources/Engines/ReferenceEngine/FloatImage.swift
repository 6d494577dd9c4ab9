import ImageGraph

/// The pixels of a node in a region of the user plane: four floats a pixel, top row first, clear outside.
package final class FloatImage: @unchecked Sendable {
  package let region: UserRect
  package let width: Int
  package let height: Int
  package let pixels: UnsafeMutableBufferPointer<SIMD4<Float>>
  private let left: Int
  private let top: Int
  /// Nil for an empty region, whose coordinates may exceed the range of integers.
  private let memory: PixelBuffer?
  /// For a view of another image: that image, and the corners of the rectangle to which points are clamped. `pixels` is
  /// empty then.
  private let source: (image: FloatImage, low: SIMD2<Float>, high: SIMD2<Float>)?

  /// Allocates clear pixels.
  ///
  /// - Parameter region: whole pixels.
  /// - Throws: `limit` if the region is too far from the origin, or the system has no memory for it.
  package init(_ region: UserRect) throws(RenderError) {
    (self.region, source) = (region, nil)
    guard !region.isEmpty else {
      (width, height, left, top, memory, pixels) = (0, 0, 0, 0, nil, UnsafeMutableBufferPointer(start: nil, count: 0))
      return
    }
    try region.checkReach(of: "an image")
    (width, height, left, top) = (Int(region.width), Int(region.height), Int(region.min.x), Int(region.max.y))
    let memory = try PixelBuffer(width: width, height: height, format: .rgbaf, allowed: .max)
    let count = width * height
    pixels = UnsafeMutableBufferPointer(
      start: memory.bytes.bindMemory(to: SIMD4<Float>.self, capacity: count), count: count)
    self.memory = memory
  }

  /// Creates a view of an image without memory of its own: its pixels inside of `rect`, which is whole pixels, and the
  /// nearest of them outside.
  ///
  /// - Throws: `limit` if the region is too far from the origin.
  init(_ image: FloatImage, clampedTo rect: UserRect, in region: UserRect) throws(RenderError) {
    try region.checkReach(of: "an image")
    self.region = region
    source = (image, SIMD2<Float>(rect.min) + 0.5, SIMD2<Float>(rect.max) - 0.5)
    (width, height, left, top) = (Int(region.width), Int(region.height), Int(region.min.x), Int(region.max.y))
    (memory, pixels) = (nil, UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  /// The bytes of memory that the pixels take.
  var byteCount: Int { source?.image.byteCount ?? Self.byteCount(of: region) }

  /// Returns the bytes of memory of an image of the region.
  static func byteCount(of region: UserRect) -> Int { Int(clamping: region.area).times(16) }

  func row(_ y: Int) -> UnsafeMutablePointer<SIMD4<Float>> { pixels.baseAddress! + y * width }

  /// Returns the pixel that contains the point; clear outside of the region, and for NaN.
  func pixel(at point: SIMD2<Float>) -> SIMD4<Float> {
    let column = (point.x - Float(left)).rounded(.down)
    let row = (Float(top) - point.y).rounded(.down)
    guard column >= 0, row >= 0, column < Float(width), row < Float(height) else { return .zero }
    if let source { return source.image.pixel(at: point.clamped(lowerBound: source.low, upperBound: source.high)) }
    return pixels[Int(row) * width + Int(column)]
  }

  /// Returns the mean of the four pixels around the point, weighted by distance.
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
