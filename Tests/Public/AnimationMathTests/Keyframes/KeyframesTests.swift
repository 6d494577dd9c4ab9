import AnimationMath
import CoreGraphics
import Foundation
import RandomNumbers
import Testing

@Suite struct KeyframesTests {
  private func track(
    _ values: [Double], _ mode: Keyframes.Mode = .linear, times: [Double]? = nil, curves: [TimingCurve] = [],
    splineParameters: [Spline.Parameters] = []
  ) -> (Double) -> Double? {
    let frames = Keyframes(
      values.map { AnyInterpolable($0) }, times: times, mode: mode, curves: curves, splineParameters: splineParameters)
    return { frames.value(at: $0)?.value as? Double }
  }

  @Test func valuesAreInterpolatedBetweenKeyframes() {
    let even = track([0, 10, 30])
    #expect(even(0) == 0 && even(0.25) == 5 && even(0.5) == 10 && even(0.75) == 20 && even(1) == 30)
    let timed = track([0, 10, 30], times: [0, 0.2, 1])
    #expect(timed(0.1) == 5 && timed(0.2) == 10 && timed(0.6) == 20)
    // Two keyframes at one time are a jump; the later one applies.
    let jump = track([0, 1, 5, 6], times: [0, 0.5, 0.5, 1])
    #expect(jump(0.25) == 0.5 && jump(0.5) == 5 && jump(0.75) == 5.5 && jump(1) == 6)
    #expect(track([])(0.5) == nil && track([4])(0.5) == 4)
  }

  @Test func invalidTimesAreSpacedEvenly() {
    for times in [[0, 1], [0, 0.9, 0.8], [0, .nan, 1], [-1, 0.5, 1], [0, 0.5, 2], []] {
      #expect(track([0, 10, 30], times: times)(0.25) == 5, "\(times)")
    }
    #expect(track([1, 2, 3], .discrete, times: [0, 0.5, 1])(0.4) == 2)
  }

  @Test func discreteValuesAreHeld() {
    let even = track([1, 2, 3, 4], .discrete)
    #expect(even(0) == 1 && even(0.24) == 1 && even(0.25) == 2 && even(0.74) == 3 && even(0.75) == 4 && even(1) == 4)
    let timed = track([1, 2], .discrete, times: [0, 0.9, 1])
    #expect(timed(0.89) == 1 && timed(0.9) == 2 && timed(1) == 2)
  }

  @Test func eachIntervalHasItsTimingCurve() throws {
    let eased = track([0, 10, 30], curves: [.easeIn])
    #expect(try abs(#require(eased(0.25)) - 3.1536) < 1e-4 && eased(0.75) == 20)
  }

  @Test func pacedKeyframesHaveConstantSpeed() throws {
    let paced = track([0, 10, 40, 30], .paced, times: [0, 0.9, 0.95, 1], curves: [.easeIn, .easeIn, .easeIn])
    // Sums of times are rounded.
    for (u, value) in [(0, 0.0), (0.1, 5), (0.2, 10), (0.5, 25), (0.8, 40), (0.9, 35), (1, 30)] {
      #expect(try abs(#require(paced(u)) - value) < 1e-12, "\(u)")
    }
    #expect(track([7, 7, 7], .paced)(0.3) == 7)
  }

