import DrawingRecipes
import Foundation
import TestSupport
import Testing

/// Drawings as recipes, compared with numbers, and with the same commands in a bitmap.
@Suite struct DrawingAsRecipeTests {
  /// Returns the drawing's floats, premultiplied, in linear light with sRGB's primaries; y up.
  private func floats(_ image: CIImage, _ width: Int, _ height: Int) throws -> (Int, Int) -> SIMD4<Float> {
    var values = [SIMD4<Float>](repeating: .zero, count: width * height)
    let context = CIContext(options: [.backend: Backend.engineName, .workingFormat: CIFormat.RGBAf])
    try values.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: #require(bytes.baseAddress), rowBytes: 16 * width,
        bounds: CGRect(x: 0, y: 0, width: width, height: height), format: .RGBAf,
        colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    }
    let pixels = values
    return { x, y in pixels[(height - 1 - y) * width + x] }
  }

  private func isNear(_ value: SIMD4<Float>, _ other: SIMD4<Float>, _ tolerance: Float = 1e-3) -> Bool {
    (0..<4).allSatisfy { abs(value[$0] - other[$0]) <= tolerance }
  }

  private var bright: CGColor {
    // Extended linear sRGB, four times as bright as white, and with negative green.
    CGColor(colorSpace: CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!, components: [4, -0.25, 0.5, 1])!
  }

  @Test func coloursAboveOneStay() throws {
    let image = CIImage(size: CGSize(width: 8, height: 8)) { context in
      context.setFillColor(bright)
      context.fill(CGRect(x: 2, y: 2, width: 4, height: 2))
      context.setAlpha(0.5)
      context.fill(CGRect(x: 2, y: 5, width: 4, height: 2))
    }
    #expect(image.extent == CGRect(x: 0, y: 0, width: 8, height: 8))
    let pixel = try floats(image, 8, 8)
    #expect(isNear(pixel(3, 3), [4, -0.25, 0.5, 1]) && isNear(pixel(3, 6), [2, -0.125, 0.25, 0.5]))
    #expect(isNear(pixel(0, 0), .zero) && isNear(pixel(3, 4), .zero) && isNear(pixel(6, 3), .zero))
  }

  @Test func edgesAreMixedInLinearLight() throws {
    let image = CIImage(size: CGSize(width: 4, height: 4)) { context in
      context.setFillColor(CGColor.white)
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      context.setFillColor(bright)
      context.fill(CGRect(x: 0, y: 0, width: 1.5, height: 4))
    }
    // Half of a pixel, by 8-bit coverage.
    #expect(try isNear(floats(image, 4, 4)(1, 2), [2.5, 0.375, 0.75, 1], 0.02))
  }

  @Test func gradientsHaveAllValues() throws {
    let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let colors = try [[0.0, 0, 0, 1], [8.0, 2, 0, 1]].map {
      try #require(CGColor(colorSpace: space, components: $0.map { CGFloat($0) }))
    }
    let gradient = try #require(CGGradient(colorsSpace: space, colors: colors as CFArray, locations: nil))
    let line = try floats(
      CIImage(size: CGSize(width: 8, height: 2)) {
        $0.drawLinearGradient(
          gradient, start: CGPoint(x: 2, y: 0), end: CGPoint(x: 6, y: 0), options: .drawsAfterEndLocation)
      }, 8, 2)
    #expect(isNear(line(1, 0), .zero) && isNear(line(2, 0), [1, 0.25, 0, 1]) && isNear(line(5, 1), [7, 1.75, 0, 1]))
    #expect(isNear(line(7, 0), [8, 2, 0, 1]))
    let disc = try floats(
      CIImage(size: CGSize(width: 9, height: 9)) {
        $0.drawRadialGradient(
          gradient, startCenter: CGPoint(x: 4.5, y: 4.5), startRadius: 0, endCenter: CGPoint(x: 4.5, y: 4.5),
          endRadius: 4, options: [])
      }, 9, 9)
    #expect(isNear(disc(4, 4), [0, 0, 0, 1]) && isNear(disc(6, 4), [4, 1, 0, 1]) && isNear(disc(0, 0), .zero))
    let turn = try floats(
      CIImage(size: CGSize(width: 9, height: 9)) {
        $0.drawConicGradient(gradient, center: CGPoint(x: 4.5, y: 4.5), angle: 0)
      }, 9, 9)
    #expect(
      isNear(turn(4, 8), [2, 0.5, 0, 1]) && isNear(turn(0, 4), [4, 1, 0, 1]) && isNear(turn(4, 0), [6, 1.5, 0, 1]))
  }

  /// Drawings with 8-bit colours and without partial coverage equal a bitmap, independent of linear blending.
  @Test func opaqueDrawingEqualsABitmap() throws {
    let stored = try image()
    func scene(_ context: CGContext) {
      context.setFillColor(red: 0.2, green: 0.4, blue: 0.6, alpha: 1)
      context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
      context.saveGState()
      context.clip(to: CGRect(x: 4, y: 4, width: 20, height: 30))
      context.translateBy(x: 2, y: 3)
      context.scaleBy(x: 2, y: 2)
      context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 1)
      context.setLineWidth(2)
      context.stroke(CGRect(x: 3, y: 3, width: 10, height: 8))
      context.restoreGState()
      context.draw(stored, in: CGRect(x: 26, y: 2, width: 8, height: 8))
      context.beginTransparencyLayer(auxiliaryInfo: nil)
      context.setFillColor(red: 0, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 28, y: 20, width: 6, height: 6))
      context.setBlendMode(.clear)
      context.fill(CGRect(x: 30, y: 22, width: 2, height: 2))
      context.endTransparencyLayer()
      context.setShadow(offset: CGSize(width: 3, height: 2), blur: 0, color: CGColor.black)
      context.setFillColor(red: 1, green: 1, blue: 0, alpha: 1)
      context.fill(CGRect(x: 6, y: 34, width: 8, height: 3))
    }
    let bitmap = try #require(
      CGContext(
        data: nil, width: 40, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    scene(bitmap)
    let expected = try floats(CIImage(cgImage: #require(bitmap.makeImage())), 40, 40)
    let pixel = try floats(CIImage(size: CGSize(width: 40, height: 40), drawing: scene), 40, 40)
    for y in 0..<40 {
      for x in 0..<40 {
        #expect(isNear(pixel(x, y), expected(x, y), 0.005), "\(x) \(y): \(pixel(x, y)), \(expected(x, y))")
      }
    }
  }

  private func image() throws -> CGImage {
    let image = CIImage.red.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 2))
      .composited(over: CIImage.white.cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4)))
    return try #require(CIContext(options: [.backend: "reference"]).createCGImage(image, from: image.extent))
  }

  /// The alpha of text and of rotated lines equals the bitmap's.
  @Test func coverageEqualsABitmap() throws {
    func scene(_ context: CGContext) {
      context.rotate(by: 0.2)
      context.setLineDash(phase: 1, lengths: [5, 2])
      context.setLineWidth(3)
      context.strokeEllipse(in: CGRect(x: 12, y: 4, width: 30, height: 20))
      context.selectFont(name: "DejaVuSans", size: 14)
      context.showText("Ag", at: CGPoint(x: 20, y: 8))
    }
    let bitmap = try #require(
      CGContext(
        data: nil, width: 48, height: 40, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue))
    scene(bitmap)
    let expected = try floats(CIImage(cgImage: #require(bitmap.makeImage())), 48, 40)
    let pixel = try floats(CIImage(size: CGSize(width: 48, height: 40), drawing: scene), 48, 40)
    var sum: Float = 0
    for y in 0..<40 {
      for x in 0..<48 {
        sum += expected(x, y).w
        #expect(abs(pixel(x, y).w - expected(x, y).w) <= 2.01 / 255, "\(x) \(y)")
      }
    }
    #expect(sum > 50)
  }

  @Test func modesActWhereThePaintIs() throws {
    func modes(_ mode: CGBlendMode, _ paint: [CGFloat]) throws -> (Int, Int) -> SIMD4<Float> {
      let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
      let color = try #require(CGColor(colorSpace: space, components: paint))
      return try floats(
        CIImage(size: CGSize(width: 4, height: 4)) { context in
          context.setFillColor(CGColor.white)
          context.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
          context.setBlendMode(mode)
          context.setFillColor(color)
          context.fill(CGRect(x: 0, y: 0, width: 2, height: 4))
        }, 4, 4)
    }
    let paint: [CGFloat] = [0.5, 0.25, 2, 0.5]
    let own: SIMD4<Float> = [0.25, 0.125, 1, 0.5]
    // Over white, and over transparent pixels. By Porter and Duff (1984).
    let cases: [(CGBlendMode, SIMD4<Float>, SIMD4<Float>)] = [
      (.copy, own, own), (.clear, .zero, .zero), (.sourceIn, own, .zero), (.sourceOut, .zero, own),
      (.sourceAtop, own + [0.5, 0.5, 0.5, 0.5], .zero), (.destinationOver, .one, own),
      (.destinationIn, .one / 2, .zero), (.destinationOut, .one / 2, .zero), (.xor, .one / 2, own),
      (.normal, own + .one / 2, own),
    ]
    for (mode, onWhite, onNothing) in cases {
      let pixel = try modes(mode, paint)
      #expect(isNear(pixel(0, 0), onWhite), "\(mode): \(pixel(0, 0))")
      #expect(isNear(pixel(0, 3), onNothing), "\(mode): \(pixel(0, 3))")
      // Outside of the paint nothing changes.
      #expect(isNear(pixel(3, 0), .one) && isNear(pixel(3, 3), .zero), "\(mode)")
    }
  }

  @Test func shadowsAndScale() throws {
    let image = CIImage(size: CGSize(width: 20, height: 20), scale: 2) { context in
      context.setShadow(offset: CGSize(width: 8, height: 0), blur: 4, color: bright)
      context.fill(CGRect(x: 5, y: 5, width: 5, height: 10))
    }
    #expect(image.extent == CGRect(x: 0, y: 0, width: 40, height: 40))
    let pixel = try floats(image, 40, 40)
    // The box ends at 20 pixels; its shadow, moved by 8 pixels, at 28, where half of it remains.
    let edge = (pixel(27, 20) + pixel(28, 20)) / 2
    #expect(isNear(edge, [2, -0.125, 0.25, 0.5], 0.03), "\(edge)")
    #expect(isNear(pixel(15, 20), [0, 0, 0, 1]) && isNear(pixel(38, 20), .zero))
  }

  @Test func patternsAreDrawnCellByCell() throws {
    var callbacks = CGPatternCallbacks(
      version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }, releaseInfo: nil
    )
    let pattern = try #require(
      CGPattern(
        info: nil, bounds: CGRect(x: 0, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2, yStep: 2,
        tiling: .constantSpacing, isColored: false, callbacks: &callbacks))
    let pixel = try floats(
      CIImage(size: CGSize(width: 8, height: 8)) { context in
        context.setFillColorSpace(CGColorSpace(name: CGColorSpace.extendedLinearSRGB)!)
        context.setFillPattern(pattern, colorComponents: [3, 2, 1, 1])
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
      }, 8, 8)
    #expect(isNear(pixel(0, 0), [3, 2, 1, 1]) && isNear(pixel(2, 6), [3, 2, 1, 1]))
    #expect(isNear(pixel(1, 0), .zero) && isNear(pixel(2, 1), .zero) && isNear(pixel(4, 0), .zero))
  }

  @Test(arguments: [1e18, 1e25, -1e25, 1e60, 1e200, .nan, .infinity] as [Double])
  func distantPatternsDrawNothing(n: Double) throws {
    var callbacks = CGPatternCallbacks(
      version: 0, drawPattern: { _, context in context.fill(CGRect(x: 0, y: 0, width: 1, height: 1)) }, releaseInfo: nil
    )
    var alpha: CGFloat = 1
    let image = CIImage(size: CGSize(width: 8, height: 8)) { context in
      for (origin, phase) in [(0, n), (n, 0)] {
        let cells = CGPattern(
          info: nil, bounds: CGRect(x: origin, y: 0, width: 2, height: 2), matrix: .identity, xStep: 2, yStep: 2,
          tiling: .noDistortion, isColored: true, callbacks: &callbacks)
        context.setPatternPhase(CGSize(width: phase, height: phase))
        if let cells { context.setFillPattern(cells, colorComponents: &alpha) }
        context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
      }
      context.setFillColor(bright)
      context.fill(CGRect(x: 0, y: 0, width: 8, height: 8))
    }
    #expect(try isNear(floats(image, 8, 8)(4, 4), [4, -0.25, 0.5, 1]))
  }

  @Test(arguments: [
    CGSize.zero, CGSize(width: -5, height: 5), CGSize(width: Double.nan, height: 5),
    CGSize(width: Double.infinity, height: 5), CGSize(width: 1e300, height: 1), CGSize(width: 16_000, height: 16_000),
  ])
  func invalidSizesAreEmpty(size: CGSize) {
    var isCalled = false
    #expect(CIImage(size: size) { _ in isCalled = true }.extent.isNull)
    #expect(CIImage(size: CGSize(width: 5, height: 5), scale: .nan) { _ in isCalled = true }.extent.isNull)
    #expect(!isCalled)
  }

  @Test func nanDrawsNothing() throws {
    let image = CIImage(size: CGSize(width: 4, height: 4)) { context in
      for value in [Double.nan, .infinity, -.infinity, 1e300] {
        context.fill(CGRect(x: value, y: 0, width: 4, height: 4))
        context.fill(CGRect(x: 0, y: 0, width: value == 1e300 ? .nan : value, height: 4))
        context.move(to: CGPoint(x: value, y: value))
        context.addLine(to: CGPoint(x: 1, y: value))
        context.strokePath()
        context.setShadow(offset: CGSize(width: value, height: 0), blur: value)
        context.saveGState()
        context.scaleBy(x: 0, y: 1)
        context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        context.restoreGState()
      }
    }
    let pixel = try floats(image, 4, 4)
    for index in 0..<16 { #expect((0..<4).allSatisfy { pixel(index % 4, index / 4)[$0].isFinite }) }
  }
}
