import ImageColor
import Testing

@Suite struct TransferFunctionTests {
  /// IEC 61966-2-1 computed for 8-bit values: value / 255 and its linear light, to 7 digits (W3C WCAG 2.1 uses the same
  /// table).
  @Test(arguments: [
    (0, 0.0), (1, 0.0003035), (10, 0.0030353), (11, 0.0033465), (64, 0.0512695), (128, 0.2158605), (188, 0.5028865),
    (254, 0.9911021), (255, 1.0),
  ])
  func sRGBFollowsTheStandard(code: Int, light: Double) {
    #expect(abs(linearFromSRGB(Double(code) / 255) - light) < 5e-8)
    #expect(abs(sRGBFromLinear(light) - Double(code) / 255) < 2e-6)
  }

  /// ITU-R BT.709-6, 1.2: V = 4.5 L below 0.018, 1.099 L^0.45 - 0.099 above; 18 % grey is 0.409.
  @Test(arguments: [(0.0, 0.0), (0.01, 0.045), (0.018, 0.081), (0.18, 0.409), (0.5, 0.7055), (1.0, 1.0)])
  func bt709FollowsTheStandard(light: Double, signal: Double) {
    #expect(abs(bt709FromLinear(light) - signal) < 5e-4)
    #expect(abs(linearFromBT709(bt709FromLinear(light)) - light) < 1e-12)
  }

  /// SMPTE ST 2084:2014 worked to six digits; ITU-R BT.2408-7 rounds the same to 51 %, 58 %, 75 % and 90 % for 100,
  /// 203, 1000 and 4000 cd/m².
  @Test(arguments: [
    (0.0, 7.3095590257839665e-7), (1.0, 0.149946), (100.0, 0.508078), (203.0, 0.580689),
    (1000.0, 0.751827), (4000.0, 0.902572), (10_000.0, 1.0),
  ])
  func pqFollowsTheStandard(luminance: Double, signal: Double) {
    #expect(abs(pqFromLinear(luminance / 10_000) - signal) < 1e-6)
    #expect(abs(linearFromPQ(signal) * 10_000 - luminance) < 0.05)
  }

  /// ITU-R BT.2100-2, table 5: the branches meet at 1/12 and 0.5; ITU-R BT.2408-7, table 1: 75 % is reference white.
  @Test(arguments: [(0.0, 0.0), (1.0 / 48, 0.25), (1.0 / 12, 0.5), (0.265, 0.75), (1.0, 1.0)])
  func hlgFollowsTheStandard(light: Double, signal: Double) {
    #expect(abs(hlgFromLinear(light) - signal) < 1e-4)
    #expect(abs(linearFromHLG(signal) - light) < 1e-4)
  }

  @Test func referenceWhiteIsOne() {
    #expect(abs(TransferFunction.pq.linear(0.580689) - 1) < 1e-4)
    #expect(abs(TransferFunction.pq.linear(1) - 49.2611) < 1e-4)
    #expect(TransferFunction.hlg.linear(0.75) == 1)
    #expect(abs(TransferFunction.hlg.linear(1) - 3.7743) < 1e-3)
  }

  static let curves: [TransferFunction] = [
    .linear, .sRGB, .gamma(2.2), .gamma(563.0 / 256), .bt709, .pq, .hlg, ColorSpace.rommrgb.transfer,
    .parametric(ParametricCurve(g: 2.4, a: 1 / 1.055, b: 0.055 / 1.055, c: 1 / 12.92, d: 0.04045, e: 0.01, f: 0.01)),
  ]

  @Test(arguments: curves)
  func encodingUndoesDecoding(curve: TransferFunction) {
    for step in 1...200 {
      let encoded = Double(step) / 200
      for signed in [encoded, -encoded] {
        #expect(abs(curve.encoded(curve.linear(signed)) - signed) < 1e-6, "\(curve) at \(signed)")
      }
    }
    #expect(curve.linear(.nan).isNaN && curve.encoded(.nan).isNaN)
  }

  @Test(arguments: curves)
  func curvesAreMirroredAndRise(curve: TransferFunction) {
    var last = -Double.infinity
    for step in 0...300 {
      let encoded = Double(step) / 300
      let light = curve.linear(encoded)
      #expect(light >= last)
      if step > 0 { #expect(curve.linear(-encoded) == -light) }
      last = light
    }
  }

  @Test(arguments: curves)
  func theSevenNumbersAreTheSameCurve(curve: TransferFunction) throws {
    guard let form = curve.parametricForm else {
      #expect(curve == .pq || curve == .hlg)
      return
    }
    #expect(form.isInvertible)
    #expect(curve.distance(to: .parametric(form)) < 1e-7)
    for step in -100...300 {
      let encoded = Double(step) / 100
      #expect(abs(form.linear(encoded) - curve.linear(encoded)) < 1e-6)
      #expect(abs(form.encoded(encoded) - curve.encoded(encoded)) < 1e-6)
    }
  }

  @Test func infinitiesStayInfinite() {
    for curve in Self.curves where curve != .pq {
      #expect(curve.linear(.infinity) == .infinity, "\(curve)")
    }
    #expect(TransferFunction.pq.linear(2) == .infinity)
  }
}
