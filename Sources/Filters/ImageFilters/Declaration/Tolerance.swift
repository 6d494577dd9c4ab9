/// How far two renders of the same recipe may lie apart. Few and named; a test widens one only with a named reason.
package struct Tolerance: Sendable {
  package var absolute: Float
  package var relative: Float
  /// Pixels that may be further out, for formulas with a jump in them.
  package var strays: Int

  /// - Parameter reason: why it is wider than the named ones.
  package init(absolute: Float, relative: Float, strays: Int = 0, because reason: String = "") {
    (self.absolute, self.relative, self.strays) = (absolute, relative, strays)
  }

  /// Float arithmetic in another order.
  package static let float = Tolerance(absolute: 1e-5, relative: 1e-5)

  /// Half-float storage between steps: 11 significant bits, two roundings.
  package static let half = Tolerance(absolute: 1 / 4096, relative: 1 / 1024)

  /// One step of 8-bit storage, for results that were rounded to bytes.
  package static let byte = Tolerance(absolute: 1.001 / 255, relative: 0)

  package func allows(_ a: Float, _ b: Float) -> Bool {
    if a == b || (a.isNaN && b.isNaN) { return true }
    return abs(a - b) <= absolute + relative * max(abs(a), abs(b))
  }
}
