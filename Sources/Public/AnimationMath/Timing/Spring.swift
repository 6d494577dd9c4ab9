import CoreGraphics

/// A mass on a spring in something that brakes it, let go at distance 1 from where it belongs.
///
/// Source: the equation m·x″ + c·x′ + k·x = 0 with x(0) = 1, x′(0) = −velocity, solved in closed form; Core Animation's
/// `CASpringAnimation` has these names.
package struct Spring: Hashable, Sendable {
  package var mass: Double = 1
  package var stiffness: Double = 100
  package var damping: Double = 10
  /// Towards where it belongs; 1 is the whole way in a second.
  package var velocity: Double = 0
  /// False: a spring that is braked more than so that it does not swing is braked just so.
  package var allowsOverdamping = false

  package init() {}

  /// - Parameters:
  ///   - period: seconds of one swing, were it not braked.
  ///   - bounce: 0 does not swing, 1 swings for ever, below 0 it is braked more than needed; brought into −0.99...1.
  package init(period: Double, bounce: Double) {
    let (d, b) = (Self.kept(period, usual: 0.5), bounce.isNaN ? 0 : min(max(bounce, -0.99), 1))
    stiffness = (2 * .pi / d) * (2 * .pi / d)
    damping = b >= 0 ? 4 * .pi * (1 - b) / d : 4 * .pi / (d * (1 + b))
    allowsOverdamping = b < 0
  }

  /// Seconds of one swing, were it not braked.
  package var period: Double { 2 * .pi / frequency }

  /// 0 does not swing, 1 swings for ever, below 0 it is braked more than needed.
  package var bounce: Double {
    let ratio = brake / frequency
    return ratio <= 1 ? 1 - ratio : 1 / ratio - 1
  }

  /// What is not above 0, or too large or small to be squared, is brought to where it can be computed with.
  private static func kept(_ number: Double, usual: Double) -> Double {
    number > 0 ? min(max(number, 1e-12), 1e12) : usual
  }

  /// ω₀, per second.
  private var frequency: Double {
    (Self.kept(stiffness, usual: 100) / Self.kept(mass, usual: 1)).squareRoot()
  }

  /// β, per second.
  private var brake: Double {
    (damping > 0 ? min(damping, 1e12) : 0) / (2 * Self.kept(mass, usual: 1))
  }

  private var start: Double { velocity.isNaN ? 0 : min(max(velocity, -1e12), 1e12) }

  /// How the spring moves.
  private enum Motion {
    /// e^(−rate·t) (cos ωt + side · sin ωt)
    case swinging(rate: Double, turning: Double, side: Double)
    /// e^(−rate·t) (1 + slope·t)
    case critical(rate: Double, slope: Double)
    /// first · e^(−rates.0·t) + second · e^(−rates.1·t)
    case creeping(rates: (Double, Double), first: Double, second: Double)
  }

  private var motion: Motion {
    let (b, w0, v) = (brake, frequency, start)
    if b < w0 {
      // The difference of squares, without the loss of digits when they are close.
      let w = ((w0 - b) * (w0 + b)).squareRoot()
      return .swinging(rate: b, turning: w, side: (b - v) / w)
    }
    if b == w0 || !allowsOverdamping { return .critical(rate: w0, slope: w0 - v) }
    let w = ((b - w0) * (b + w0)).squareRoot()
    let part = (b - v) / w
    return .creeping(rates: (w0 * w0 / (b + w), b + w), first: (1 + part) / 2, second: (1 - part) / 2)
  }

  /// How much of the way is gone after some seconds: 0 at first, 1 in the end, more where it swings over.
  package func progress(at seconds: Double) -> Double {
    guard seconds > 0 else { return 0 }
    guard seconds.isFinite else { return 1 }
    let left: Double =
      switch motion {
      case .swinging(let rate, let turning, let side):
        exp(-rate * seconds) * (cos(turning * seconds) + side * sin(turning * seconds))
      case .critical(let rate, let slope): exp(-rate * seconds) * (1 + slope * seconds)
      case .creeping(let rates, let first, let second):
        first * exp(-rates.0 * seconds) + second * exp(-rates.1 * seconds)
      }
    return left.isFinite ? 1 - left : 1
  }

  /// Seconds after which no settling is waited for: what a spring that is not braked has.
  package static let endless = 1e6

  /// Seconds until the spring stays within a thousandth of the way; at most ``endless``.
  ///
  /// Source: ln(1000 · (1 + |β − v| / ω)) / β for springs that swing, which gives the durations that are published for
  /// Core Animation's; the others by the same bound, found by halves.
  package var settlingDuration: Double {
    switch motion {
    case .swinging(let rate, _, let side):
      guard rate > 0 else { return Self.endless }
      return min(log(1_000 * (1 + abs(side))) / rate, Self.endless)
    case .critical(let rate, let slope):
      // The bound rises up to 1/rate − 1/|slope|, and falls from there on.
      let top = slope == 0 ? 0 : max(0, 1 / rate - 1 / abs(slope))
      return Self.settled(from: top) { exp(-rate * $0) * (1 + abs(slope) * $0) }
    case .creeping(let rates, let first, let second):
      return Self.settled(from: 0) { abs(first) * exp(-rates.0 * $0) + abs(second) * exp(-rates.1 * $0) }
    }
  }

  private static func settled(from start: Double, _ bound: (Double) -> Double) -> Double {
    var (low, high) = (start, endless)
    guard bound(high) < 1e-3 else { return endless }
    for _ in 0..<200 where high - low > 1e-12 * high {
      let middle = (low + high) / 2
      if bound(middle) < 1e-3 { high = middle } else { low = middle }
    }
    return high
  }
}
