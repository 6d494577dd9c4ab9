import CoreGraphics

/// A damped harmonic oscillator, released at distance 1 from its rest position.
///
/// Source: the equation m·x″ + c·x′ + k·x = 0 with x(0) = 1, x′(0) = −velocity, solved in closed form; Core Animation's
/// `CASpringAnimation` uses these names.
package struct Spring: Hashable, Sendable {
  package var mass: Double = 1
  package var stiffness: Double = 100
  package var damping: Double = 10
  /// The initial velocity towards the rest position; 1 covers the whole distance in one second.
  package var velocity: Double = 0
  /// If false, an overdamped spring is treated as critically damped.
  package var allowsOverdamping = false

  package init() {}

  /// - Parameters:
  ///   - period: seconds of one undamped oscillation.
  ///   - bounce: 0 is critically damped, 1 undamped, and below 0 overdamped; clamped to −0.99...1.
  package init(period: Double, bounce: Double) {
    let (d, b) = (Self.clamped(period, default: 0.5), bounce.isNaN ? 0 : min(max(bounce, -0.99), 1))
    stiffness = (2 * .pi / d) * (2 * .pi / d)
    damping = b >= 0 ? 4 * .pi * (1 - b) / d : 4 * .pi / (d * (1 + b))
    allowsOverdamping = b < 0
  }

  /// Seconds of one undamped oscillation.
  package var period: Double { 2 * .pi / frequency }

  /// 0 is critically damped, 1 undamped, and below 0 overdamped.
  package var bounce: Double {
    let ratio = decay / frequency
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// Clamps a value to a range whose squares neither overflow nor underflow. A value that is not above 0 becomes
  /// `default`.
  private static func clamped(_ value: Double, default fallback: Double) -> Double {
    value > 0 ? min(max(value, 1e-12), 1e12) : fallback
  }

  /// ω₀, per second.
  private var frequency: Double {
    (Self.clamped(stiffness, default: 100) / Self.clamped(mass, default: 1)).squareRoot()
  }

  /// β, per second.
  private var decay: Double {
    (damping > 0 ? min(damping, 1e12) : 0) / (2 * Self.clamped(mass, default: 1))
  }

  private var initialVelocity: Double { velocity.isNaN ? 0 : min(max(velocity, -1e12), 1e12) }

  /// The closed-form solution, by the damping.
  private enum Motion {
    /// e^(−rate·t) (cos ωt + sine · sin ωt)
    case underdamped(rate: Double, angularFrequency: Double, sine: Double)
    /// e^(−rate·t) (1 + slope·t)
    case criticallyDamped(rate: Double, slope: Double)
    /// first · e^(−rates.0·t) + second · e^(−rates.1·t)
    case overdamped(rates: (Double, Double), first: Double, second: Double)
  }

  private var motion: Motion {
    let (b, w0, v) = (decay, frequency, initialVelocity)
    if b < w0 {
      // Factored, so that no digits cancel if the two are close.
      let w = ((w0 - b) * (w0 + b)).squareRoot()
      return .underdamped(rate: b, angularFrequency: w, sine: (b - v) / w)
    }
    if b == w0 || !allowsOverdamping { return .criticallyDamped(rate: w0, slope: w0 - v) }
    let w = ((b - w0) * (b + w0)).squareRoot()
    let ratio = (b - v) / w
    return .overdamped(rates: (w0 * w0 / (b + w), b + w), first: (1 + ratio) / 2, second: (1 - ratio) / 2)
  }

  /// Returns the covered fraction of the distance: 0 at the start, 1 at the end, and more than 1 on overshoot.
  package func progress(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard seconds.isFinite else { return 1 }
    let remaining: Double =
      switch motion {
      case .underdamped(let rate, let angularFrequency, let sine):
        exp(-rate * seconds) * (cos(angularFrequency * seconds) + sine * sin(angularFrequency * seconds))
      case .criticallyDamped(let rate, let slope): exp(-rate * seconds) * (1 + slope * seconds)
      case .overdamped(let rates, let first, let second):
        first * exp(-rates.0 * seconds) + second * exp(-rates.1 * seconds)
      }
    return remaining.isFinite ? 1 - remaining : 1
  }

  /// The upper limit of ``settlingDuration``, in seconds; an undamped spring has this value.
  package static let maximumSettlingDuration = 1e6

  /// Seconds until the spring stays within a thousandth of the distance; at most ``maximumSettlingDuration``.
  ///
  /// Source: ln(1000 · (1 + |β − v| / ω)) / β for underdamped springs. It matches the published durations of Core
  /// Animation. The other cases use the same bound, solved by bisection.
  package var settlingDuration: Double {
    switch motion {
    case .underdamped(let rate, _, let sine):
      guard rate > 0 else { return Self.maximumSettlingDuration }
      return min(log(1_000 * (1 + abs(sine))) / rate, Self.maximumSettlingDuration)
    case .criticallyDamped(let rate, let slope):
      // The bound rises up to 1/rate − 1/|slope|, and falls from there on.
      let peak = slope == 0 ? 0 : max(0, 1 / rate - 1 / abs(slope))
      return Self.settlingTime(from: peak) { exp(-rate * $0) * (1 + abs(slope) * $0) }
    case .overdamped(let rates, let first, let second):
      return Self.settlingTime(from: 0) { abs(first) * exp(-rates.0 * $0) + abs(second) * exp(-rates.1 * $0) }
    }
  }

  private static func settlingTime(from start: Double, _ bound: (Double) -> Double) -> Double {
    var (low, high) = (start, maximumSettlingDuration)
    guard bound(high) < 1e-3 else { return maximumSettlingDuration }
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if bound(middle) < 1e-3 { high = middle } else { low = middle }
    }
    return high
  }
}
