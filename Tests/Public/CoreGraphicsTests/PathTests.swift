import CoreGraphics
import Foundation
import Testing

@Suite struct PathTests {
  private func elements(_ path: CGPath) -> [String] {
    var all: [String] = []
    path.applyWithBlock { element in
      let count = [1, 1, 2, 3, 0][Int(element.pointee.type.rawValue)]
      let points = (0..<count).map { element.pointee.points[$0] }
      all.append("\(element.pointee.type.rawValue)" + points.map { " \(Double($0.x)),\(Double($0.y))" }.joined())
    }
    return all
  }

  @Test func elementsComeInOrderWithTheirPoints() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 2))
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addQuadCurve(to: CGPoint(x: 7, y: 8), control: CGPoint(x: 5, y: 6))
    path.addCurve(to: CGPoint(x: 5, y: 5), control1: CGPoint(x: 9, y: 9), control2: CGPoint(x: 8, y: 1))
    path.closeSubpath()
    #expect(elements(path) == ["0 1.0,2.0", "1 3.0,4.0", "2 5.0,6.0 7.0,8.0", "3 9.0,9.0 8.0,1.0 5.0,5.0", "4"])
    #expect(path.currentPoint == CGPoint(x: 1, y: 2))
    #expect(path.boundingBox == CGRect(x: 1, y: 1, width: 8, height: 8))
    let copy = path.copy()
    #expect(copy == path && copy !== path)
    path.addLine(to: .zero)
    #expect(copy != path)
  }

  @Test func linesWithoutACurrentPointAreIgnored() {
    let path = CGMutablePath()
    path.addLine(to: CGPoint(x: 3, y: 4))
    path.addCurve(to: .zero, control1: .zero, control2: .zero)
    path.closeSubpath()
    #expect(path.isEmpty && path.boundingBox.isNull && path.currentPoint == .zero)
  }

  @Test func rectanglesBeginAtTheirOriginAndAreDetected() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    let path = CGPath(rect: rect, transform: nil)
    #expect(elements(path) == ["0 1.0,2.0", "1 4.0,2.0", "1 4.0,6.0", "1 1.0,6.0", "4"])
    #expect(path.currentPoint == rect.origin)
    var found = CGRect.null
    #expect(path.isRect(&found) && found == rect)
    #expect(!CGPath(ellipseIn: rect, transform: nil).isRect(nil))
    var turn = CGAffineTransform(rotationAngle: 0.3)
    #expect(!CGPath(rect: rect, transform: &turn).isRect(nil))
  }

  @Test func circlesHaveTheirAreaAndTheirBounds() {
    let box = CGRect(x: -3, y: 5, width: 20, height: 10)
    let path = CGPath(ellipseIn: box, transform: nil)
    let bounds = path.boundingBoxOfPath
    #expect(abs(bounds.minX + 3) < 1e-12 && abs(bounds.maxY - 15) < 1e-12 && abs(bounds.width - 20) < 1e-12)
    // Curves stay within 0.03 % of the radius.
    for step in 0..<64 {
      let angle = Double(step) * .pi / 32
      func point(_ scale: Double) -> CGPoint { CGPoint(x: 7 + 10 * scale * cos(angle), y: 10 + 5 * scale * sin(angle)) }
      #expect(path.contains(point(0.9999)) && !path.contains(point(1.0004)))
    }
  }

  @Test func boundsOfCurvesAreTight() {
    let path = CGMutablePath()
    path.move(to: .zero)
    // The top of this arch is at t = 1/2: 3/4 of the height of the control points.
    path.addCurve(to: CGPoint(x: 10, y: 0), control1: CGPoint(x: 0, y: 8), control2: CGPoint(x: 10, y: 8))
    #expect(path.boundingBox == CGRect(x: 0, y: 0, width: 10, height: 8))
    #expect(path.boundingBoxOfPath == CGRect(x: 0, y: 0, width: 10, height: 6))
  }

  @Test func windingAndEvenOddDifferWhereAPathGoesRoundTwice() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
    path.addRect(CGRect(x: 2, y: 2, width: 4, height: 4))
    let (middle, edge) = (CGPoint(x: 4, y: 4), CGPoint(x: 8, y: 8))
    #expect(path.contains(middle) && !path.contains(middle, using: .evenOdd))
    #expect(path.contains(edge) && path.contains(edge, using: .evenOdd))
    #expect(!path.contains(CGPoint(x: 4, y: 11)))
    #expect(path.contains(CGPoint(x: 2, y: 4.0), transform: CGAffineTransform(scaleX: 2, y: 1)))
  }

  @Test(arguments: [false, true])
  func arcsGoTheirWay(clockwise: Bool) {
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 10, startAngle: 0, endAngle: .pi / 2, clockwise: clockwise)
    let end = path.currentPoint
    #expect(abs(end.x) < 1e-12 && abs(end.y - 10) < 1e-12)
    // A quarter, or the three others.
    let box = path.boundingBoxOfPath
    #expect(abs(box.width - (clockwise ? 20 : 10)) < 0.01 && abs(box.height - (clockwise ? 20 : 10)) < 0.01)
  }

  @Test(
    arguments: [(0.0, 2 * Double.pi, true), (0, 2 * Double.pi, false), (1, 30, false), (5, -9, true)]
      as [(Double, Double, Bool)])
  func aTurnOrMoreIsACircle(start: Double, end: Double, clockwise: Bool) {
    let path = CGMutablePath()
    path.addArc(center: .zero, radius: 2, startAngle: start, endAngle: end, clockwise: clockwise)
    #expect(path.contains(CGPoint(x: -1.9, y: 0)) && path.contains(CGPoint(x: 1.9, y: 0)))
    #expect(path.contains(CGPoint(x: 0, y: -1.9)) && path.contains(CGPoint(x: 0, y: 1.9)))
  }

  @Test func roundedCornersTouchBothLines() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 0))
    path.addArc(tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
    #expect(elements(path).count == 3 && elements(path)[1].hasPrefix("1 "))
    let end = path.currentPoint
    #expect(abs(end.x - 10) < 1e-9 && abs(end.y - 4) < 1e-9)
    // Its middle lies on the circle about (6, 4).
    #expect(path.contains(CGPoint(x: 6 + 3.99 * 0.7071, y: 4 - 3.99 * 0.7071)))
    #expect(!path.contains(CGPoint(x: 6 + 4.01 * 0.7072, y: 4 - 4.01 * 0.7072)))
  }

  @Test func dashesHaveTheirLengths() {
    let line = CGMutablePath()
    line.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
    let dashed = line.copy(dashingWithPhase: 1, lengths: [4, 2])
    // From 0 to 3, 5 to 9 and, around the corner, 11 to 15, 17 to 20.
    #expect(
      elements(dashed) == [
        "0 0.0,0.0", "1 3.0,0.0", "0 5.0,0.0", "1 9.0,0.0", "0 10.0,1.0", "1 10.0,5.0", "0 10.0,7.0", "1 10.0,10.0",
      ])
    #expect(line.copy(dashingWithPhase: 0, lengths: []) == line)
    #expect(line.copy(dashingWithPhase: 0, lengths: [0, 0]) == line)
  }

  @Test func aDashOverTheBeginningOfAClosedPathIsOne() {
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 10, height: 10), transform: nil)
    let dashed = square.copy(dashingWithPhase: 5, lengths: [10, 10])
    #expect(elements(dashed) == ["0 10.0,5.0", "1 10.0,10.0", "1 5.0,10.0", "0 0.0,5.0", "1 0.0,0.0", "1 5.0,0.0"])
  }

  @Test func linesCoverTheirArea() throws {
    let line = CGMutablePath()
    line.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
    func covers(_ x: Double, _ y: Double, _ cap: CGLineCap, _ join: CGLineJoin) -> Bool {
      line.copy(strokingWithWidth: 2, lineCap: cap, lineJoin: join, miterLimit: 10).contains(CGPoint(x: x, y: y))
    }
    #expect(covers(5, 0.99, .butt, .bevel) && !covers(5, 1.01, .butt, .bevel))
    #expect(covers(10.95, -0.95, .butt, .miter) && !covers(10.95, -0.95, .butt, .round))
    #expect(covers(10.6, -0.6, .butt, .round) && !covers(10.6, -0.6, .butt, .bevel))
    #expect(!covers(-0.5, 0, .butt, .miter) && covers(-0.5, 0, .round, .miter) && covers(-0.95, 0.95, .square, .miter))
    #expect(!covers(-0.95, 0.95, .round, .miter))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e30, -1e300, 1e-300])
  func noNumberTraps(_ number: Double) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 1, y: 1))
    path.addLine(to: CGPoint(x: number, y: 3))
    path.addCurve(to: CGPoint(x: 4, y: number), control1: CGPoint(x: number, y: number), control2: .zero)
    path.addQuadCurve(to: CGPoint(x: number, y: 0), control: CGPoint(x: 0, y: number))
    path.addRoundedRect(in: CGRect(x: number, y: 0, width: 5, height: number), cornerWidth: number, cornerHeight: 2)
    path.addEllipse(in: CGRect(x: 0, y: 0, width: number, height: number))
    path.addArc(center: CGPoint(x: number, y: 0), radius: number, startAngle: number, endAngle: 1, clockwise: true)
    path.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: number, clockwise: false)
    path.addRelativeArc(center: .zero, radius: number, startAngle: 0, delta: number)
    path.addArc(tangent1End: CGPoint(x: number, y: 1), tangent2End: CGPoint(x: 1, y: number), radius: number)
    path.addRect(.infinite)
    path.addRect(.null)
    path.addPath(path, transform: CGAffineTransform(scaleX: number, y: 1))
    path.closeSubpath()
    _ = (path.boundingBox, path.boundingBoxOfPath, path.isRect(nil), path.hashValue)
    _ = path.contains(CGPoint(x: number, y: 2))
    _ = path.copy(dashingWithPhase: number, lengths: [number, 1])
    _ = path.copy(dashingWithPhase: 0, lengths: [1e-9, 1])
    _ = path.copy(strokingWithWidth: number, lineCap: .round, lineJoin: .round, miterLimit: number)
    _ = path.copy(strokingWithWidth: 1, lineCap: .square, lineJoin: .miter, miterLimit: 10)
    path.applyWithBlock { element in
      if element.pointee.type != .closeSubpath { #expect(element.pointee.points[0].x.isFinite) }
    }
  }
}
