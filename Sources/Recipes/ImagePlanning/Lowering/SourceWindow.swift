import ImageGraph

/// The part of a source that a schedule reads.
package struct SourceWindow: Sendable {
  /// What kernels see.
  package let region: UserRect
  /// What is to be in memory; nil: the whole.
  package let held: UserRect?

  package init(region: UserRect, held: UserRect? = nil) { (self.region, self.held) = (region, held) }
}
