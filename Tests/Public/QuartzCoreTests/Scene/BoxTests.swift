import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Pixels of boxes, compared with computed values.
@Suite struct BoxTests {
  /// Returns the sum of alpha.
  func area(_ shown: Shown) -> Double { shown.image.pixels.reduce(0) { $0 + Double($1.w) } }

  @Test func edgesHaveTheCoveredArea() throws {
    let shown = try Shown(box(1.25, 2.5, 4, 3, white), 8, 8)
    for (x, part) in [(0, 0), (1, 0.75), (2, 1), (4, 1), (5, 0.25), (6, 0)] as [(Int, Float)] {
      #expect(abs(shown[x, 4].w - part) < 1e-5, "\(x)")
      #expect(abs(shown[x, 2].w - part / 2) < 1e-5 && abs(shown[x, 5].w - part / 2) < 1e-5)
    }
    #expect(abs(area(shown) - 12) < 1e-4)
    // Thinner than a pixel, in one column and in two.
    #expect(try abs(area(Shown(box(1.2, 1, 0.4, 2, white), 4, 4)) - 0.8) < 1e-5)
    #expect(try abs(area(Shown(box(1.8, 1.7, 0.5, 0.6, white), 4, 4)) - 0.3) < 1e-5)
  }

  /// π r² in the corners. Each pixel of an arc approximates the covered area, more accurately for larger circles.
  @Test(arguments: [2.0, 5, 7.5, 10, 100], [1.0, 2, 3.3])
  func roundCorners(_ radius: Double, _ scale: Double) throws {
    let layer = box(2, 2, 20, 30, white)
    layer.cornerRadius = CGFloat(radius)
    let size = Int((34 * scale).rounded(.up))
    let r = min(radius, 10)
    let expected = (600 - (4 - .pi) * r * r) * scale * scale
    let shown = try Shown(layer, size, size, scale: CGFloat(scale))
    #expect(abs(area(shown) - expected) < 0.2)
    // The lower left corner, sampled by 32 x 32 points per pixel.
    let (start, center) = (2 * scale, (2 + r) * scale)
    for y in 0..<Int(center) {
      for x in 0..<Int(center) {
        var inside = 0
        for point in 0..<1024 {
          let (px, py) = (Double(x) + (Double(point % 32) + 0.5) / 32, Double(y) + (Double(point / 32) + 0.5) / 32)
          let isRound = px < center && py < center
          let (dx, dy) = (px - center, py - center)
          inside += px > start && py > start && (!isRound || dx * dx + dy * dy < r * r * scale * scale) ? 1 : 0
        }
        // The samples are within 0.005 of the area.
        #expect(abs(Double(shown[x, y].w) - Double(inside) / 1024) < (r * scale < 5 ? 0.025 : 0.015), "\(x) \(y)")
      }
    }
  }

  @Test func someCorners() throws {
    let layer = box(0, 0, 20, 20, white)
    layer.cornerRadius = 8
    layer.maskedCorners = [.layerMinXMaxYCorner]
    let shown = try Shown(layer, 20, 20)
    #expect(shown[0, 19].w == 0 && shown[0, 0].w == 1 && shown[19, 19].w == 1 && shown[19, 0].w == 1)
    // Mirrored, the layer's greatest y is at the bottom.
    let root = box(0, 0, 20, 20, nil, [layer])
    root.isGeometryFlipped = true
    let flipped = try Shown(root, 20, 20)
    #expect(flipped[0, 19].w == 1 && flipped[0, 0].w == 0)
  }

