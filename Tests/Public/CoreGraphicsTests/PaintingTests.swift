import CoreGraphics
import Foundation
import Testing

/// Areas and colours that can be computed by hand.
@Suite struct PaintingTests {
  @Test func rectanglesCoverPartsOfPixelsByTheirArea() throws {
    let canvas = try Canvas(8, 8)
    canvas.context.setFillColor(gray: 1, alpha: 1)
    canvas.context.fill(CGRect(x: 1.25, y: 2.5, width: 3, height: 2))
    // cairo has 256 steps of pixel coverage.
    #expect(try abs(Int(canvas.pixel(1, 2)[3]) - Int(255 * 0.75 * 0.5)) <= 2)
    #expect(try canvas.pixel(2, 3)[3] == 255)
    #expect(try canvas.pixel(5, 3)[3] == 0)
    #expect(try abs(canvas.area() - 6) < 0.05)
  }

  @Test func theLastMapIsTheInnermost() throws {
    let canvas = try Canvas(20, 20)
    let context = canvas.context
    context.translateBy(x: 10, y: 4)
    context.scaleBy(x: 2, y: 3)
    context.fill(CGRect(x: 1, y: 1, width: 2, height: 1))
    #expect(try canvas.pixel(12, 7)[3] == 255 && canvas.pixel(15, 9)[3] == 255)
    #expect(try canvas.area() == 12)
    #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 10, ty: 4))
    #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 12, y: 7))
  }

  @Test func statesAreRestoredAndThePathStays() throws {
    let context = try Canvas(8, 8).context
    context.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
    context.saveGState()
    context.setLineWidth(7)
    context.translateBy(x: 3, y: 3)
    context.addLine(to: CGPoint(x: 1, y: 1))
    context.restoreGState()
    context.restoreGState()
    #expect(context.ctm.isIdentity && context.currentPointOfPath == CGPoint(x: 4, y: 4))
    context.fillPath()
    #expect(context.isPathEmpty && context.path == nil)
  }

  /// The area of a stroke of width w and length l: w · l, and its caps.
  @Test(arguments: [(CGLineCap.butt, 0.0), (.round, Double.pi * 4), (.square, 16.0)])
  func capsAddTheirArea(_ cap: CGLineCap, _ area: Double) throws {
    let canvas = try Canvas(40, 40)
    canvas.context.setLineWidth(4)
    canvas.context.setLineCap(cap)
    canvas.context.move(to: CGPoint(x: 10, y: 10))
    canvas.context.addLine(to: CGPoint(x: 28, y: 34))
    canvas.context.strokePath()
    let covered = try canvas.area()
    #expect(abs(covered - (30 * 4 + area)) < 1, "\(covered)")
  }

  @Test func thePenUsesTheTransformOfTheDrawing() throws {
    let canvas = try Canvas(40, 40)
    canvas.context.move(to: CGPoint(x: 5, y: 20))
    canvas.context.addLine(to: CGPoint(x: 35, y: 20))
    canvas.context.scaleBy(x: 1, y: 6)
    canvas.context.strokePath()
    #expect(try abs(canvas.area() - 180) < 0.5)
  }

  @Test func aLineOfNoWidthIsAPixelWide() throws {
    let canvas = try Canvas(10, 10)
    canvas.context.scaleBy(x: 5, y: 5)
    canvas.context.setLineWidth(0)
    canvas.context.move(to: CGPoint(x: 0, y: 0.9))
    canvas.context.addLine(to: CGPoint(x: 2, y: 0.9))
    canvas.context.strokePath()
    #expect(try canvas.area() == 10)
  }

  @Test func clipsIntersectAndMasksPassPaint() throws {
    let canvas = try Canvas(10, 10)
    let context = canvas.context
    context.saveGState()
    context.clip(to: CGRect(x: 2, y: 0, width: 4, height: 10))
    context.addRect(CGRect(x: 0, y: 0, width: 10, height: 6))
    context.addRect(CGRect(x: 0, y: 2, width: 10, height: 2))
    context.clip(using: .evenOdd)
    #expect(context.boundingBoxOfClipPath == CGRect(x: 2, y: 0, width: 4, height: 6))
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(try canvas.area() == 16)
    context.restoreGState()

    // 255 blocks, 0 passes, one row each: the first row of a mask is on top.
    let provider = try #require(CGDataProvider(data: NSData(data: Data([255, 0]))))
    let mask = try #require(
      CGImage(
        maskWidth: 1, height: 2, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, provider: provider, decode: nil,
        shouldInterpolate: false))
    context.clear(CGRect(x: 0, y: 0, width: 10, height: 10))
    context.interpolationQuality = .none
    context.setFillColor(rgb(1, 0, 0))
    context.draw(mask, in: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(try canvas.pixel(5, 1) == [255, 0, 0, 255] && canvas.pixel(5, 8)[3] == 0)
    context.clip(to: CGRect(x: 0, y: 0, width: 10, height: 10), mask: mask)
    context.setFillColor(rgb(0, 1, 0))
    context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(try canvas.pixel(5, 1) == [0, 255, 0, 255] && canvas.pixel(5, 9)[3] == 0)
  }

