import ImageColor
import ImageGraph
import ImagePasses
import ReferenceEngine
import TestSupport
import Testing

/// The curves of high dynamic range as formulas, against the curves of ImageColor and against published numbers.
@Suite struct ColorConversionTests {
  struct Direction: Sendable, CustomTestStringConvertible {
    let formula: ColorFormula
    let arguments: [Argument]
    let range: ClosedRange<Double>
    let expected: @Sendable (Double) -> Double
    var testDescription: String { formula.name }

    static let all: [Direction] = {
      let pq: [Argument] = [
        .float4(SIMD4<Float>(SIMD4(PQ.m1, PQ.m2, PQ.c1, PQ.c3))), .float(Float(TransferFunction.pqPeak)),
      ]
      let hlg: [Argument] = [.float4(SIMD4<Float>(SIMD4(HLG.a, HLG.b, HLG.c, TransferFunction.hlgPeak)))]
      let (pqCurve, hlgCurve) = (TransferFunction.pq, TransferFunction.hlg)
      return [
        Direction(formula: ColorConversions.linearFromPQ, arguments: pq, range: -1...1) { pqCurve.linear($0) },
        Direction(formula: ColorConversions.pqFromLinear, arguments: pq, range: -60...60) { pqCurve.encoded($0) },
        Direction(formula: ColorConversions.linearFromHLG, arguments: hlg, range: -1.5...1.5) { hlgCurve.linear($0) },
        Direction(formula: ColorConversions.hlgFromLinear, arguments: hlg, range: -60...60) { hlgCurve.encoded($0) },
      ]
    }()
  }

  /// Values of both signs over the range, many of them near 0: the magnitude is the square of a ramp.
  private func ramp(_ range: ClosedRange<Double>) -> Node {
    TestImage.floats(256, 32, "ramp") { x, y in
      let step = (Double(y * 256 + x) - 4096) / 4096
      let value = Float(step * step.magnitude * range.upperBound)
      return [value, value / 3, value * value * (value < 0 ? -1 : 1) / Float(range.upperBound), 1]
    }
  }

  /// The image owns the memory of its pixels.
  private func pixels(_ image: FloatImage) -> [SIMD4<Float>] {
    withExtendedLifetime(image) { Array(image.pixels) }
  }

  @Test(arguments: Backend.available, Direction.all)
  func aCurveIsThatOfImageColor(backend: Backend, direction: Direction) throws {
    let image = ramp(direction.range)
    let region = UserRect(x: 0, y: 0, width: 256, height: 32)
    let node = Node(.formula(direction.formula, direction.arguments, .first), [image])
    let (before, after) = (pixels(try renderReference(image, region)), pixels(try backend.render(node, region)))
    var worst = 0.0
    for index in before.indices {
      for component in 0..<3 {
        let expected = direction.expected(Double(before[index][component]))
        let off = abs(Double(after[index][component]) - expected)
        // A tenth of the step of a half float, whose smallest is 6e-8.
        worst = max(worst, off / (1e-6 + 5e-5 * expected.magnitude))
      }
      #expect(after[index].w == 1)
    }
    #expect(worst <= 1, "\(direction.formula.name) is \(worst) times too far out")
  }

  @Test(arguments: Direction.all)
  func notANumberStays(direction: Direction) throws {
    let image = TestImage.floats(1, 1) { _, _ in [.nan, 0, 1, 1] }
    let node = Node(.formula(direction.formula, direction.arguments, .first), [image])
    for backend in Backend.available {
      let pixel = pixels(try backend.render(node, UserRect(x: 0, y: 0, width: 1, height: 1)))[0]
      #expect(pixel.x.isNaN && !pixel.y.isNaN && !pixel.z.isNaN)
    }
  }

  @Test func encodingUndoesDecodingAsARule() throws {
    let image = ramp(-1...1)
    for (decode, encode) in [(Direction.all[0], Direction.all[1]), (Direction.all[2], Direction.all[3])] {
      let there = Node(.formula(decode.formula, decode.arguments, .first), [image])
      let back = Node(.formula(encode.formula, encode.arguments, .first), [there])
      #expect(try optimized(back, by: [simplify], options: PassOptions()) == image)
    }
  }

