import CoreGraphics
import Foundation
import Testing

/// Shadows, gradients, patterns and layers compared with closed forms.
@Suite struct EffectsTests {
  /// The Gaussian of a box is a product of differences of the error function.
  @Test(arguments: [(0.0, 0.0, 10.0), (3, -5, 10), (-7.5, 2.25, 10), (4, 4, 70)])
  func shadowsAreGaussians(_ dx: Double, _ dy: Double, _ blur: Double) throws {
    let canvas = try Canvas(80, 80)
    let context = canvas.context
    // Neither the CTM nor the size of the painted object affects offset and blur.
    context.scaleBy(x: 2, y: 2)
    context.setShadow(offset: CGSize(width: dx, height: dy), blur: blur, color: rgb(1, 0, 0, 0.8))
    context.setFillColor(gray: 0, alpha: 1)
    context.fill(CGRect(x: 15, y: 15, width: 10, height: 10))
    func erfs(_ x: Double, _ low: Double) -> Double {
      (erf((low + 20 - x) / (blur / 2.0.squareRoot())) - erf((low - x) / (blur / 2.0.squareRoot()))) / 2
    }
    var worst = 0.0
    for y in 0..<80 {
      for x in 0..<80 where !(30..<50).contains(x) || !(30..<50).contains(y) {
        let expected = 0.8 * 255 * erfs(Double(x) + 0.5, 30 + dx) * erfs(Double(y) + 0.5, 30 + dy)
        let pixel = try canvas.pixel(x, y)
        worst = max(worst, abs(Double(pixel[3]) - expected), abs(Double(pixel[0]) - expected))
      }
    }
    // Truncated at three deviations, rounded to bytes twice, and resampled by half a pixel.
    #expect(worst <= 2.5)
    #expect(try canvas.pixel(40, 40) == [0, 0, 0, 255])
  }

  @Test func aLayerHasOneShadowAndClipsCutIt() throws {
    let canvas = try Canvas(40, 20)
    let context = canvas.context
    context.clip(to: CGRect(x: 0, y: 0, width: 25, height: 20))
    context.setShadow(offset: CGSize(width: 10, height: 0), blur: 0, color: rgb(0, 0, 1, 0.5))
    context.beginTransparencyLayer(auxiliaryInfo: nil)
    context.setFillColor(rgb(1, 0, 0))
    context.fill(CGRect(x: 5, y: 5, width: 10, height: 10))
    context.fill(CGRect(x: 10, y: 5, width: 10, height: 10))
    context.endTransparencyLayer()
    #expect(try canvas.pixel(17, 10) == [255, 0, 0, 255])
    #expect(try canvas.pixel(22, 10) == [0, 0, 128, 128])
    #expect(try canvas.pixel(27, 10)[3] == 0)
    // Content outside of the clip casts a shadow into it.
    context.fill(CGRect(x: -8, y: 0, width: 4, height: 4))
    #expect(try canvas.pixel(3, 2)[2] == 128)
  }