  @Test func anEmptyClipBlocksEverything() throws {
    let canvas = try Canvas(4, 4)
    canvas.context.clip()
    canvas.context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    #expect(try canvas.area() == 0)
    #expect(canvas.context.boundingBoxOfClipPath.isNull)
  }

  /// A layer is composited as one: where two of its rectangles overlap, alpha is applied once.
  @Test func layersFadeAsOne() throws {
    let canvas = try Canvas(6, 6)
    let context = canvas.context
    context.setAlpha(0.5)
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(rgb(1, 0, 0))
    context.fill(CGRect(x: 0, y: 0, width: 4, height: 6))
    context.setFillColor(rgb(0, 0, 1))
    context.fill(CGRect(x: 2, y: 0, width: 4, height: 6))
    #expect(try canvas.area() == 0)
    context.endTransparencyLayer()
    #expect(try canvas.pixel(1, 1) == [128, 0, 0, 128] && canvas.pixel(3, 1) == [0, 0, 128, 128])
    context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(try canvas.pixel(0, 0)[3] > 128 && canvas.pixel(0, 0)[3] < 255)
  }

  /// Porter and Duff's operators and the separable blend functions of the W3C's "Compositing and Blending Level 1" for
  /// paint (1, 0.25, 0.5) with alpha 0.5 over (0.25, 0.75, 1) with alpha 0.75.
  @Test(arguments: CGBlendMode.allCases.filter { ![.plusDarker, .hue, .saturation, .color, .luminosity].contains($0) })
  func blendModesFollowTheirFormulas(_ mode: CGBlendMode) throws {
    let (s, d) = ([1, 0.25, 0.5] as [Double], [0.25, 0.75, 1] as [Double])
    let (a, b) = (0.5, 0.75)
    let canvas = try Canvas(4, 4)
    canvas.context.setFillColor(rgb(d[0], d[1], d[2], b))
    canvas.context.fill(CGRect(x: 0, y: 0, width: 3, height: 4))
    let before = try canvas.pixel(1, 1)
    canvas.context.setBlendMode(mode)
    canvas.context.setFillColor(rgb(s[0], s[1], s[2], a))
    canvas.context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
    let result = try canvas.pixel(1, 1)
    for index in 0..<4 {
      let (cs, cb) = index == 3 ? (1, 1) : (s[index], d[index])
      let expected = index == 3 ? alpha(mode, a, b) : color(mode, cs, cb, a, b)
      #expect(abs(Double(result[index]) - 255 * expected) <= 2, "\(mode) component \(index)")
    }
    // Only the painted region changes.
    #expect(try canvas.pixel(2, 1) == before)
  }

  /// Returns the factors of source and destination; 1 and 1 − α for blend functions.
  private func factors(_ mode: CGBlendMode, _ a: Double, _ b: Double) -> (Double, Double) {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .sourceIn: (b, 0)
    case .sourceOut: (1 - b, 0)
    case .sourceAtop: (b, 1 - a)
    case .destinationOver: (1 - b, 1)
    case .destinationIn: (0, a)
    case .destinationOut: (0, 1 - a)
    case .destinationAtop: (1 - b, a)
    case .xor: (1 - b, 1 - a)
    case .plusLighter: (1, 1)
    default: (1, 1 - a)
    }
  }

  private func alpha(_ mode: CGBlendMode, _ a: Double, _ b: Double) -> Double {
    let (fa, fb) = factors(mode, a, b)
    return min(1, fa * a + fb * b)
  }

  private func color(_ mode: CGBlendMode, _ s: Double, _ d: Double, _ a: Double, _ b: Double) -> Double {
    guard let blended = blend(mode, s, d) else {
      let (fa, fb) = factors(mode, a, b)
      return min(1, fa * a * s + fb * b * d)
    }
    return a * (1 - b) * s + a * b * blended + (1 - a) * b * d
  }

  private func blend(_ mode: CGBlendMode, _ s: Double, _ d: Double) -> Double? {
    switch mode {
    case .multiply: return s * d
    case .screen: return s + d - s * d
    case .overlay: return blend(.hardLight, d, s)
    case .darken: return min(s, d)
    case .lighten: return max(s, d)
    case .colorDodge: return d == 0 ? 0 : s == 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: return d == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .hardLight: return s <= 0.5 ? 2 * s * d : 2 * s - 1 + d - (2 * s - 1) * d
    case .softLight:
      let root = d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
      return s <= 0.5 ? d - (1 - 2 * s) * d * (1 - d) : d + (2 * s - 1) * (root - d)
    case .difference: return abs(s - d)
    case .exclusion: return s + d - 2 * s * d
    default: return nil
    }
  }
}
