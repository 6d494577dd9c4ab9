import AnimationMath
import Foundation
import RandomNumbers
import Testing

@Suite struct SpringTests {
  /// Integrates the differential equation by the fourth-order Runge–Kutta method.
  private func simulated(_ spring: Spring, _ damping: Double, until end: Double) -> Double {
    func acceleration(_ x: Double, _ v: Double) -> Double { -(spring.stiffness * x + damping * v) / spring.mass }
    var (x, v) = (1.0, -spring.velocity)
    let count = Int((end / 1e-5).rounded(.up))
    let h = end / Double(count)
    for _ in 0..<count {
      let (a1, b1) = (v, acceleration(x, v))
      let (a2, b2) = (v + h / 2 * b1, acceleration(x + h / 2 * a1, v + h / 2 * b1))
      let (a3, b3) = (v + h / 2 * b2, acceleration(x + h / 2 * a2, v + h / 2 * b2))
      let (a4, b4) = (v + h * b3, acceleration(x + h * a3, v + h * b3))
      x += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
      v += h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)
    }
    return 1 - x
  }

  @Test func springsFollowTheirDifferentialEquation() {
    var numbers = SplitMix(seed: 13)
    for index in 0..<30 {
      var spring = Spring()
      spring.mass = .random(in: 0.5...3, using: &numbers)
      spring.stiffness = .random(in: 20...300, using: &numbers)
      let critical = 2 * (spring.mass * spring.stiffness).squareRoot()
      // Underdamped, critically damped, overdamped, overdamped but treated as critically damped, and undamped.
      spring.damping = critical * [0.3, 1, 1.7, 1.7, 0][index % 5]
      spring.allowsOverdamping = index % 5 == 2
      spring.velocity = .random(in: -5...5, using: &numbers)
      let damping = index % 5 == 3 ? critical : spring.damping
      let end = Double.random(in: 0.05...1.2, using: &numbers)
      #expect(abs(spring.progress(at: end) - simulated(spring, damping, until: end)) < 1e-6, "\(spring) at \(end)")
    }
  }

  @Test func settlingDurationsMatchPublishedOnes() {
    var spring = Spring()
    #expect(abs(spring.settlingDuration - 1.4727003) < 1e-6)
    spring.damping = 5
    #expect(abs(spring.settlingDuration - 2.855) < 1e-3)
    spring.damping = 15
    #expect(abs(spring.settlingDuration - 1.022) < 1e-3)
    spring.damping = 0
    #expect(spring.settlingDuration == Spring.maximumSettlingDuration)
  }

  @Test func afterSettlingTheDistanceIsBelowAThousandth() {
    var numbers = SplitMix(seed: 14)
    for index in 0..<200 {
      var spring = Spring()
      spring.stiffness = .random(in: 10...500, using: &numbers)
      spring.damping = .random(in: 1...100, using: &numbers)
      spring.velocity = .random(in: -10...10, using: &numbers)
      spring.allowsOverdamping = index % 2 == 0
      let settled = spring.settlingDuration
      for late in stride(from: settled, to: settled + 3, by: 0.01) {
        #expect(abs(spring.progress(at: late) - 1) <= 1.0001e-3, "\(spring)")
      }
    }
  }

  @Test func periodAndBounceRoundTrip() {
    for bounce in [0, 0.3, 1, -0.5] {
      let spring = Spring(period: 0.5, bounce: bounce)
      #expect(abs(spring.stiffness - 16 * .pi * .pi) < 1e-9)
      #expect(abs(spring.period - 0.5) < 1e-12 && abs(spring.bounce - bounce) < 1e-12)
      #expect(spring.allowsOverdamping == (bounce < 0))
    }
    #expect(abs(Spring(period: 2, bounce: 0.25).damping - 1.5 * .pi) < 1e-12)
    #expect(abs(Spring(period: 2, bounce: -0.5).damping - 4 * .pi) < 1e-12)
  }

  @Test func anyNumbersGiveFiniteProgress() {
    let bad: [Double] = [.nan, .infinity, -.infinity, 0, -1, 1e300, 1e-300]
    for number in bad {
      for other in bad {
        for field in 0..<3 {
          var spring = Spring()
          switch field {
          case 0: (spring.mass, spring.damping) = (number, other)
          case 1: (spring.stiffness, spring.velocity) = (number, other)
          default: (spring.damping, spring.velocity) = (number, other)
          }
          spring.allowsOverdamping = true
          for t in bad + [0.5, 100] { #expect(spring.progress(at: t).isFinite, "\(spring) at \(t)") }
          let settling = spring.settlingDuration
          #expect(settling >= 0 && settling <= Spring.maximumSettlingDuration, "\(spring)")
          #expect(!spring.period.isNaN && !spring.bounce.isNaN)
        }
        let made = Spring(period: number, bounce: other)
        #expect(made.progress(at: 0.3).isFinite)
      }
    }
  }
}
