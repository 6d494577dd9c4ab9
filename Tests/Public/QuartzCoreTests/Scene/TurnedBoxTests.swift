import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Pixels of rotated, stretched or projected boxes: the covered area, by samples in each pixel.
@Suite struct TurnedBoxTests {
  static let size = 44

  static let maps: [CATransform3D] = {
    var eye = CATransform3DMakeRotation(0.9, 0.2, 1, 0.1)
    let distance = CATransform3D(m34: -1.0 / 70)
    eye = CATransform3DConcat(eye, distance)
    return [
      CATransform3DMakeRotation(.pi / 6, 0, 0, 1),
      CATransform3DScale(CATransform3DMakeRotation(-.pi / 9, 0, 0, 1), 1.3, 0.7, 1),
      CATransform3DMakeScale(-1.1, 0.8, 1), CATransform3DMakeRotation(.pi / 2, 0, 0, 1), eye,
    ]
  }()

  /// Returns the point of the layer's plane, relative to its centre, that is displayed at a position; nil behind the
  /// eye.
  ///
  /// A point (x, y, 0) goes to ((m11 x + m21 y + m41) / w, (m12 x + m22 y + m42) / w), w = m14 x + m24 y + m44: two
  /// linear equations.
  func own(_ position: SIMD2<Double>, _ m: CATransform3D) -> SIMD2<Double>? {
    let (a, b) = (m.m11 - position.x * m.m14, m.m21 - position.x * m.m24)
    let (c, d) = (m.m12 - position.y * m.m14, m.m22 - position.y * m.m24)
    let (e, f) = (position.x * m.m44 - m.m41, position.y * m.m44 - m.m42)
    let p = SIMD2(e * d - b * f, a * f - e * c) / (a * d - b * c)
    return m.m14 * p.x + m.m24 * p.y + m.m44 > 0 ? p : nil
  }

  func isInside(_ p: SIMD2<Double>, _ half: SIMD2<Double>, _ radius: Double) -> Bool {
    let x = abs(p.x) - half.x + radius
    let y = abs(p.y) - half.y + radius
    if max(x, y) > radius { return false }
    return x <= 0 || y <= 0 || x * x + y * y <= radius * radius
  }

  /// Returns the largest difference of alpha.
  func difference(
    _ shown: Shown, _ map: CATransform3D, _ isInside: (SIMD2<Double>) -> Bool
  ) -> Double {
    var most = 0.0
    let middle = Double(Self.size) / 2
    for y in 0..<Self.size {
      for x in 0..<Self.size {
        func count(_ side: Int) -> Double {
          var inside = 0
          for point in 0..<side * side {
            let (px, py) = (Double(point % side) + 0.5, Double(point / side) + 0.5)
            let place = SIMD2(Double(x) + px / Double(side), Double(y) + py / Double(side)) - middle
            if let p = own(place, map), isInside(p) { inside += 1 }
          }
          return Double(inside) / Double(side * side)
        }
        // Many samples if a few of them do not agree.
        let (value, rough) = (Double(shown[x, y].w), count(4))
        let isSure = (rough == 0 || rough == 1) && abs(value - rough) < 1e-6
        if !isSure { most = max(most, abs(value - count(32))) }
      }
    }
    return most
  }

  func turned(_ layer: CALayer, _ map: CATransform3D) -> CALayer {
    layer.transform = map
    let side = CGFloat(Self.size)
    layer.position = CGPoint(x: side / 2, y: side / 2)
    return box(0, 0, side, side, nil, [layer])
  }

  func shown(_ layer: CALayer, _ map: CATransform3D) throws -> Shown {
    try Shown(turned(layer, map), Self.size, Self.size)
  }

  /// Samples are within 0.01 of the area, and arcs within 0.01 of the samples.
  static let most = 0.02

