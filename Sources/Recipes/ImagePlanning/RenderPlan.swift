import ImagePrograms

/// How a request is rendered: the planner's answer. Nothing is allocated yet.
package struct RenderPlan: Sendable {
  package let work: RenderWork
  /// True when the recipe was optimised before, for other values, places or images.
  package let isKnown: Bool
  /// Pixels computed more than once because parts overlap in what neighbourhoods read; below 0 where steps that are
  /// made first leave less to compute than one run would.
  package let overlapPixelCount: Int

  /// How the result is stored as planes, where the request asked for that and it can be; nil for pixels.
  package var planes: PlaneStore? {
    guard case .run(let run) = work else { return nil }
    return run.schedule.images[run.schedule.output].store?.planes
  }
}
