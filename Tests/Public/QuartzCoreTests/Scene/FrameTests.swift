import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import QuartzCore
import ReferenceEngine
import TestContexts
import TestSupport
import Testing

/// Frames as recipes.
@Suite struct FrameTests {
  /// Returns a tree with most kinds of content.
  func tree() throws -> CALayer {
    let card = box(10, 12, 40, 30, rgb(0.2, 0.5, 0.9))
    (card.cornerRadius, card.shadowOpacity, card.shadowRadius) = (8, 0.6, 3)
    let clipped = box(30, 20, 30, 30, rgb(1, 0.8, 0.1, 0.7), [box(-5, 10, 20, 30, rgb(0.9, 0.1, 0.3))])
    (clipped.cornerRadius, clipped.masksToBounds, clipped.opacity) = (12, true, 0.8)
    let blurred = box(5, 40, 20, 15, green)
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.setValue(2, forKey: kCIInputRadiusKey)
    blurred.filters = [blur]
    let turned = box(42, 5, 16, 16, rgb(0.6, 0.2, 0.8))
    turned.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
    (turned.borderWidth, turned.borderColor) = (2, white)
    let blended = box(0, 30, 64, 8, rgb(0.5, 0.9, 0.5))
    blended.compositingFilter = CIFilter(name: "CIMultiplyBlendMode")
    return box(0, 0, 64, 64, rgb(0.95, 0.95, 0.9), [card, clipped, blurred, turned, blended])
  }

  @Test(arguments: [1, 1.5, 2] as [CGFloat])
  func allEnginesShowTheSame(_ scale: CGFloat) throws {
    // Devices store half floats of gamma-encoded values: a step of those is up to 2.4 steps in linear light, and some
    // pixels are stored twice.
    let tolerance = Tolerance(absolute: 0.0003, relative: 0.0025)
    try expectAlike(tree(), 64 * Double(scale), 64 * Double(scale), scale: scale, within: tolerance)
  }

  @Test func theImageOfATreeTwiceIsOneRecipe() throws {
    let tree = try tree()
    tree.addSublayer(layerWithAPath())
    let shown = box(3, 3, 10, 10)
    shown.contents = try makeImage(2, 2) { $0.fill(CGRect(x: 0, y: 0, width: 1, height: 2)) }
    tree.addSublayer(shown)
    #expect(CIImage(layer: tree, at: 0, scale: 2) == CIImage(layer: tree, at: 0, scale: 2))
    tree.sublayers?[0].cornerRadius = 9
    #expect(CIImage(layer: tree, at: 0, scale: 2) != CIImage(layer: tree, at: 0, scale: 1))
  }

