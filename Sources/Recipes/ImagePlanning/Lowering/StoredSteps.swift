import ImageGraph
import ImagePasses
import ImagePrograms

/// Returns the steps that a schedule for `region` stores, in order, with their regions.
package func storedSteps(
  _ root: Node, region: UserRect, stored: StoredNodes, precomputed: Set<ObjectIdentifier> = []
) throws(RenderError) -> [(node: Node, region: UserRect)] {
  let needed = try NeededRegions(of: root, for: region, precomputed: precomputed)
  return needed.order.nodes.filter { stored.contains($0) && $0 !== root && !precomputed.contains(ObjectIdentifier($0)) }
    .map { ($0, needed[$0]) }.filter { !$0.1.isEmpty }
}

extension Node {
  /// Returns the form in which the step is stored.
  package func stepForm(working: Program.StoreForm) -> Program.StoreForm {
    if case .histogram = op { return .rgbaFloat }
    if case .intermediate(_, let format?) = op { return .pixels(format) }
    return needsFloat ? .rgbaFloat : working
  }

  fileprivate var needsFloat: Bool {
    if case .region(let formula, _) = op { formula.needsFloat } else { false }
  }
}
