import CoreMedia
import Testing

/// The rules of times, by examples that can be followed with pencil and paper.
@Suite struct TimeTests {
  @Test func framesOf29_97AreFractions() {
    let frame = CMTime(value: 1001, timescale: 30000)
    #expect(frame * 9 == CMTime(value: 9009, timescale: 30000))
    #expect((frame * 30000).seconds == 1001)
    #expect((frame * 2).timescale == 30000 && !(frame * 2).hasBeenRounded)
  }

  @Test func sumsAreAtTheLeastCommonMultiple() {
    let sum = CMTimeMake(value: 1, timescale: 24) + CMTimeMake(value: 1, timescale: 30)
    #expect(sum.value == 9 && sum.timescale == 120 && !sum.hasBeenRounded)
    let difference = CMTimeSubtract(CMTimeMake(value: 5, timescale: 600), CMTimeMake(value: 7, timescale: 600))
    #expect(difference.value == -2 && difference.timescale == 600)
  }

  @Test func aTimescaleThatIsTooFineIsTheFinestOneAndRounds() {
    let sum = CMTime(value: 1, timescale: .max) + CMTime(value: 1, timescale: .max - 1)
    #expect(sum.timescale == kCMTimeMaxTimescale && sum.value == 2 && sum.hasBeenRounded)
    #expect((sum + .zero).hasBeenRounded)
  }

  @Test func valuesThatDoNotFitHalveTheTimescale() {
    let long = CMTime(value: .max, timescale: 600)
    let sum = long + long
    #expect(sum.timescale == 300 && sum.value == .max && !sum.hasBeenRounded)
    let longest = CMTime(value: .max, timescale: 1)
    #expect((longest + longest).isPositiveInfinity && (CMTime(value: .min, timescale: 1) * 2).isNegativeInfinity)
  }

  @Test func whatIsNoNumberStaysThat() {
    let (one, plus, minus) = (CMTime(value: 1, timescale: 1), CMTime.positiveInfinity, CMTime.negativeInfinity)
    #expect((one + plus).isPositiveInfinity && (plus + one).isPositiveInfinity && (plus + plus).isPositiveInfinity)
    #expect((one - plus).isNegativeInfinity && (minus - plus).isNegativeInfinity)
    #expect(!(plus + minus).isValid && !(plus - plus).isValid)
    #expect((plus + .indefinite).isIndefinite && !(.indefinite + CMTime.invalid).isValid && !(one + .invalid).isValid)
    #expect((plus * -2).isNegativeInfinity && (minus * 0.5).isNegativeInfinity && (CMTime.indefinite * 3).isIndefinite)
    #expect(!(one * .nan).isValid && (one * -.infinity).isNegativeInfinity && !(CMTime.zero * .infinity).isValid)
    #expect(!CMTimeMultiplyByRatio(.zero, multiplier: 1, divisor: 0).isValid)
    #expect(CMTimeMultiplyByRatio(one, multiplier: -1, divisor: 0).isNegativeInfinity)
  }

  @Test func epochsDoNotMix() {
    let (first, second) = (
      CMTimeMakeWithEpoch(value: 9, timescale: 1, epoch: 0), CMTimeMakeWithEpoch(value: 1, timescale: 1, epoch: 1)
    )
    #expect(!(first + second).isValid && first < second && first != second)
    #expect((second + second).epoch == 1 && (second * 2).epoch == 1)
  }

  @Test func timesHaveAnOrder() {
    let order: [CMTime] = [
      .negativeInfinity, CMTime(value: -1, timescale: 1), .zero, .indefinite, .positiveInfinity, .invalid,
    ]
    for (i, a) in order.enumerated() {
      for (j, b) in order.enumerated() {
        #expect(CMTimeCompare(a, b) == (i < j ? -1 : i == j ? 0 : 1))
        #expect((a == b) == (i == j))
      }
    }
    #expect(CMTimeMinimum(.invalid, .zero) == .zero && CMTimeMaximum(.indefinite, .zero) == .indefinite)
  }

  @Test func equalTimesHaveOneHash() {
    #expect(Set([CMTime(value: 1, timescale: 2), CMTime(value: 30, timescale: 60)]).count == 1)
    #expect(Set([CMTime(value: 0, timescale: 2), .zero]).count == 1)
    #expect(Set([CMTime(value: .min, timescale: 2), CMTime(value: .min / 2, timescale: 1)]).count == 1)
    // As Doubles these are equal.
    #expect(CMTime(value: .max, timescale: 3) != CMTime(value: .max - 1, timescale: 3))
  }

  /// The whole numbers that 1/2, −1/2 and −3/2 become.
  @Test(
    arguments: [
      (CMTimeRoundingMethod.default, [1, -1, -2]), (.roundTowardZero, [0, 0, -1]), (.roundAwayFromZero, [1, -1, -2]),
      (.roundTowardPositiveInfinity, [1, 0, -1]), (.roundTowardNegativeInfinity, [0, -1, -2]),
      (.quickTime, [0, -1, -1]),
    ] as [(CMTimeRoundingMethod, [Int64])])
  func roundingHasMethods(_ method: CMTimeRoundingMethod, _ expected: [Int64]) {
    let halves = [1, -1, -3].map { CMTime(value: $0, timescale: 2).convertScale(1, method: method) }
    #expect(halves.map(\.value) == expected)
    #expect(halves.allSatisfy { $0.hasBeenRounded && $0.timescale == 1 })
  }

