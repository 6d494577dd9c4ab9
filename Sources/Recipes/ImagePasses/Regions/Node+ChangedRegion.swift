import ImageGraph

extension Node {
  /// Returns the pixels of `region` that may change if those of `changedStep` inside `part` do: whole pixels, empty if
  /// none.
  ///
  /// Every step declares its region of interest for a rectangle, and a larger rectangle never has a smaller one. So
  /// binary search finds the first and the last column that read a changed pixel, and the rows. Formulas need no
  /// further declaration.
  ///
  /// - Parameters:
  ///   - changedStep: a step of this recipe, or one equal to it. If it occurs several times, all occurrences change.
  ///   - region: the rendered rectangle. Must be finite.
  /// - Throws: the errors of `NeededRegions`.
  package func changed(
    when part: UserRect, of changedStep: Node, within region: UserRect
  ) throws(RenderError) -> UserRect {
    let needed = try NeededRegions(of: self, for: region)
    let order = needed.order
    var changes: [UserRect] = []
    for (step, node) in order.nodes.enumerated() {
      let inputs = node.inputs.indices.map { changes[order.index(ofInput: $0, of: step)] }
      changes.append(
        node == changedStep
          ? needed[step].intersection(part.pixels) : node.changed(when: inputs, within: needed[step]))
    }
    return changes[changes.count - 1]
  }

  /// Returns the part of `region` that reads changed pixels of the inputs.
  private func changed(when parts: [UserRect], within region: UserRect) -> UserRect {
    func reads(_ rect: UserRect) -> Bool {
      parts.indices.contains { !op.regionOfInterest(ofInput: $0, for: rect).pixels.intersection(parts[$0]).isEmpty }
    }
    if region.isEmpty || !reads(region) { return .nothing }
    var result = region
    // Columns, then rows. For each the last edge, after which nothing reads changed pixels, then the first.
    for axis in 0...1 {
      result.max[axis] = firstEdge(from: region.min[axis] + 1, to: region.max[axis]) { edge in
        var remaining = region
        remaining.min[axis] = edge
        return remaining.isEmpty || !reads(remaining)
      }
      result.min[axis] = -firstEdge(from: -result.max[axis] + 1, to: -region.min[axis]) { edge in
        var remaining = region
        remaining.max[axis] = -edge
        return remaining.isEmpty || !reads(remaining)
      }
    }
    return result
  }
}

/// Returns the smallest integer from `low` to `high` for which `isPast` is true, by binary search. `isPast` is true for
/// `high`, and for all integers after the first one.
private func firstEdge(from low: Double, to high: Double, isPast: (Double) -> Bool) -> Double {
  var (low, high) = (low, high)
  while low < high {
    let middle = ((low + high) / 2).rounded(.down)
    if isPast(middle) { high = middle } else { low = middle + 1 }
  }
  return high
}
