import ImageGraph
import ImagePasses
import ImagePrograms

/// The steps that a schedule for `region` stores, in their order, and what it stores of each.
package func storedSteps(
  _ root: Node, region: UserRect, stored: StoredNodes, given: Set<ObjectIdentifier> = []
) throws(RenderError) -> [(node: Node, region: UserRect)] {
  let needed = try NeededRegions(of: root, for: region, given: given)
  return needed.order.nodes.filter { stored.contains($0) && $0 !== root && !given.contains(ObjectIdentifier($0)) }
    .map { ($0, needed[$0]) }.filter { !$0.1.isEmpty }
}

extension Node {
  /// How an image of this step is stored.
  package func stepForm(working: Program.StoreForm) -> Program.StoreForm {
    if case .histogram = op { return .rgbaFloat }
    if case .intermediate(_, let format?) = op { return .pixels(format) }
    return needsFloat ? .rgbaFloat : working
  }

  fileprivate var needsFloat: Bool {
    if case .region(let formula, _) = op { formula.needsFloat } else { false }
  }
}
