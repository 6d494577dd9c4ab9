import ImagePrograms

/// A plan for a request. Nothing is allocated for it yet.
package struct RenderPlan: Sendable {
  package let work: RenderWork
  /// Whether the recipe was in the cache, optimised for other values, geometry or images.
  package let isCached: Bool
  /// The number of pixels that are computed more than once, as the halos of tiles overlap. Negative if phases compute
  /// fewer pixels than a single run.
  package let overlapPixelCount: Int

  /// The layout of planes in which the result is stored. Nil for pixels.
  package var planes: PlaneStore? {
    guard case .run(let run) = work else { return nil }
    return run.schedule.images[run.schedule.output].store?.planes
  }
}