  private func layerWithAPath() -> CALayer {
    let layer = box(0, 0, 20, 20, red)
    layer.shadowPath = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 20, height: 10), transform: nil)
    layer.shadowOpacity = 1
    return layer
  }

  /// Compares a filter with the same recipe in Core Image: one box through one filter, in linear light.
  @Test func aFilterMatchesTheFilterOfTheImage() throws {
    let layer = box(0, 0, 40, 40, rgb(0.5, 0.25, 0.75))
    let pinch = try #require(CIFilter(name: "CITwirlDistortion"))
    pinch.setValue(CIVector(x: 20, y: 15), forKey: kCIInputCenterKey)
    pinch.setValue(30, forKey: kCIInputRadiusKey)
    layer.filters = [pinch]
    let area = CGRect(x: 0, y: 0, width: 40, height: 40)
    let color = CIColor(red: 0.5, green: 0.25, blue: 0.75)
    let byHand = CIImage(color: color).cropped(to: area)
      .applyingFilter(
        "CITwirlDistortion",
        parameters: [kCIInputCenterKey: CIVector(x: 20, y: 15), kCIInputRadiusKey: 30])
    #expect(CIImage(layer: layer, at: 0, scale: 1, blendsLinearly: true) == byHand)

    // At two pixels per point, positions and lengths double, and the angle is unchanged.
    let large = CIImage(color: color).cropped(to: CGRect(x: 0, y: 0, width: 80, height: 80))
      .applyingFilter(
        "CITwirlDistortion",
        parameters: [kCIInputCenterKey: CIVector(x: 40, y: 30), kCIInputRadiusKey: 60])
    #expect(CIImage(layer: layer, at: 0, scale: 2, blendsLinearly: true) == large)
    // At another position, the filter's positions are still in the layer's coordinates.
    layer.position.x += 7
    let moved = CIImage(color: color).cropped(to: area.offsetBy(dx: 7, dy: 0))
      .applyingFilter(
        "CITwirlDistortion",
        parameters: [kCIInputCenterKey: CIVector(x: 27, y: 15), kCIInputRadiusKey: 30])
    #expect(CIImage(layer: layer, at: 0, scale: 1, blendsLinearly: true) == moved)
  }

  @Test func filtersInPixelsWorkAtAPixelAPoint() throws {
    final class Doubled: CIFilter {
      @CIInput var inputImage: CIImage?
      @CIInput var inputStep: CGFloat = 10
      override var outputImage: CIImage? {
        inputImage.map { $0.transformed(by: CGAffineTransform(translationX: inputStep, y: 0)).composited(over: $0) }
      }
    }
    let layer = box(0, 0, 4, 4, red)
    layer.filters = [Doubled()]
    let shown = try Shown(layer, 40, 8, scale: 2)
    #expect(shown[2, 2].w == 1 && shown[15, 2].w == 0 && shown[24, 2].w > 0.9 && shown[34, 2].w == 0)
  }

  @Test func perspective() throws {
    let root = box(0, 0, 100, 100, black)
    root.sublayerTransform.m34 = -1 / 200
    let layer = box(25, 25, 50, 50, white)
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    root.addSublayer(layer)
    let shown = try Shown(root, 100, 100)
    // A positive rotation about y moves greater x away from the eye: x = ±12.5 / (1 ± 21.65 / 200).
    let (left, right) = (50 - 12.5 / (1 - 21.65 / 200), 50 + 12.5 / (1 + 21.65 / 200))
    var row = 0.0
    for x in 0..<100 { row += Double(shown[x, 50].x) }
    #expect(abs(row - (right - left)) < 0.3, "\(row)")
    func column(_ x: Int) -> Double { (0..<100).reduce(0) { $0 + Double(shown[x, $1].x) } }
    #expect(column(Int(left) + 2) > 54 && column(Int(right) - 2) < 47)
    try expectAlike(root, 100, 100)
    // Behind the eye, nothing is drawn; partly behind it, the other part is drawn.
    layer.zPosition = 250
    #expect(try Shown(root, 100, 100).isNear(50, 50, 0, 0, 0, 1))
    layer.zPosition = 190
    _ = try Shown(root, 100, 100)
  }

  @Test func transformLayersShareOneSpace() throws {
    let (near, far) = (box(0, 0, 20, 20, red), box(0, 0, 20, 20, blue))
    near.zPosition = 10
    let space = CATransformLayer()
    space.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
    space.sublayers = [near, far]
    let root = box(0, 0, 20, 20, black, [space])
    #expect(try Shown(root, 20, 20).isNear(10, 10, 1, 0, 0, 1))
    // Seen from behind, the other layer is nearer.
    space.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    #expect(try Shown(root, 20, 20).isNear(10, 10, 0, 0, 1, 1))
    space.opacity = 0.5
    #expect(try Shown(root, 20, 20).isNear(10, 10, 0.25, 0, 0.5, 1))
  }

  /// Two layers that intersect like an X seen from above: each is in front on one side, in either order.
  @Test func intersectingLayersAreSplit() throws {
    for isFirst in [true, false] {
      for distance in [0.0, 200] {
        let (left, right) = (box(0, 0, 40, 20, red), box(0, 0, 40, 20, blue))
        left.transform = CATransform3DMakeRotation(.pi / 4, 0, 1, 0)
        right.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
        let space = CATransformLayer()
        space.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
        space.sublayers = isFirst ? [left, right] : [right, left]
        let root = box(0, 0, 40, 20, black, [space])
        if distance > 0 { root.sublayerTransform.m34 = -1 / distance }
        let shown = try Shown(root, 40, 20)
        // A rotation to the left about y brings the left side to the front.
        for x in [9, 14, 19] { #expect(shown.isNear(x, 10, 1, 0, 0, 1), "\(isFirst) \(distance) \(x)") }
        for x in [20, 25, 30] { #expect(shown.isNear(x, 10, 0, 0, 1, 1), "\(isFirst) \(distance) \(x)") }
        try expectAlike(root, 40, 20)
      }
    }
  }

  /// A large layer whose centre is nearer is drawn behind a small one that is in front of it at its position.
  @Test func layersInFrontAtTheirPositionAreDrawnLater() throws {
    let (large, small) = (box(0, 0, 80, 20, red), box(4, 4, 8, 12, blue))
    large.transform = CATransform3DMakeRotation(-.pi / 4, 0, 1, 0)
    small.zPosition = -10
    let space = CATransformLayer()
    space.frame = CGRect(x: 0, y: 0, width: 80, height: 20)
    space.sublayers = [small, large]
    // At x = 14, the large one is 26 behind its centre.
    let shown = try Shown(box(0, 0, 80, 20, black, [space]), 80, 20)
    small.position.x = 20
    let moved = try Shown(box(0, 0, 80, 20, black, [space]), 80, 20)
    #expect(moved.isNear(20, 10, 0, 0, 1, 1) && shown.isNear(30, 10, 1, 0, 0, 1))
    // Farther to the right, the large one is nearer.
    small.position.x = 50
    #expect(try Shown(box(0, 0, 80, 20, black, [space]), 80, 20).isNear(50, 10, 1, 0, 0, 1))
  }

  @Test func invalidSizes() throws {
    for scale in [0, -1, .nan, .infinity, 1e300] as [CGFloat] {
      #expect(CIImage(layer: box(0, 0, 4, 4, red), at: 0, scale: scale).extent.isNull)
    }
    let odd: [(CALayer) -> Void] = [
      { $0.transform = CATransform3DMakeScale(0, 1, 1) }, { $0.transform = CATransform3D() },
      { $0.transform.m34 = -1e15 }, { $0.transform.m44 = 0 }, { $0.bounds.size.width = 1e15 },
      { $0.position.x = 1e15 }, { $0.cornerRadius = 1e15 }, { $0.cornerRadius = -5 }, { $0.borderWidth = 1e15 },
      { ($0.shadowOpacity, $0.shadowRadius) = (1, 1e15) }, { $0.borderWidth = -3 }, { $0.contentsScale = 0 },
      { $0.sublayerTransform = CATransform3DMakeScale(1e15, 1e-15, 0) },
      { $0.transform = CATransform3DMakeScale(1e9, 1e-9, 1) },
      { $0.backgroundColor = rgb(.nan, 1e300, -5, 7) }, { ($0.shouldRasterize, $0.rasterizationScale) = (true, -1) },
      {
        $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 1e9, height: 1e9), transform: nil)
        $0.shadowOpacity = 1
      },
    ]
    for (number, change) in odd.enumerated() {
      let layer = box(1, 1, 4, 4, red, [box(0, 0, 2, 2, blue)])
      change(layer)
      let root = box(0, 0, 8, 8, black, [layer])
      let node = CIImage(layer: root, at: 0, scale: 1).node
      let context = Backend.context()
      _ = context.createCGImage(CIImage(node: node), from: CGRect(x: 0, y: 0, width: 8, height: 8))
      #expect(number >= 0)
    }
  }

  @Test func deepTreesAreDrawnAsFarAsTheyGo() throws {
    let root = box(0, 0, 4, 4, red)
    var last = root
    for _ in 0..<2000 {
      let next = box(0, 0, 4, 4, nil)
      last.addSublayer(next)
      last = next
    }
    #expect(try Shown(root, 4, 4).isNear(1, 1, 1, 0, 0, 1))
  }
}