  private func gradient(_ colors: [CGColor], _ locations: [CGFloat]? = nil, space: String = CGColorSpace.sRGB) throws
    -> CGGradient
  {
    let space = CGColorSpace(name: space)
    return try #require(
      locations.map { CGGradient(colorsSpace: space, colors: colors as NSArray, locations: $0) }
        ?? CGGradient(colorsSpace: space, colors: colors as NSArray, locations: nil))
  }

  @Test func axialGradientsMixStraightColours() throws {
    let canvas = try Canvas(100, 4)
    // White to transparent black: grey with alpha one half in the middle, not white.
    let fade = try gradient([rgb(1, 1, 1), rgb(0, 0, 0, 0)])
    canvas.context.drawLinearGradient(
      fade, start: CGPoint(x: 20, y: 0), end: CGPoint(x: 80, y: 0), options: .drawsBeforeStartLocation)
    for x in [20, 35, 50, 64, 79] {
      let t = (Double(x) + 0.5 - 20) / 60
      let pixel = try canvas.pixel(x, 2)
      #expect(abs(Double(pixel[3]) - 255 * (1 - t)) <= 1.5 && abs(Double(pixel[0]) - 255 * (1 - t) * (1 - t)) <= 1.5)
    }
    #expect(try canvas.pixel(3, 1) == [255, 255, 255, 255] && canvas.pixel(90, 1)[3] == 0)
  }

  @Test func gradientsAreInterpolatedInTheirSpace() throws {
    let canvas = try Canvas(100, 2)
    let light = try gradient([rgb(0, 0, 0), rgb(1, 1, 1)], space: CGColorSpace.linearSRGB)
    canvas.context.drawLinearGradient(light, start: .zero, end: CGPoint(x: 100, y: 0), options: [])
    // Half of linear white is 188 in sRGB; 1/10 is 89 (IEC 61966-2-1).
    #expect(try abs(Int(canvas.pixel(50, 0)[0]) - 188) <= 1 && abs(Int(canvas.pixel(10, 0)[0]) - 91) <= 2)
  }

  @Test func radialGradientsGoOutwards() throws {
    let canvas = try Canvas(64, 64)
    let rings = try gradient([rgb(1, 0, 0), rgb(0, 1, 0), rgb(0, 0, 1)], [0, 0.25, 1])
    let center = CGPoint(x: 32, y: 32)
    canvas.context.drawRadialGradient(
      rings, startCenter: center, startRadius: 4, endCenter: center, endRadius: 24, options: .drawsAfterEndLocation)
    #expect(try canvas.pixel(32, 32)[3] == 0)
    #expect(try canvas.pixel(2, 2) == [0, 0, 255, 255])
    let t = ((20.5 * 20.5 + 0.25).squareRoot() - 4) / 20
    let pixel = try canvas.pixel(52, 32)
    #expect(abs(Double(pixel[2]) - 255 * (t - 0.25) / 0.75) <= 2 && pixel[0] == 0)
  }

  @Test func conicGradientsGoRound() throws {
    let canvas = try Canvas(64, 64)
    let wheel = try gradient([rgb(0, 0, 0), rgb(1, 1, 1)])
    canvas.context.drawConicGradient(wheel, center: CGPoint(x: 32, y: 32), angle: .pi / 2)
    for (x, y) in [(10, 40), (20, 5), (50, 20), (60, 60)] {
      var turn = (atan2(Double(y) + 0.5 - 32, Double(x) + 0.5 - 32) - .pi / 2) / (2 * .pi)
      turn -= turn.rounded(.down)
      #expect(try abs(Double(canvas.pixel(x, y)[0]) - 255 * turn) <= 1.5)
    }
  }

  private func dots(isColored: Bool) throws -> CGPattern {
    var calls = CGPatternCallbacks(
      version: 0,
      drawPattern: { _, context in
        if isColored { context.setFillColor(rgb(1, 0, 0)) }
        context.fill(CGRect(x: 0, y: 0, width: 2, height: 9))
      }, releaseInfo: nil)
    return try #require(
      CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 3), matrix: CGAffineTransform(translationX: 1, y: 0),
        xStep: 4, yStep: 3, tiling: .constantSpacing, isColored: isColored, callbacks: &calls))
  }

  @Test func patternsRepeatInTheBaseSpace() throws {
    let canvas = try Canvas(24, 24)
    var components: [CGFloat] = [1]
    // User space does not affect the positions of cells.
    canvas.context.translateBy(x: 3, y: 0)
    canvas.context.setFillPattern(try dots(isColored: true), colorComponents: &components)
    canvas.context.fill(CGRect(x: -3, y: 0, width: 24, height: 20))
    for x in 0..<24 {
      let isDot = (x + 3) % 4 < 2
      #expect(try canvas.pixel(x, 7) == (isDot ? [255, 0, 0, 255] : [0, 0, 0, 0]))
      #expect(try canvas.pixel(x, 21)[3] == 0)
    }
    canvas.context.setFillColorSpace(CGColorSpaceCreateDeviceRGB())
    components = [0, 0, 1, 0.5]
    canvas.context.setFillPattern(try dots(isColored: false), colorComponents: &components)
    canvas.context.fill(CGRect(x: -3, y: 20, width: 24, height: 4))
    let faded = try canvas.pixel(1, 22)
    #expect(faded == [0, 0, 128, 128])
    #expect(try canvas.pixel(3, 22)[3] == 0)
  }

  @Test func layersAreSharpAtEveryScale() throws {
    let canvas = try Canvas(40, 40)
    let layer = try #require(CGLayer(canvas.context, size: CGSize(width: 4, height: 4), auxiliaryInfo: nil))
    layer.context?.setFillColor(rgb(0, 1, 0))
    // Content outside of the layer is clipped.
    layer.context?.fill(CGRect(x: 0, y: 0, width: 1, height: 9))
    canvas.context.draw(layer, in: CGRect(x: 0, y: 0, width: 40, height: 40))
    #expect(try canvas.pixel(9, 20) == [0, 255, 0, 255] && canvas.pixel(10, 20)[3] == 0)
    canvas.context.draw(layer, at: CGPoint(x: 30, y: 2))
    #expect(try canvas.pixel(30, 3)[1] == 255 && canvas.pixel(31, 3)[3] == 0 && canvas.pixel(30, 6)[3] == 0)
  }

  @Test func nestedListsAreLimited() throws {
    let canvas = try Canvas(8, 8)
    var layer = try #require(CGLayer(canvas.context, size: CGSize(width: 8, height: 8), auxiliaryInfo: nil))
    layer.context?.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    // Each layer draws the previous one three times: 3 to the 40th power of commands.
    for _ in 0..<40 {
      let next = try #require(CGLayer(canvas.context, size: CGSize(width: 8, height: 8), auxiliaryInfo: nil))
      for _ in 0..<3 { next.context?.draw(layer, at: .zero) }
      layer = next
    }
    canvas.context.draw(layer, at: .zero)
    let deep = canvas.context
    for _ in 0..<1000 { deep.beginTransparencyLayer(auxiliaryInfo: nil) }
    deep.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    for _ in 0..<1000 { deep.endTransparencyLayer() }
    #expect(try canvas.area() == 64)
  }
}
