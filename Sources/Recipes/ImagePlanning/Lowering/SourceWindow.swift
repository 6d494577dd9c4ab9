import ImageGraph

/// The part of a source that a schedule reads.
package struct SourceWindow: Sendable {
  /// The region that kernels read.
  package let region: UserRect
  /// The region that is in memory. Nil: the whole source.
  package let held: UserRect?

  package init(region: UserRect, held: UserRect? = nil) { (self.region, self.held) = (region, held) }
}
