import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import QuartzCore
import TestFiles
import TestSupport
import Testing

/// Compares boxes with a browser's rendering: `scripts/layer-boxes` renders `Resources/boxes.html` to `boxes.png`, each
/// pixel of which is the mean of many of the browser's.
@Suite struct ChromiumTests {
  func hex(_ number: Int, _ alpha: CGFloat = 1) -> CGColor {
    rgb(CGFloat(number >> 16) / 255, CGFloat(number >> 8 & 255) / 255, CGFloat(number & 255) / 255, alpha)
  }

  /// Positions a layer in a cell of 60 x 60, y down.
  func cell(
    _ column: CGFloat, _ row: CGFloat, _ frame: (CGFloat, CGFloat, CGFloat, CGFloat), _ color: CGColor
  ) -> CALayer {
    box(column * 60 + frame.0, row * 60 + frame.1, frame.2, frame.3, color)
  }

  func cell(_ column: CGFloat, _ row: CGFloat, _ color: CGColor) -> CALayer {
    cell(column, row, (10, 10, 40, 40), color)
  }

  func gradient(
    _ column: CGFloat, _ colors: [CGColor], _ type: CAGradientLayerType, _ start: CGPoint, _ end: CGPoint
  ) -> CAGradientLayer {
    let layer = CAGradientLayer()
    layer.frame = CGRect(x: column * 60 + 10, y: 70, width: 40, height: 40)
    (layer.colors, layer.type, layer.startPoint, layer.endPoint) = (colors, type, start, end)
    return layer
  }

  /// Returns the boxes row by row, as on the page.
  func firstRows() -> [CALayer] {
    let bordered = cell(2, 0, hex(0x22AA44))
    (bordered.borderWidth, bordered.borderColor) = (4, hex(0x112233))
    let rounded = cell(3, 0, hex(0xCC3366))
    rounded.cornerRadius = 10
    let round = cell(4, 0, hex(0x8844CC))
    round.cornerRadius = 20
    let both = cell(5, 0, hex(0xDD8822))
    (both.cornerRadius, both.borderWidth, both.borderColor) = (14, 5, hex(0x000050))
    let left = cell(0, 1, hex(0x008899))
    (left.cornerRadius, left.maskedCorners) = (16, [.layerMinXMinYCorner, .layerMinXMaxYCorner])
    let middle = CGPoint(x: 0.5, y: 0.5)
    let down = gradient(1, [red, blue], .axial, CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1))
    let across = gradient(
      2, [black, white, hex(0xFFCC00)], .axial, CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
    across.locations = [0.25, 0.5, 1]
    let disc = gradient(3, [white, hex(0x004400)], .radial, middle, CGPoint(x: 1, y: 1))
    let ellipse = gradient(4, [hex(0xFFFF00), red, blue], .radial, middle, CGPoint(x: 1, y: 1))
    ellipse.frame = CGRect(x: 250, y: 75, width: 40, height: 30)
    ellipse.cornerRadius = 8
    let turning = gradient(5, [red, green, blue, red], .conic, middle, CGPoint(x: 1, y: 0.5))
    return [
      cell(0, 0, (10, 10, 40, 30), hex(0x3366CC)), cell(1, 0, rgb(1, 0, 0, 0.5)), bordered, rounded, round, both, left,
      down, across, disc, ellipse, turning,
    ]
  }

