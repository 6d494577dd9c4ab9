import ImageCodecs
import ImageGraph
import ImagePlanning

extension CIContext {
  /// Bytes that renders may take together: as it was said, or as the device and the system have them.
  package var memoryTarget: Int { planner.device.budget.target }

  /// Holds the image files of a recipe to the context's limits, and those that come whole to the memory target where
  /// no planner does.
  ///
  /// - Throws: `limit`, or `image` for a file outside of the root folder.
  func checkFiles(of root: Node) throws(RenderError) {
    let isReference = if case .reference = engine { true } else { false }
    guard settings.codecLimits != nil || isReference else { return }
    let sources = root.topological.compactMap { if case .source(let source) = $0.op { source } else { nil } }
    for source in sources { try settings.codecLimits?.check(source) }
    // To ask the system what is free takes files of /proc.
    guard isReference, sources.contains(where: { $0.wholeByteCount > 0 }) else { return }
    if let target = settings.hostMemoryTarget { try checkWholeImages(sources, in: MemoryBudget(target: target)) }
  }
}