  /// Contents that end at clipping bounds are clipped once, also between pixels.
  @Test func contentsAreClippedOnceByBounds() throws {
    let layer = box(1.25, 1.5, 6, 6)
    layer.contents = try makeImage(3, 3) { $0.fill(CGRect(x: 0, y: 0, width: 3, height: 3)) }
    for center in [CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 0.3, y: 0.3, width: 0.3, height: 0.3)] {
      (layer.contentsCenter, layer.masksToBounds) = (center, false)
      let free = try Shown(layer, 9, 9)
      layer.masksToBounds = true
      let cut = try Shown(layer, 9, 9)
      #expect(abs(cut[1, 4].w - 0.75) < 1e-4 && abs(cut[4, 1].w - 0.5) < 1e-4)
      for (a, b) in zip(free.image.pixels, cut.image.pixels) {
        #expect((0..<4).allSatisfy { abs(a[$0] - b[$0]) < 1e-4 })
      }
    }
  }

  /// Bounds with rounded corners that clip background, border and gradient change none of their pixels.
  @Test func boxesAreClippedOnceByBounds() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 1, y: 1, width: 20, height: 20)
    gradient.colors = [red, blue]
    let plain = box(1, 1, 20, 20, green)
    let bordered = box(1, 1, 20, 20, green)
    (bordered.borderWidth, bordered.borderColor) = (3, black)
    for layer in [gradient, plain, bordered] {
      layer.cornerRadius = 8
      let free = try Shown(layer, 22, 22)
      layer.masksToBounds = true
      let cut = try Shown(layer, 22, 22)
      for (a, b) in zip(free.image.pixels, cut.image.pixels) {
        #expect((0..<4).allSatisfy { abs(a[$0] - b[$0]) < 2e-3 })
      }
    }
  }

  /// Backgrounds and gradients end under an opaque border with an antialiased outer edge.
  @Test func nothingShowsThroughABorder() throws {
    let gradient = CAGradientLayer()
    gradient.frame = CGRect(x: 1.5, y: 1.25, width: 30, height: 30)
    gradient.colors = [red, red]
    for layer in [box(1.5, 1.25, 30, 30, red), gradient] {
      (layer.cornerRadius, layer.borderWidth, layer.borderColor) = (15, 4, white)
      for map in [CATransform3DIdentity, CATransform3DMakeRotation(0.3, 0, 0, 1)] {
        layer.transform = map
        let shown = try Shown(box(0, 0, 34, 34, white, [layer]), 34, 34)
        for y in 0..<34 {
          for x in 0..<34 {
            let (dx, dy) = (Double(x) + 0.5 - 16.5, Double(y) + 0.5 - 16.25)
            // One pixel outside of the border's inner edge.
            guard (dx * dx + dy * dy).squareRoot() > 12 else { continue }
            #expect(shown.isNear(x, y, 1, 1, 1, 1), "\(x) \(y)")
          }
        }
        #expect(shown.isNear(16, 16, 1, 0, 0, 1))
      }
    }
  }

  @Test func borders() throws {
    let layer = box(0, 0, 12, 12, rgb(0, 0, 0, 0))
    (layer.borderWidth, layer.borderColor) = (2, rgb(1, 0, 0, 0.5))
    let shown = try Shown(layer, 12, 12)
    #expect(shown.isNear(1, 6, 0.5, 0, 0, 0.5) && shown.isNear(2, 6, 0, 0, 0, 0))
    #expect(try abs(area(Shown(layer, 12, 12)) - 0.5 * (144 - 64)) < 1e-4)
    layer.cornerRadius = 6
    // A ring between circles of radius 6 and 4.
    #expect(try abs(area(Shown(layer, 12, 12)) - 0.5 * .pi * 20) < 0.5)
    layer.borderWidth = 99
    #expect(try abs(area(Shown(layer, 12, 12)) - 0.5 * .pi * 36) < 0.3)
  }

  @Test func contentsAreClippedByRoundedCornersOnlyIfTheyMask() throws {
    let layer = box(0, 0, 12, 12)
    layer.contents = try makeImage(1, 1) { $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }
    layer.cornerRadius = 6
    #expect(try abs(area(Shown(layer, 12, 12)) - 144) < 1e-3)
    layer.masksToBounds = true
    #expect(try abs(area(Shown(layer, 12, 12)) - .pi * 36) < 0.6)
  }

  /// The integral of a Gaussian over the box.
  @Test(arguments: [0.5, 3, 8])
  func shadowsOfBoxes(_ radius: Double) throws {
    let layer = box(40, 40, 40, 20, white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (
      0.5, CGFloat(radius), CGSize(width: 3, height: -30)
    )
    layer.shadowColor = rgb(0, 0, 0, 0.8)
    func expected(_ x: Int, _ y: Int) -> Double {
      func part(_ p: Double, _ low: Double, _ high: Double) -> Double {
        (erf((p - low) / (radius * 2.0.squareRoot())) - erf((p - high) / (radius * 2.0.squareRoot()))) / 2
      }
      return 0.4 * part(Double(x) + 0.5, 43, 83) * part(Double(y) + 0.5, 10, 30)
    }
    let shown = try Shown(layer, 120, 39)
    for y in stride(from: 0, to: 39, by: 2) {
      for x in stride(from: 10, to: 110, by: 3) {
        #expect(abs(Double(shown[x, y].w) - expected(x, y)) < 1.0 / 255, "\(x) \(y)")
      }
    }
    // By the blurred alpha of a sublayer: contents have no formula.
    layer.contents = try makeImage(1, 1) { $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }
    let blurred = try Shown(layer, 120, 39)
    // A kernel of whole pixels does not approximate a Gaussian that is narrower than a pixel.
    for y in stride(from: 0, to: 39, by: 3) where radius > 1 {
      for x in stride(from: 10, to: 110, by: 5) {
        #expect(abs(Double(blurred[x, y].w) - expected(x, y)) < 2.0 / 255, "\(x) \(y)")
      }
    }
    // By a path.
    layer.contents = nil
    layer.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 40, height: 20), transform: nil)
    #expect(try abs(Double(Shown(layer, 120, 39)[60, 20].w) - expected(60, 20)) < 1.0 / 255)
    layer.shadowPath = CGPath()
    #expect(try Shown(layer, 120, 39)[60, 20].w == 0)
  }

  @Test func shadowsRotateWithTheLayerAndOpacityFadesBoth() throws {
    let layer = box(20, 20, 10, 10, white)
    (layer.shadowOpacity, layer.shadowRadius, layer.shadowOffset) = (1, 0, CGSize(width: 15, height: 0))
    layer.transform = CATransform3DMakeRotation(.pi / 2, 0, 0, 1)
    layer.opacity = 0.5
    let shown = try Shown(box(0, 0, 60, 60, nil, [layer]), 60, 60)
    #expect(shown.isNear(25, 40, 0, 0, 0, 0.5) && shown.isNear(40, 25, 0, 0, 0, 0))
    #expect(shown.isNear(25, 25, 0.5, 0.5, 0.5, 0.5))
    // Without group opacity, as each part is multiplied.
    layer.allowsGroupOpacity = false
    #expect(try Shown(box(0, 0, 60, 60, nil, [layer]), 60, 60).isNear(25, 40, 0, 0, 0, 0.5))
  }

  @Test func continuousCornersBeginFartherAway() throws {
    let layer = box(0, 0, 40, 40, white)
    (layer.cornerRadius, layer.cornerCurve) = (10, .continuous)
    let shown = try Shown(layer, 40, 40)
    // The coverage of pixels of the second row on macOS, in 255ths. cairo samples 15 lines of a pixel, half of one
    // being 8.5.
    for (column, covered) in [(3, 0), (4, 84), (5, 224), (6, 255)] as [(Int, Float)] {
      for (x, y) in [(column, 1), (column, 38), (39 - column, 1), (39 - column, 38), (1, column), (38, 39 - column)] {
        #expect(abs(shown[x, y].w * 255 - covered) <= 8.5, "\(x) \(y): \(shown[x, y].w * 255)")
      }
    }
    // The curve begins 15.3 points from the corner; a circle begins at 10.
    #expect(shown[11, 0].w < 0.998 && shown[16, 0].w == 1)
    // One corner; a border and clipped content have the same curve.
    layer.maskedCorners = .layerMaxXMaxYCorner
    let one = try Shown(layer, 40, 40)
    #expect(one[0, 0].w == 1 && one[39, 0].w == 1 && one[0, 39].w == 1 && one[39, 39].w == 0)
    (layer.backgroundColor, layer.borderColor, layer.borderWidth) = (nil, white, 3)
    let ring = try Shown(layer, 40, 40)
    #expect(ring[39, 39].w == 0 && ring[36, 36].w > 0.5 && ring[20, 20].w == 0 && ring[1, 1].w == 1)
    let holder = box(0, 0, 40, 40, nil, [box(0, 0, 40, 40, white)])
    (holder.cornerRadius, holder.cornerCurve, holder.masksToBounds) = (10, .continuous, true)
    #expect(try abs(Shown(holder, 40, 40)[4, 38].w - shown[4, 38].w) < 0.01)
    // If it does not fit, corners are circular.
    let (small, round) = (box(0, 0, 30, 40, white), box(0, 0, 30, 40, white))
    (small.cornerRadius, small.cornerCurve, round.cornerRadius) = (10, .continuous, 10)
    #expect(CIImage(layer: small) == CIImage(layer: round))
  }

  @Test func edgesWithoutAntialiasing() throws {
    let (left, right) = (box(0, 0, 4.5, 3.5, red), box(4.5, 0, 3.5, 3.5, green))
    left.edgeAntialiasingMask.remove(.layerRightEdge)
    right.edgeAntialiasingMask.remove(.layerLeftEdge)
    let root = box(0, 0, 8, 8, black, [left, right])
    let shown = try Shown(root, 8, 8)
    #expect(shown[4, 1] == [1, 0, 0, 1] && shown[5, 1] == [0, 1, 0, 1] && shown.isNear(1, 3, 0.5, 0, 0, 1))
    left.allowsEdgeAntialiasing = false
    #expect(try Shown(root, 8, 8)[1, 3] == [1, 0, 0, 1])
    // Upside down, its top is at the bottom, at 4.5.
    root.isGeometryFlipped = true
    right.edgeAntialiasingMask = .layerBottomEdge
    #expect(try Shown(root, 8, 8)[6, 4] == [0, 0, 0, 1])
    right.edgeAntialiasingMask = .layerTopEdge
    #expect(try Shown(root, 8, 8).isNear(6, 4, 0, 0.5, 0, 1))
    // Contents, too.
    let shownContents = box(0, 0, 4.5, 4)
    shownContents.contents = try makeImage(1, 1) {
      $0.setFillColor(red)
      $0.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    }
    #expect(try Shown(shownContents, 8, 8).isNear(4, 1, 0.5, 0, 0, 0.5))
    shownContents.edgeAntialiasingMask = []
    #expect(try Shown(shownContents, 8, 8)[4, 1] == [1, 0, 0, 1])
  }
}