  @Test func splinesMatchValuesComputedByHand() throws {
    #expect(track([0, 1, 0], .cubic)(0.25) == 0.5625)
    // With tension 1, the tangent is zero at each point: 3t² − 2t³.
    let tense = track([0, 1, 0], .cubic, splineParameters: Array(repeating: Spline.Parameters(tension: 1), count: 3))
    #expect(tense(0.25) == 0.5 && tense(0.125) == 0.15625)
    // By hand, at the middle of the second interval of 0 1 4 9: tangents (4−0)/2 and (9−1)/2, so 2.5 + (2 − 4)/8.
    // The times are thirds, which are rounded.
    #expect(try abs(#require(track([0, 1, 4, 9], .cubic)(0.5)) - 2.25) < 1e-12)
    // With bias 1 at the second point, both of its tangents are the difference to the previous point, 1; so 2.5 + (1 −
    // 4)/8.
    let biased = track([0, 1, 4, 9], .cubic, splineParameters: [Spline.Parameters(), Spline.Parameters(bias: 1)])
    #expect(try abs(#require(biased(0.5)) - 2.125) < 1e-12)
    // With continuity 1, the outgoing tangent is the difference to the previous point, 1, and the incoming one to the
    // next point, 3. In the first interval, 0.5 + (0.5 − 3)/8.
    let cornered = track(
      [0, 1, 4, 9], .cubic, splineParameters: [Spline.Parameters(), Spline.Parameters(continuity: 1)])
    #expect(try abs(#require(cornered(0.5)) - 2.125) < 1e-12)
    #expect(try abs(#require(cornered(1 / 6)) - 0.1875) < 1e-12)
  }

  @Test func splinesOfPointsInterpolateEachCoordinate() throws {
    let frames = Keyframes(
      [CGPoint(x: 0, y: 5), CGPoint(x: 1, y: 6), CGPoint(x: 0, y: 5)].map { AnyInterpolable($0) }, mode: .cubic)
    #expect(frames.value(at: 0.25)?.value as? CGPoint == CGPoint(x: 0.5625, y: 5.5625))
    let maps = Keyframes(
      [CATransform3DIdentity, CATransform3DMakeTranslation(8, 0, 0)].map { AnyInterpolable($0) }, mode: .cubic)
    #expect(maps.value(at: 0.25)?.value as? CATransform3D == CATransform3DMakeTranslation(2, 0, 0))
  }

  @Test func pacedSplinesCoverEqualLengthsInEqualTimes() throws {
    let points = [CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0), CGPoint(x: 100, y: 20), CGPoint(x: 0, y: 90)]
    let values = points.map { AnyInterpolable($0) }
    let frames = Keyframes(values, mode: .cubicPaced)
    func at(_ u: Double) throws -> CGPoint { try #require(frames.value(at: u)?.value as? CGPoint) }
    // The cubic spline without pacing, by many chords: its length up to each of twenty positions.
    let unpaced = Keyframes(values, mode: .cubic)
    var (lengths, last) = ([0.0], points[0])
    for step in 1...300_000 {
      let next = try #require(unpaced.value(at: Double(step) / 300_000)?.value as? CGPoint)
      lengths.append(lengths[step - 1] + hypot(next.x - last.x, next.y - last.y))
      last = next
    }
    let total = lengths[300_000]
    for part in 1..<20 {
      let length = total * Double(part) / 20
      let step = try #require(lengths.firstIndex { $0 >= length })
      let expected = try #require(unpaced.value(at: Double(step) / 300_000)?.value as? CGPoint)
      let found = try at(Double(part) / 20)
      // A chord is up to 0.001 long.
      #expect(hypot(found.x - expected.x, found.y - expected.y) < 2e-3)
    }
    #expect(try at(0) == points[0] && at(1) == points[3])
  }

  @Test func invalidNumbersDoNotTrap() {
    let bad: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 0]
    for mode in [Keyframes.Mode.linear, .discrete, .paced, .cubic, .cubicPaced] {
      let parameters = bad.map { Spline.Parameters(tension: $0, continuity: $0, bias: $0) }
      let frames = track(bad, mode, times: bad, splineParameters: parameters)
      for u in bad + [0.1, 0.5, 1] { #expect(frames(u) != nil) }
    }
    let mixed = Keyframes(
      [AnyInterpolable(1.0), AnyInterpolable(CGPoint.zero), AnyInterpolable(DiscreteValue("a"))], mode: .cubic)
    #expect(mixed.value(at: 0.3) != nil && mixed.value(at: 1) != nil)
  }
}
