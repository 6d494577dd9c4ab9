import ImageGraph

extension Node {
  /// Returns the recipe with crops moved down to its sources:
  ///
  ///     crop(f(x, y), r)  =>  crop(f(crop(x, a), crop(y, b)), r)      a and b: the regions of interest of f for r
  ///
  /// `crop-of-everything` removes the outer crop if f gives nothing outside of r. A step with several readers is
  /// cropped to the union of their regions, so nothing is computed twice. A step without readers becomes empty.
  ///
  /// A crop is not moved through a step whose extent would change: extents determine how later steps treat clear
  /// pixels, so they are preserved, fractions included. Nor is it moved through an intermediate, which the app
  /// requested as it is, or to an infinite region.
  func withCropsMoved() -> Node {
    let order = Traversal(self)
    let parts = partsRead(in: order)
    var results: [Node] = []
    for (step, node) in order.nodes.enumerated() {
      let part = parts[step]
      if part.isEmpty {
        results.append(.empty)
      } else if node.inputs.isEmpty {
        results.append(node.cut(to: part))
      } else if case .crop(let rect) = node.op, node.inputs[0].inputs.isEmpty,
        parts[order.index(ofInput: 0, of: step)].contains(rect.pixels)
      {
        // The source is cropped already.
        results.append(node)
      } else {
        let next = order.node(at: step, reading: results)
        results.append(next === node ? node : next.withExtent(node.extent, within: part))
      }
    }
    return results[results.count - 1]
  }

  /// Returns the part of each node that its readers read: whole pixels; infinite if all of it is needed.
  private func partsRead(in order: Traversal) -> [UserRect] {
    var parts = [UserRect](repeating: .nothing, count: order.nodes.count)
    parts[parts.count - 1] = .infinite
    for (step, node) in order.nodes.enumerated().reversed() {
      for (index, need) in node.needs(for: parts[step]).enumerated() {
        let input = order.index(ofInput: index, of: step)
        parts[input] = parts[input].union(need)
      }
    }
    return parts
  }

  /// Returns the regions of interest of the inputs for `part`; infinite if the inputs must stay whole.
  private func needs(for part: UserRect) -> [UserRect] {
    let whole = inputs.map { _ in UserRect.infinite }
    switch op {
    case .intermediate: return whole
    case .crop, .clamp, .histogram: break
    case .empty, .source, .affine, .formula, .warp, .region, .sampled, .matched, .symbol:
      if part == .infinite { return whole }
    }
    if part.isEmpty { return inputs.map { _ in .nothing } }
    let needs = inputs.indices.map { op.regionOfInterest(ofInput: $0, for: part).pixels }
    guard needs.allSatisfy({ $0.isEmpty || $0.isFinite }) else { return whole }
    // The extent of a formula can be stated.
    if case .formula = op { return needs }
    let reach = Self.extent(of: op, zip(inputs, needs).map { $0.extent.intersection(Extent($1)) })
    return reach.intersection(Extent(part)) == extent.intersection(Extent(part)) ? needs : whole
  }

  /// Returns a node without inputs, cropped to the part that is read.
  private func cut(to part: UserRect) -> Node {
    let remaining = extent.intersection(Extent(part))
    return remaining == extent ? self : cropped(to: remaining)
  }

  /// Returns the formula with its previous extent inside the part that is read.
  private func withExtent(_ old: Extent, within part: UserRect) -> Node {
    guard case .formula(let formula, let arguments, _) = op else { return self }
    let newExtent = old.intersection(Extent(part))
    if extent.intersection(Extent(part)) == newExtent { return self }
    return Node(.formula(formula, arguments, .stated(newExtent)), inputs)
  }
}