  @Test func quickTimeRoundsAwayFromZeroToFinerScales() {
    #expect(CMTime(value: 1, timescale: 3).convertScale(4, method: .quickTime).value == 2)
    #expect(CMTime(value: -1, timescale: 3).convertScale(4, method: .quickTime).value == -2)
    #expect(CMTime(value: 2, timescale: 3).convertScale(2, method: .quickTime).value == 1)
  }

  @Test func conversionKeepsWhatIsNoNumber() {
    #expect(CMTime.indefinite.convertScale(600, method: .default).isIndefinite)
    #expect(!CMTime(value: 1, timescale: 2).convertScale(0, method: .default).isValid)
    #expect(CMTime(value: .max, timescale: 1).convertScale(2, method: .default).isPositiveInfinity)
  }

  @Test func secondsBecomeTimesAndComeBack() {
    let exact = CMTime(seconds: 1.5, preferredTimescale: 600)
    #expect(exact.value == 900 && !exact.hasBeenRounded && CMTimeGetSeconds(exact) == 1.5)
    let rounded = CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 10)
    #expect(rounded.value == 3 && rounded.hasBeenRounded)
    #expect(
      CMTime(seconds: 0.05, preferredTimescale: 10).value == 1
        && CMTime(seconds: -0.05, preferredTimescale: 10).value == -1)
    // 0.1 is no sum of powers of two, but the same Double comes back.
    #expect(!CMTime(seconds: 0.1, preferredTimescale: 10).hasBeenRounded)
    #expect(
      !CMTime(seconds: .nan, preferredTimescale: 10).isValid && !CMTime(seconds: 1, preferredTimescale: 0).isValid)
    #expect(CMTime(seconds: -.infinity, preferredTimescale: 1).isNegativeInfinity)
    #expect(CMTime(seconds: 1e300, preferredTimescale: 600).isPositiveInfinity)
    let large = CMTime(seconds: 1e18, preferredTimescale: 600)
    #expect(large.timescale == 9 && large.seconds == 1e18)
    #expect(CMTime.indefinite.seconds.isNaN && CMTime.negativeInfinity.seconds == -.infinity)
  }

  @Test func ratiosStayExactWhereTheyCan() {
    let frame = CMTime(value: 1, timescale: 30)
    let part = CMTimeMultiplyByRatio(frame, multiplier: 2, divisor: 3)
    #expect(part.value == 2 && part.timescale == 90 && !part.hasBeenRounded)
    let whole = CMTimeMultiplyByRatio(CMTime(value: 30, timescale: 30), multiplier: 1, divisor: 2)
    #expect(whole.value == 15 && whole.timescale == 30)
    let fine = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: .max), multiplier: 1, divisor: 3)
    // A third of the finest part is nearer to nothing than to a whole one.
    #expect(fine.hasBeenRounded && fine.value == 0)
    let near = CMTimeMultiplyByRatio(CMTime(value: 1, timescale: .max), multiplier: 2, divisor: 3)
    #expect(near.hasBeenRounded && near.value == 1 && near.timescale == .max)
  }

  @Test func factorsRefineTheTimescale() {
    let half = CMTime(value: 1, timescale: 600) * 0.5
    #expect(half.timescale == 76800 && half.value == 64 && !half.hasBeenRounded)
    #expect((2 * CMTime(value: 1, timescale: 600)).timescale == 600)
  }

  @Test func invalidComponentsDoNotTrap() {
    var time = CMTime(value: .min, timescale: 1)
    #expect(CMTimeAbsoluteValue(time).isPositiveInfinity && CMTimeAbsoluteValue(.negativeInfinity).isPositiveInfinity)
    time.timescale = 0
    #expect(
      !time.isValid && !(time + time).isValid && !(time * 2).isValid && time.hashValue == CMTime.invalid.hashValue)
    time.timescale = .min
    #expect(time.seconds.isNaN && !time.convertScale(1, method: .default).isValid && time.description == "{INVALID}")
    #expect(!CMTime(value: 1, timescale: -5).isValid)
  }

  @Test func timesAreText() {
    #expect(CMTime(value: 1001, timescale: 30000).description == "{1001/30000 = 0.033}")
    #expect(CMTimeMakeWithSeconds(1.0 / 3, preferredTimescale: 10).description == "{3/10 = 0.300, rounded}")
    #expect(CMTimeMakeWithEpoch(value: 1, timescale: 2, epoch: 3).description == "{1/2 = 0.500, epoch 3}")
    #expect("\(CMTime.indefinite) \(CMTime.positiveInfinity)" == "{INDEFINITE} {+INFINITY}")
    #expect(CMTimeCopyDescription(allocator: kCFAllocatorDefault, time: .zero) as String? == "{0/1 = 0.000}")
  }

  @Test func functionsAskWhatPropertiesSay() {
    #expect(CMTIME_IS_VALID(.zero) && CMTIME_IS_INVALID(.invalid) && CMTIME_IS_NUMERIC(.zero))
    #expect(CMTIME_IS_INDEFINITE(.indefinite) && CMTIME_IS_POSITIVEINFINITY(.positiveInfinity))
    #expect(!CMTIME_HAS_BEEN_ROUNDED(.zero) && CMTime().flags == [] && CMTime.zero.flags == .valid)
  }
}
