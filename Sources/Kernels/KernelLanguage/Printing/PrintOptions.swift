/// Options of printing a kernel.
package struct PrintOptions: Hashable, Sendable {
  /// The images whose sampler has its own affine transform, by index.
  package var transformed: Set<Int> = []
  /// Whether contraction of a product and a sum is forbidden, so that all engines agree bit for bit.
  package var isPrecise = true

  package init(transformed: Set<Int> = [], isPrecise: Bool = true) {
    (self.transformed, self.isPrecise) = (transformed, isPrecise)
  }
}
