import CoreImage
import Foundation
import ImageGraph
import RandomNumbers
import TestContexts
import TestSupport
import Testing

/// Tests of every format that pixels are rendered to, on both backends, in one piece and in strips.
@Suite struct DestinationFormatTests {
  static let backends = Backend.contextNames
  private static let contexts: [String: CIContext] = Dictionary(
    uniqueKeysWithValues: backends.compactMap { name in
      (try? CIContext(checked: [.backend: name])).map { (name, $0) }
    })

  private func context(_ backend: String) throws -> CIContext { try #require(Self.contexts[backend]) }

  /// Returns values that every format can store, some of them outside of 0...1.
  private func samples(_ format: PixelFormat, width: Int, height: Int) throws -> PixelBuffer {
    let pixels = try PixelBuffer(width: width, height: height, format: format)
    var random = SplitMix(seed: 7)
    for y in 0..<height {
      for x in 0..<width {
        let alpha = Float.random(in: 0...1, using: &random)
        let color = SIMD3<Float>.random(in: -0.2...1.4, using: &random)
        pixels.store(SIMD4(color * alpha, alpha), x: x, y: y)
      }
    }
    return pixels
  }

  private func rendered(
    _ image: CIImage, as format: PixelFormat, on context: CIContext, clamps: Bool = false, dithers: Bool = false
  ) throws -> PixelBuffer {
    let region = try context.pixelRegion(of: image, in: .init(image.extent))
    let pixels = try PixelBuffer(width: Int(region.width), height: Int(region.height), format: format)
    let renderRequest = context.request(
      image.node, region, format: format, space: nil, alpha: .premultiplied, clamps: clamps, dithers: dithers)
    try context.renderRows(renderRequest) { $0.copy(to: pixels.bytes, rowBytes: pixels.rowBytes) }
    return pixels
  }

  private func image(_ pixels: PixelBuffer) -> CIImage {
    CIImage(node: .source(Source(pixels, colorSpace: nil, alpha: .premultiplied)))
  }

  private func bytes(_ pixels: PixelBuffer) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: pixels.bytes, count: pixels.byteCount))
  }

  @Test(arguments: backends, PixelFormat.allCases)
  func whatIsReadInAFormatIsWrittenAsItWas(backend: String, format: PixelFormat) throws {
    let pixels = try samples(format, width: 37, height: 11)
    let result = try rendered(image(pixels), as: format, on: try context(backend))
    // The reference removes no step, so it rounds the luminance of grey floats.
    if backend == "reference", format.isGrey, format.colorStep == nil {
      for y in 0..<11 {
        for x in 0..<37 {
          let (was, isNow) = (pixels.color(x: x, y: y), result.color(x: x, y: y))
          #expect(abs(was.x - isNow.x) <= 1e-3 * abs(was.x) && was.w == isNow.w)
        }
      }
    } else {
      let isSame = bytes(result) == bytes(pixels)
      #expect(isSame)
    }
  }

  /// The expected value of a colour in a format, computed by hand: the store of the pixel buffer, with the luminance
  /// for grey.
  @Test(arguments: backends, PixelFormat.allCases)
  func everyFormatTakesItsComponents(backend: String, format: PixelFormat) throws {
    let pixels = try samples(.rgbaf, width: 41, height: 9)
    let result = try rendered(image(pixels), as: format, on: try context(backend))
    let expected = try PixelBuffer(width: 41, height: 9, format: format)
    let tolerance = format.colorStep ?? (format.component == .half ? 0x1p-10 : 1e-5)
    for y in 0..<9 {
      for x in 0..<41 {
        var color = pixels.color(x: x, y: y)
        if format.isGrey {
          color.x = 0.2225 * color.x + 0.7169 * color.y + 0.0606 * color.z
        }
        expected.store(color, x: x, y: y)
        let off = result.color(x: x, y: y) - expected.color(x: x, y: y)
        // ICC.1:2022: the luminance of sRGB's primaries under D50, four decimals.
        let allowed = tolerance + (format.isGrey ? 2e-4 : 0)
        #expect((0..<4).allSatisfy { abs(off[$0]) <= allowed }, "\(format) at \(x), \(y): \(off)")
      }
    }
  }

  @Test(arguments: [PixelFormat.r8, .la8, .rgb10, .rg16, .rh, .bgra8, .rgbaf])
  func stripsAreTheWhole(format: PixelFormat) throws {
    let small = try Backend.checkedContext([.memoryTarget: 1])
    let source = image(try samples(.rgbaf, width: 64, height: 64))
      .applyingFilter("CIAffineClamp").cropped(to: CGRect(x: -500, y: -300, width: 1001, height: 703))
    let whole = try rendered(source, as: format, on: try context(Backend.engineName), clamps: true, dithers: true)
    let strips = try rendered(source, as: format, on: small, clamps: true, dithers: true)
    let isSame = bytes(whole) == bytes(strips)
    #expect(isSame)
  }

  @Test(arguments: backends)
  func clampingEndsColoursAtAlpha(backend: String) throws {
    let pixels = try PixelBuffer(width: 4, height: 1, format: .rgbaf)
    let colors: [SIMD4<Float>] = [[-1, 0.25, 0.7, 0.5], [2, 1, 0, 1], [0.5, .nan, -0.1, 0], [3, 0.5, 2, 1.5]]
    for (x, color) in colors.enumerated() { pixels.store(color, x: x, y: 0) }
    let clamped = try rendered(image(pixels), as: .rgbaf, on: try context(backend), clamps: true)
    let expected: [SIMD4<Float>] = [[0, 0.25, 0.5, 0.5], [1, 1, 0, 1], [0, 0, 0, 0], [1.5, 0.5, 1.5, 1.5]]
    for (x, color) in expected.enumerated() { #expect(clamped.color(x: x, y: 0) == color) }
    let extended = try rendered(image(pixels), as: .rgbaf, on: try context(backend))
    #expect(extended.color(x: 1, y: 0) == colors[1])
  }

  /// A ramp of one step per 64 pixels. The mean over blocks follows the ramp, while rounding alone causes bands.
  @Test(arguments: backends, [PixelFormat.rgba8, .rgb10, .r16])
  func ditheringKeepsTheMean(backend: String, format: PixelFormat) throws {
    let step = try #require(format.colorStep)
    let pixels = try PixelBuffer(width: 256, height: 256, format: .rgbaf)
    for y in 0..<256 {
      for x in 0..<256 {
        let value = (100 + Float(x) / 64) * step
        pixels.store([value, value, value, 1], x: x, y: y)
      }
    }
    func worstBlock(dithers: Bool) throws -> Float {
      let result = try rendered(image(pixels), as: format, on: try context(backend), dithers: dithers)
      var worst: Float = 0
      for left in stride(from: 0, to: 256, by: 8) {
        var sum: Float = 0
        for y in 0..<256 {
          for x in left..<left + 8 { sum += result.color(x: x, y: y).x / step - (100 + Float(x) / 64) }
        }
        worst = max(worst, abs(sum) / (8 * 256))
      }
      return worst
    }
    // The noise of 2048 pixels has a standard deviation of at most 0.5 / sqrt(2048) = 0.011; five of them, and its
    // bias.
    #expect(try worstBlock(dithers: true) < 0.065)
    #expect(try worstBlock(dithers: false) > 0.35)
  }

  @Test func ditheringIsTheSameOnTheReferenceAndLeavesWholeStepsAlone() throws {
    let pixels = try samples(.rgbaf, width: 200, height: 100)
    let (device, reference) = (
      try rendered(image(pixels), as: .rgba8, on: try context(Backend.engineName), dithers: true),
      try rendered(image(pixels), as: .rgba8, on: try context("reference"), dithers: true)
    )
    let isSame = bytes(device) == bytes(reference)
    #expect(isSame)
    for format in [PixelFormat.rgba8, .rgba16, .rgb10] {
      let stored = try samples(format, width: 200, height: 100)
      for backend in Self.backends {
        let again = try rendered(image(stored), as: format, on: try context(backend), dithers: true)
        let isUntouched = bytes(again) == bytes(stored)
        #expect(isUntouched)
      }
    }
  }
}
