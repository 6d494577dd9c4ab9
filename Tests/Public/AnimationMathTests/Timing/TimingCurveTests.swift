import AnimationMath
import Foundation
import RandomNumbers
import Testing

@Suite struct TimingCurveTests {
  /// Evaluates the curve by de Casteljau's algorithm, and finds its parameter by bisection.
  private func bisected(_ c: TimingCurve, _ u: Double) -> Double {
    func at(_ s: Double, _ a: Double, _ b: Double) -> Double {
      func between(_ p: Double, _ q: Double) -> Double { (1 - s) * p + s * q }
      let (p, q, r) = (between(0, a), between(a, b), between(b, 1))
      return between(between(p, q), between(q, r))
    }
    var (low, high) = (0.0, 1.0)
    for _ in 0..<200 {
      let middle = (low + high) / 2
      if at(middle, c.x1, c.x2) < u { low = middle } else { high = middle }
    }
    return at((low + high) / 2, c.y1, c.y2)
  }

  @Test func valuesMatchBisection() {
    var numbers = SplitMix(seed: 12)
    for _ in 0..<2_000 {
      // Not so steep that the precision of x is insufficient to determine y.
      let curve = TimingCurve(
        .random(in: 0...0.95, using: &numbers), .random(in: -2...3, using: &numbers),
        .random(in: 0.05...1, using: &numbers), .random(in: -2...3, using: &numbers))
      let u = Double.random(in: 0...1, using: &numbers)
      #expect(abs(curve.value(at: u) - bisected(curve, u)) < 1e-6, "\(curve) at \(u)")
    }
  }

  @Test func namedCurvesHaveTheirPublishedMidpoints() {
    #expect(TimingCurve.linear.value(at: 0.3) == 0.3)
    #expect(abs(TimingCurve.easeInEaseOut.value(at: 0.5) - 0.5) < 1e-9)
    // ease, ease-in and ease-out at the half, as web browsers compute cubic-bezier().
    #expect(abs(TimingCurve.default.value(at: 0.5) - 0.80240) < 1e-5)
    #expect(abs(TimingCurve.easeIn.value(at: 0.5) - 0.31536) < 1e-5)
    #expect(abs(TimingCurve.easeOut.value(at: 0.5) - 0.68464) < 1e-5)
  }

  @Test func endsAreExactAndInvalidNumbersAreClamped() {
    for curve in [TimingCurve.default, TimingCurve(0, 5, 0, -5), TimingCurve(1, 0, 0, 1), TimingCurve(0, 1, 0, 1)] {
      #expect(curve.value(at: 0) == 0 && curve.value(at: 1) == 1)
      #expect(curve.value(at: -3) == 0 && curve.value(at: 4) == 1 && curve.value(at: .nan) == 0)
    }
    let clamped = TimingCurve(-1, .nan, 2, .infinity)
    #expect((clamped.x1, clamped.y1, clamped.x2, clamped.y2) == (0, 0, 1, 0))
    for u in stride(from: 0, through: 1, by: 0.01) {
      #expect(TimingCurve(1, 1e300, 0, -1e300).value(at: u).isFinite)
      let steep = TimingCurve(1, 0, 0, 1).value(at: u)
      #expect((0...1).contains(steep))
    }
  }
}
