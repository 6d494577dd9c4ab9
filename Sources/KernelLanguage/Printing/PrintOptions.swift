/// How images are read by a printed kernel: what the samplers that an app gives have of their own.
package struct PrintOptions: Hashable, Sendable {
  /// Images that are read without interpolation, by number.
  package var nearest: Set<Int> = []
  /// Images whose sampler has an affine map of its own, by number.
  package var transformed: Set<Int> = []
  /// Forbids that a product and a sum become one operation, so that all engines agree to the bit.
  package var isPrecise = true

  package init(nearest: Set<Int> = [], transformed: Set<Int> = [], isPrecise: Bool = true) {
    (self.nearest, self.transformed, self.isPrecise) = (nearest, transformed, isPrecise)
  }
}
