import CoreGraphics
import Foundation
import Testing

/// Invalid numbers: they have a result or no effect, never a trap, and the context remains usable.
@Suite struct HostileDrawingTests {
  @Test(arguments: [Double.nan, .infinity, -.infinity, 1e30, -1e30, 1e300, 1e9, 1e-300])
  func noNumberTrapsOrBreaksTheContext(_ n: Double) throws {
    let canvas = try Canvas(16, 16)
    let context = canvas.context
    let rect = CGRect(x: n, y: 0, width: n, height: 5)
    let wide = CGRect(x: -n, y: -n, width: 2 * n, height: 2 * n)
    let gradient = try #require(
      CGGradient(colorsSpace: nil, colors: [rgb(n, 0, 0, n), rgb(0, 1, 0)] as NSArray, locations: [n, 1]))
    let image = try #require(context.makeImage())
    var pattern = CGPatternCallbacks(
      version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }, releaseInfo: nil
    )
    var alpha: CGFloat = 1
    for step in 0..<9 {
      context.saveGState()
      switch step {
      case 0: break
      case 1: context.scaleBy(x: n, y: 1)
      case 2: context.translateBy(x: n, y: n)
      case 3: context.setShadow(offset: CGSize(width: n, height: 1), blur: n, color: rgb(0, 0, 0))
      case 4: context.setShadow(offset: .zero, blur: n == 1e9 ? 3 : n, color: rgb(0, n, 0, n))
      case 5: context.setLineDash(phase: n, lengths: [n, 1e-9, 3])
      case 6:
        context.setAlpha(n)
        context.setMiterLimit(n)
      case 7: context.clip(to: wide)
      default:
        if let cells = CGPattern(
          info: nil, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), matrix: CGAffineTransform(scaleX: n, y: 2),
          xStep: n, yStep: 1e-3, tiling: .noDistortion, isColored: true, callbacks: &pattern)
        {
          context.setFillPattern(cells, colorComponents: &alpha)
        }
      }
      context.setLineWidth(step % 2 == 0 ? n : 2)
      context.fill(rect)
      context.stroke(wide)
      context.fillEllipse(in: wide)
      context.strokeEllipse(in: CGRect(x: 0, y: 0, width: n, height: 9))
      context.move(to: .zero)
      context.addCurve(to: CGPoint(x: n, y: 4), control1: CGPoint(x: 4, y: n), control2: CGPoint(x: n, y: n))
      context.addArc(center: .zero, radius: n, startAngle: n, endAngle: 1, clockwise: true)
      _ = context.pathContains(CGPoint(x: n, y: 0), mode: .fillStroke)
      context.drawPath(using: .eoFillStroke)
      context.draw(image, in: rect)
      context.draw(image, in: wide)
      context.draw(image, in: CGRect(x: n, y: 0, width: 1e-9, height: n), byTiling: true)
      context.drawLinearGradient(gradient, start: CGPoint(x: n, y: 0), end: CGPoint(x: 1, y: n), options: [])
      context.drawRadialGradient(
        gradient, startCenter: .zero, startRadius: n, endCenter: CGPoint(x: n, y: 1), endRadius: 2, options: [])
      context.drawConicGradient(gradient, center: CGPoint(x: n, y: 0), angle: n)
      context.clip(to: rect, mask: image)
      context.fill(wide)
      context.restoreGState()
    }
    context.setFillColor(rgb(0, 0, 1))
    context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    #expect(try canvas.pixel(8, 8) == [0, 0, 255, 255])
  }

  /// Cells whose indices are not exact integers.
  @Test(arguments: [1e18, 1e25, -1e25, 1e60, 1e200, .nan, .infinity] as [Double])
  func distantPatternsDrawNothing(n: Double) throws {
    let canvas = try Canvas(16, 16)
    var pattern = CGPatternCallbacks(
      version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }, releaseInfo: nil
    )
    var alpha: CGFloat = 1
    for (origin, phase) in [(0, n), (n, 0)] {
      let cells = CGPattern(
        info: nil, bounds: CGRect(x: origin, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2, yStep: 2,
        tiling: .noDistortion, isColored: true, callbacks: &pattern)
      canvas.context.setPatternPhase(CGSize(width: phase, height: phase))
      if let cells { canvas.context.setFillPattern(cells, colorComponents: &alpha) }
      canvas.context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    }
    canvas.context.setFillColor(rgb(0, 0, 1))
    canvas.context.fill(CGRect(x: 0, y: 0, width: 16, height: 16))
    #expect(try canvas.pixel(8, 8) == [0, 0, 255, 255])
  }

  /// Distant corners, of which only an edge is visible, at its correct position.
  @Test func distantOutlinesAreClippedCorrectly() throws {
    let canvas = try Canvas(16, 16)
    let far = 1e20
    canvas.context.move(to: CGPoint(x: 8, y: 4))
    canvas.context.addLine(to: CGPoint(x: 8 + far, y: 4))
    canvas.context.addLine(to: CGPoint(x: 8 + far, y: far))
    canvas.context.addLine(to: CGPoint(x: 8, y: far))
    canvas.context.fillPath()
    #expect(try canvas.area() == 96)
    canvas.context.clear(CGRect(x: 0, y: 0, width: 16, height: 16))
    canvas.context.setLineWidth(2)
    canvas.context.move(to: CGPoint(x: -far, y: 8))
    canvas.context.addLine(to: CGPoint(x: far, y: 8))
    canvas.context.strokePath()
    #expect(try canvas.area() == 32)
  }

  @Test func manyClipsAreReleased() throws {
    let canvas = try Canvas(4, 4)
    for index in 0..<20_000 {
      let edge = 4 - Double(index) * 1e-6
      canvas.context.clip(to: CGRect(x: 0, y: 0, width: edge, height: 4))
    }
    canvas.context.resetClip()
    canvas.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try canvas.area() == 16)
  }
}
