import ImagePasses

/// How a request is rendered: the planner's answer. Nothing is allocated yet.
package struct RenderPlan: Sendable {
  package let work: RenderWork
  /// True when the recipe was optimised before, for other values, places or pictures.
  package let isKnown: Bool
  /// Pixels computed more than once because parts overlap in what neighbourhoods read; below 0 where steps that are
  /// made first leave less to compute than one run would.
  package let overlapPixelCount: Int

  /// The same with the result, whose red, green and blue are Y', Cb and Cr, stored as planes.
  ///
  /// - Returns: nil where several runs make it, no dispatch makes all of it, or the device does not take it so.
  package func storing(_ planes: PlaneStore, on device: DeviceProfile) -> RenderPlan? {
    guard case .run(let run) = work, let schedule = run.schedule.storing(planes) else { return nil }
    // A kernel makes whole groups of pixels, and sees no others.
    if device.rows == nil,
      planes.across != PlaneStore.mean || schedule.dispatches.last?.program.pixelsPerInvocation != 4
    {
      return nil
    }
    let stored = run.running(schedule)
    guard device.takes(stored) else { return nil }
    return RenderPlan(work: .run(stored), isKnown: isKnown, overlapPixelCount: overlapPixelCount)
  }
}