  func lastRows() throws -> [CALayer] {
    let shadow = cell(0, 2, (15, 15, 30, 30), white)
    (shadow.shadowOpacity, shadow.shadowRadius, shadow.shadowOffset) = (0.8, 3, CGSize(width: 0, height: 3))
    let round = cell(1, 2, (15, 15, 30, 30), white)
    (round.cornerRadius, round.shadowOpacity, round.shadowRadius) = (8, 0.6, 4)
    (round.shadowOffset, round.shadowColor) = (CGSize(width: 4, height: 2), hex(0x0000A0))
    let clipped = cell(2, 2, hex(0xCCCCCC))
    (clipped.masksToBounds, clipped.cornerRadius) = (true, 12)
    clipped.addSublayer(box(20, 20, 30, 30, hex(0xCC0000)))
    let cut = cell(3, 2, hex(0, 0))
    cut.masksToBounds = true
    cut.addSublayer(box(-10, 10, 30, 50, hex(0x0055CC)))
    let group = cell(4, 2, (10, 10, 30, 30), red)
    group.opacity = 0.5
    group.addSublayer(box(10, 10, 30, 30, blue))
    let product = cell(5, 2, hex(0x66CC99))
    product.compositingFilter = CIFilter(name: "CIMultiplyBlendMode")

    let turned = cell(0, 3, (15, 15, 30, 30), hex(0x333399))
    turned.transform = CATransform3DMakeRotation(.pi / 6, 0, 0, 1)
    let mixed = cell(1, 3, (15, 15, 30, 30), hex(0x993333))
    mixed.cornerRadius = 8
    mixed.transform = CATransform3DScale(CATransform3DMakeRotation(-.pi / 9, 0, 0, 1), 1.2, 0.8, 1)
    let stage = cell(2, 3, hex(0x222222))
    stage.sublayerTransform.m34 = -1 / 80
    let leaf = box(5, 5, 30, 30, hex(0xEEEE44))
    leaf.transform = CATransform3DMakeRotation(50 * .pi / 180, 0, 1, 0)
    stage.addSublayer(leaf)
    let difference = cell(3, 3, hex(0xAADDFF))
    difference.compositingFilter = CIFilter(name: "CIDifferenceBlendMode")
    let screen = cell(4, 3, hex(0xAA5500))
    screen.compositingFilter = CIFilter(name: "CIScreenBlendMode")
    let inverted = cell(5, 3, white)
    inverted.filters = [try #require(CIFilter(name: "CIColorInvert"))]
    return [shadow, round, clipped, cut, group, product, turned, mixed, stage, difference, screen, inverted]
  }

  @Test func boxesAsABrowserDrawsThem() throws {
    let root = box(0, 0, 360, 240, hex(0xF0ECE0), firstRows() + (try lastRows()))
    // Browsers have y down.
    root.isGeometryFlipped = true
    let shown = try Shown(root, 360, 240)
    let data = try Data(contentsOf: testFile("Public/QuartzCoreTests/Resources/boxes.png"))
    let browser = try #require(CIImage(data: data)?.matchedFromWorkingSpace(to: CGColorSpace(name: CGColorSpace.sRGB)!))
    let expected = Shown(image: try renderReference(browser.node, UserRect(x: 0, y: 0, width: 360, height: 240)))
    var cells = Array(repeating: Cell(), count: 24)
    for y in 0..<240 {
      for x in 0..<360 {
        let difference = 255 * largest(shown[x, y] - expected[x, y])
        let around = [(-1, 0), (1, 0), (0, -1), (0, 1), (-1, -1), (1, 1), (-1, 1), (1, -1)].map { dx, dy in
          expected[min(max(x + dx, 0), 359), min(max(y + dy, 0), 239)]
        }
        let isEdge = around.contains { largest($0 - expected[x, y]) > 12.0 / 255 }
        cells[(239 - y) / 60 * 6 + x / 60].add(difference, isEdge: isEdge)
      }
    }
    for (index, cell) in cells.enumerated() {
      let place = "cell \(index % 6), \(index / 6): \(cell)"
      #expect(cell.inside <= 2.5, "\(place)")
      #expect(cell.edge <= (Self.edges[index] ?? 3), "\(place)")
      #expect(cell.sum / 3600 <= 0.5, "\(place)")
    }
  }

  /// The differences of pixels, in 255ths.
  struct Cell {
    var inside = 0.0
    var edge = 0.0
    var sum = 0.0

    mutating func add(_ difference: Double, isEdge: Bool) {
      if isEdge { edge = max(edge, difference) } else { inside = max(inside, difference) }
      sum += difference
    }
  }

  /// The larger tolerance of this cell. The browser's shadow of a box differs by 3.1 from the integral of a Gaussian at
  /// a scale of 16 or 32, and by 3.7 without scaling.
  static let edges: [Int: Double] = [12: 3.2]

  private func largest(_ way: SIMD4<Float>) -> Double { Double(way.max() > -way.min() ? way.max() : -way.min()) }
}
