import ImageGraph

extension Node {
  /// Which pixels of `region` may change when those of `step` inside `part` do; whole numbers, empty when none.
  ///
  /// Every step says what it needs to make a rectangle, and a larger rectangle never needs less. So the first column
  /// that needs something of what changed is found by halving, and the last one, and the rows; no formula has to say
  /// anything more.
  ///
  /// - Parameters:
  ///   - step: a step of this recipe, or one equal to it; where it stands several times all of them change.
  ///   - region: finite. What is asked of the recipe.
  /// - Throws: as `NeededRegions` does.
  package func changed(
    when part: UserRect, of step: Node, within region: UserRect
  ) throws(RenderError) -> UserRect {
    let needed = try NeededRegions(of: self, for: region)
    let order = needed.order
    var changes: [UserRect] = []
    for (place, node) in order.nodes.enumerated() {
      let inputs = node.inputs.indices.map { changes[order.place(ofInput: $0, of: place)] }
      changes.append(
        node == step
          ? needed[place].intersection(part.pixels) : node.changed(when: inputs, within: needed[place]))
    }
    return changes[changes.count - 1]
  }

  /// The part of `region` that reads what changed of the inputs.
  private func changed(when parts: [UserRect], within region: UserRect) -> UserRect {
    func reads(_ rect: UserRect) -> Bool {
      parts.indices.contains { !op.need(ofInput: $0, for: rect).pixels.intersection(parts[$0]).isEmpty }
    }
    if region.isEmpty || !reads(region) { return .nothing }
    var result = region
    // Columns, then rows; of each the last end, from which on nothing reads, then the first.
    for axis in 0...1 {
      result.max[axis] = firstEdge(from: region.min[axis] + 1, to: region.max[axis]) { edge in
        var rest = region
        rest.min[axis] = edge
        return rest.isEmpty || !reads(rest)
      }
      result.min[axis] = -firstEdge(from: -result.max[axis] + 1, to: -region.min[axis]) { edge in
        var rest = region
        rest.max[axis] = -edge
        return rest.isEmpty || !reads(rest)
      }
    }
    return result
  }
}

/// The smallest whole number from `low` to `high` that is past the border; `high` is, and so is all after the first
/// one.
private func firstEdge(from low: Double, to high: Double, isPast: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  while low < high {
    let middle = ((low + high) / 2).rounded(.down)
    if isPast(middle) { high = middle } else { low = middle + 1 }
  }
  return high
}
