import ImageCodecs
import ImageGraph
import ImagePlanning

extension CIContext {
  /// The memory target of all renders together, in bytes: the requested one, else that of the device and the system.
  package var memoryTarget: Int { planner.device.budget.target }

  /// Checks the image files of a recipe against the context's limits. On the reference, which has no planner, also
  /// checks files that are decoded as a whole against the memory target.
  ///
  /// - Throws: `limit`, or `image` for a file outside of the root folder.
  func checkFiles(of root: Node) throws(RenderError) {
    let isReference = if case .reference = engine { true } else { false }
    guard settings.codecLimits != nil || isReference else { return }
    let sources = root.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
    for source in sources { try settings.codecLimits?.check(source) }
    // The query of available memory reads files of /proc, so it is skipped if possible.
    guard isReference, sources.contains(where: { $0.wholeByteCount > 0 }) else { return }
    if let target = settings.hostMemoryTarget { try checkWholeImages(sources, in: MemoryBudget(target: target)) }
  }
}