  private func light(_ backend: Backend, _ signal: SIMD3<Float>, in space: ColorSpace) throws -> SIMD3<Double> {
    let buffer = try PixelBuffer(width: 4, height: 1, format: .rgbaf)
    for x in 0..<4 { buffer.store(SIMD4(signal, 1), x: x, y: 0) }
    let node = Node.source(Source(buffer, colorSpace: space, alpha: .opaque))
    let pixel = pixels(try backend.render(node, UserRect(x: 0, y: 0, width: 1, height: 1)))[0]
    return SIMD3<Double>(SIMD3(pixel.x, pixel.y, pixel.z))
  }

  /// SMPTE ST 2084:2014 worked to six digits, as ITU-R BT.2408-7, table 1 rounds them (51, 58, 75, 90, 100 %).
  @Test(
    arguments: Backend.available,
    [
      (0.149946, 1.0), (0.508078, 100.0), (0.580689, 203.0), (0.751827, 1000.0), (0.902572, 4000.0), (1.0, 10_000.0),
    ])
  func pqImagesBecomeTheLightOfTheStandard(backend: Backend, point: (signal: Double, luminance: Double)) throws {
    let light = try light(backend, SIMD3(repeating: Float(point.signal)), in: .itur_2100_PQ)
    for component in 0..<3 { #expect(abs(light[component] * 203 / point.luminance - 1) < 2e-4) }
  }

  /// ITU-R BT.2100-2, table 5: 0.5 is 1/12 of the peak; ITU-R BT.2408-7: 0.75 is reference white and 0.265 of the peak.
  @Test(arguments: Backend.available, [(0.25, 1.0 / 48), (0.5, 1.0 / 12), (0.75, 0.26496256), (1.0, 1.0)])
  func hlgImagesBecomeTheLightOfTheStandard(backend: Backend, point: (signal: Double, light: Double)) throws {
    let light = try light(backend, SIMD3(repeating: Float(point.signal)), in: .itur_2100_HLG)
    for component in 0..<3 { #expect(abs(light[component] * 0.26496256 / point.light - 1) < 2e-4) }
  }

  /// Single primaries in linear BT.709 lights. BT.2020: ITU-R BT.2407-0, annex 1, equation for linear signals, four
  /// decimals. Display P3 and Adobe RGB: the matrices of W3C CSS Color 4, "Sample code for color conversions",
  /// composed.
  @Test(
    arguments: Backend.available,
    [
      (
        "itur_2100_PQ", SIMD3(1.6605, -0.1246, -0.0182), SIMD3(-0.5876, 1.1329, -0.1006),
        SIMD3(-0.0728, -0.0083, 1.1187)
      ),
      ("itur_2020", SIMD3(1.6605, -0.1246, -0.0182), SIMD3(-0.5876, 1.1329, -0.1006), SIMD3(-0.0728, -0.0083, 1.1187)),
      ("displayP3", SIMD3(1.2249, -0.0421, -0.0196), SIMD3(-0.2249, 1.0421, -0.0786), SIMD3(0, 0, 1.0983)),
      ("adobeRGB1998", SIMD3(1.3984, 0, 0), SIMD3(-0.3984, 1, -0.0429), SIMD3(0, 0, 1.0429)),
    ])
  func lightsMixAsPublished(
    backend: Backend, point: (name: String, red: SIMD3<Double>, green: SIMD3<Double>, blue: SIMD3<Double>)
  ) throws {
    let space = try #require(ColorSpace.named(point.name))
    let one = Float(space.transfer.encoded(1))
    for (index, expected) in [point.red, point.green, point.blue].enumerated() {
      var signal = SIMD3<Float>(repeating: Float(space.transfer.encoded(0)))
      signal[index] = one
      let light = try light(backend, signal, in: space)
      for component in 0..<3 { #expect(abs(light[component] - expected[component]) < 3e-4, "\(point.name) \(index)") }
    }
  }
}
