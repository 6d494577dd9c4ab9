/// How images are read by a printed kernel: what the samplers that an app gives have of their own.
package struct PrintOptions: Hashable, Sendable {
  /// Images whose sampler has an affine map of its own, by number.
  package var transformed: Set<Int> = []
  /// Forbids that a product and a sum become one operation, so that all engines agree to the bit.
  package var isPrecise = true

  package init(transformed: Set<Int> = [], isPrecise: Bool = true) {
    (self.transformed, self.isPrecise) = (transformed, isPrecise)
  }
}