  @Test(arguments: maps, [0.0, 6, 10])
  func boxes(_ map: CATransform3D, _ radius: Double) throws {
    let layer = box(0, 0, 26, 20, white)
    layer.cornerRadius = CGFloat(radius)
    let off = difference(try shown(layer, map), map) { isInside($0, [13, 10], radius) }
    #expect(off < Self.most, "\(off)")
  }

  @Test(arguments: maps)
  func someCornersAndBorders(_ map: CATransform3D) throws {
    let layer = box(0, 0, 26, 20, nil)
    (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (8, 3, white)
    layer.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
    let off = difference(try shown(layer, map), map) { p in
      let radius = (p.x < 0) == (p.y < 0) ? 1.0 : 0
      return isInside(p, [13, 10], 8 * radius) && !isInside(p, [10, 7], 5 * radius)
    }
    #expect(off < Self.most, "\(off)")
  }

  /// Contents, gradients, clipping bounds and masks have the same edges as a background.
  @Test(arguments: maps, [0.0, 7])
  func allEdgesAreEqual(_ map: CATransform3D, _ radius: Double) throws {
    func plain() -> CALayer {
      let layer = box(0, 0, 26, 20)
      layer.cornerRadius = CGFloat(radius)
      return layer
    }
    let ground = plain()
    ground.backgroundColor = white
    let expected = try shown(ground, map)
    let contents = plain()
    contents.contents = try makeImage(2, 2) { $0.fill(CGRect(x: 0, y: 0, width: 2, height: 2)) }
    contents.masksToBounds = true
    let gradient = CAGradientLayer()
    (gradient.frame, gradient.cornerRadius) = (CGRect(x: 0, y: 0, width: 26, height: 20), CGFloat(radius))
    gradient.colors = [white, black]
    let cut = plain()
    cut.masksToBounds = true
    cut.addSublayer(box(-9, -9, 50, 50, white))
    let masked = box(0, 0, 26, 20, nil, [box(-9, -9, 50, 50, white)])
    masked.mask = plain()
    masked.mask?.backgroundColor = black
    let inGroup = box(0, 0, 26, 20, nil, [plain()])
    inGroup.sublayers?[0].backgroundColor = white
    inGroup.compositingFilter = CIFilter(name: "CISourceOverCompositing")
    for (index, layer) in [contents, gradient, cut, masked, inGroup].enumerated() {
      let shown = try shown(layer, map)
      for (a, b) in zip(shown.image.pixels, expected.image.pixels) {
        #expect(abs(a.w - b.w) < 2e-3, "\(index)")
      }
    }
  }

  /// A layer that is rendered to a bitmap first has edges as soft as its pixels, and the same coverage.
  @Test func bitmapsAreTransformed() throws {
    let map = Self.maps[0]
    let (plain, bitmap) = (box(0, 0, 26, 20, white), box(0, 0, 26, 20, white))
    bitmap.shouldRasterize = true
    let (a, b) = (try shown(plain, map), try shown(bitmap, map))
    func area(_ shown: Shown) -> Double { shown.image.pixels.reduce(0) { $0 + Double($1.w) } }
    #expect(abs(area(a) - 520) < 0.02 && abs(area(b) - 520) < 1)
    #expect(zip(a.image.pixels, b.image.pixels).contains { abs($0.w - $1.w) > 0.02 })
    // With a filter, too, which reads the layer's own pixels.
    plain.filters = [try #require(CIFilter(name: "CIColorInvert"))]
    #expect(try abs(area(shown(plain, map)) - 520) < 1)
  }

  @Test(arguments: maps)
  func everyEngineShowsTheSame(_ map: CATransform3D) throws {
    let layer = box(0, 0, 26, 20, rgb(0.2, 0.4, 0.9))
    (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (8, 2, rgb(0.9, 0.5, 0.1))
    layer.addSublayer(box(4, 4, 9, 9, red))
    try expectAlike(turned(layer, map), Double(Self.size), Double(Self.size))
  }
}

extension CATransform3D {
  fileprivate init(m34: CGFloat) {
    self = CATransform3DIdentity
    self.m34 = m34
  }
}
