import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct ShapeTests {
  func shape(_ path: CGPath) -> CAShapeLayer {
    let layer = CAShapeLayer()
    layer.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
    layer.path = path
    return layer
  }

  func area(_ shown: Shown) -> Double { shown.image.pixels.reduce(0) { $0 + Double($1.w) } }

  @Test func defaults() {
    let layer = CAShapeLayer()
    #expect(layer.path == nil && layer.fillColor == black && layer.strokeColor == nil && layer.fillRule == .nonZero)
    #expect(layer.lineWidth == 1 && layer.miterLimit == 10 && layer.lineCap == .butt && layer.lineJoin == .miter)
    #expect(layer.lineDashPattern == nil && layer.lineDashPhase == 0 && layer.strokeStart == 0 && layer.strokeEnd == 1)
  }

  @Test func fillsCoverTheirArea() throws {
    let layer = shape(CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 20, height: 20), transform: nil))
    #expect(try abs(area(Shown(layer, 40, 40)) - 100 * .pi) < 1)
    // Sharp at any scale, and at fractional pixel offsets.
    #expect(try abs(area(Shown(layer, 80, 80, scale: 2)) - 400 * .pi) < 2)
    let moved = box(0, 0, 40, 40, nil, [layer])
    layer.position.x += 0.5
    #expect(try abs(area(Shown(moved, 40, 40)) - 100 * .pi) < 1)
    layer.fillColor = rgb(1, 0, 0, 0.5)
    #expect(try Shown(moved, 40, 40).isNear(15, 15, 0.5, 0, 0, 0.5))
    layer.fillColor = nil
    #expect(try area(Shown(moved, 40, 40)) == 0)
  }

  @Test func rulesOfFilling() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 20, height: 20))
    path.addRect(CGRect(x: 5, y: 5, width: 10, height: 10))
    let layer = shape(path)
    // The path is copied when it is set.
    path.addRect(CGRect(x: 0, y: 30, width: 20, height: 5))
    #expect(try abs(area(Shown(layer, 40, 40)) - 400) < 0.1)
    layer.fillRule = .evenOdd
    #expect(try abs(area(Shown(layer, 40, 40)) - 300) < 0.1)
  }

  @Test func linesAreTrimmedThenDashed() throws {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 5, y: 10))
    path.addLine(to: CGPoint(x: 25, y: 10))
    path.move(to: CGPoint(x: 5, y: 20))
    path.addLine(to: CGPoint(x: 25, y: 20))
    let layer = shape(path)
    (layer.fillColor, layer.strokeColor, layer.lineWidth) = (nil, blue, 4)
    #expect(try abs(area(Shown(layer, 40, 40)) - 160) < 0.1)
    // By the total length of both: 10 of the first, 10 of the second.
    (layer.strokeStart, layer.strokeEnd) = (0.25, 0.75)
    let part = try Shown(layer, 40, 40)
    #expect(abs(area(part) - 80) < 0.1 && part[10, 10].w < 0.01 && part[20, 10].w > 0.99 && part[20, 20].w < 0.01)
    layer.lineDashPattern = [2, 3]
    #expect(try abs(area(Shown(layer, 40, 40)) - 32) < 0.2)
    layer.strokeEnd = 0.1
    #expect(try area(Shown(layer, 40, 40)) == 0)
  }

  @Test func theStrokeIsOverTheFillAndBothUnderSublayers() throws {
    let layer = shape(CGPath(rect: CGRect(x: 10, y: 10, width: 20, height: 20), transform: nil))
    (layer.fillColor, layer.strokeColor, layer.lineWidth) = (red, blue, 4)
    layer.backgroundColor = white
    layer.addSublayer(box(15, 15, 4, 4, green))
    let shown = try Shown(layer, 40, 40)
    #expect(shown.isNear(11, 20, 0, 0, 1, 1) && shown.isNear(25, 20, 1, 0, 0, 1) && shown.isNear(16, 16, 0, 1, 0, 1))
    #expect(shown.isNear(2, 2, 1, 1, 1, 1))
  }
}
