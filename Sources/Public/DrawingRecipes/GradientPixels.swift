import CoreImage
import Foundation
import ImageColor
import ImageGraph

/// The pixels of a gradient in floats: linear light with sRGB's primaries, unbounded, premultiplied.
struct GradientPixels {
  private let stops: [CGGradient.Stop]
  private let shape: GradientShape
  private let options: CGGradientDrawingOptions
  /// The transform from pixels to the plane of the gradient; nil if the given transform is singular.
  private let toPlane: CGAffineTransform?

  init(
    _ gradient: CGGradient, _ shape: GradientShape, _ options: CGGradientDrawingOptions, _ map: CGAffineTransform
  ) {
    (self.shape, self.options) = (shape, options)
    stops = gradient.stops(in: .extendedLinearSRGB)
    toPlane = abs(map.a * map.d - map.b * map.c) > 1e-30 ? map.inverted() : nil
  }

  /// Returns the pixels in an area; nil if the transform is singular.
  func image(over area: CGRect) -> CIImage? {
    guard let toPlane, let space = CGColorSpace(name: CGColorSpace.extendedLinearSRGB) else { return nil }
    let (width, height) = (Int(area.width), Int(area.height))
    var values = [SIMD4<Float>](repeating: .zero, count: width * height)
    for y in 0..<height {
      for x in 0..<width {
        // Top row first, pixel centres at half-integer coordinates.
        let point = CGPoint(x: Double(x) + 0.5, y: Double(height - y) - 0.5).applying(toPlane)
        guard let location = location(of: point) else { continue }
        let color = CGGradient.color(at: location, in: stops)
        values[y * width + x] = SIMD4<Float>(SIMD4(color.x, color.y, color.z, 1) * color.w)
      }
    }
    return CIImage(
      bitmapData: values.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16, size: area.size, format: .RGBAf,
      colorSpace: space)
  }

  /// Returns the location along the gradient, 0...1; nil where nothing is painted.
  private func location(of point: CGPoint) -> Double? {
    switch shape {
    case .axial(let start, let end):
      let (x, y) = (end.x - start.x, end.y - start.y)
      let length = x * x + y * y
      guard length > 0 else { return options.contains(.drawsAfterEndLocation) ? 1 : nil }
      return painted(((point.x - start.x) * x + (point.y - start.y) * y) / length)
    case .radial(let start, let r0, let end, let r1): return radial(point, start, r0, end, r1)
    case .conic(let center, let angle):
      let turns = (atan2(point.y - center.y, point.x - center.x) - angle) / (2 * .pi)
      return turns.isNaN ? nil : turns - turns.rounded(.down)
    }
  }

  private func painted(_ location: Double) -> Double? {
    if location.isNaN { return nil }
    if location < 0 { return options.contains(.drawsBeforeStartLocation) ? 0 : nil }
    if location > 1 { return options.contains(.drawsAfterEndLocation) ? 1 : nil }
    return location
  }

  /// Returns the greatest location whose circle contains the point: |p − c₀ − t (c₁ − c₀)| = r₀ + t (r₁ − r₀) ≥ 0.
  ///
  /// Source: PDF 1.7 (ISO 32000-1), 8.7.4.5.4.
  private func radial(_ point: CGPoint, _ start: CGPoint, _ r0: CGFloat, _ end: CGPoint, _ r1: CGFloat) -> Double? {
    let (dx, dy, dr) = (end.x - start.x, end.y - start.y, r1 - r0)
    let (x, y) = (point.x - start.x, point.y - start.y)
    let (a, b, c) = (dx * dx + dy * dy - dr * dr, x * dx + y * dy + r0 * dr, x * x + y * y - r0 * r0)
    let roots: [Double]
    if abs(a) < 1e-12 {
      roots = b == 0 ? [] : [c / (2 * b)]
    } else {
      let discriminant = b * b - a * c
      guard discriminant >= 0 else { return nil }
      let root = sqrt(discriminant)
      roots = [(b + root) / a, (b - root) / a].sorted(by: >)
    }
    return roots.lazy.compactMap { t in r0 + t * dr >= 0 ? painted(t) : nil }.first
  }
}
