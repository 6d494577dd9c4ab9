/// The tolerated difference between two renders of the same recipe. Tolerances are few and named; a test widens one
/// only with a stated reason.
package struct Tolerance: Sendable {
  package var absolute: Float
  package var relative: Float
  /// The number of pixels that may exceed the tolerance, for formulas with a discontinuity.
  package var strays: Int

  /// - Parameter reason: why it is wider than the named tolerances.
  package init(absolute: Float, relative: Float, strays: Int = 0, because reason: String = "") {
    (self.absolute, self.relative, self.strays) = (absolute, relative, strays)
  }

  /// The error of float arithmetic in another order.
  package static let float = Tolerance(absolute: 1e-5, relative: 1e-5)

  /// The error of half-float storage between steps: 11 significant bits, two roundings.
  package static let half = Tolerance(absolute: 1 / 4096, relative: 1 / 1024)

  /// A step of 8-bit storage, for results that are rounded to bytes.
  package static let byte = Tolerance(absolute: 1.001 / 255, relative: 0)

  package func allows(_ a: Float, _ b: Float) -> Bool {
    if a == b || (a.isNaN && b.isNaN) { return true }
    return abs(a - b) <= absolute + relative * max(abs(a), abs(b))
  }
}
