import ImageGraph

extension Node {
  /// The recipe with crops at its sources, which have come through every kind of step:
  ///
  ///     crop(f(x, y), r)  =>  crop(f(crop(x, a), crop(y, b)), r)      a and b: what f reads to make r
  ///
  /// The outer crop goes by `crop-of-everything` where f makes nothing outside of r. What several readers look at is
  /// cut to all of it together, so nothing is made twice; what nobody looks at becomes empty.
  ///
  /// Nothing moves through a step whose result would end elsewhere: extents decide what later steps do with clear
  /// pixels, so they stay, fractions included. Nor through an intermediate, which was asked for as it is, nor where an
  /// infinite part is read.
  func withCropsMoved() -> Node {
    let order = Traversal(self)
    let parts = partsRead(in: order)
    var results: [Node] = []
    for (place, node) in order.nodes.enumerated() {
      let part = parts[place]
      if part.isEmpty {
        results.append(.empty)
      } else if node.inputs.isEmpty {
        results.append(node.cut(to: part))
      } else if case .crop(let rect) = node.op, node.inputs[0].inputs.isEmpty,
        parts[order.place(ofInput: 0, of: place)].contains(rect.pixels)
      {
        // A crop stands there already.
        results.append(node)
      } else {
        let next = order.node(at: place, reading: results)
        results.append(next === node ? node : next.reaching(node.extent, within: part))
      }
    }
    return results[results.count - 1]
  }

  /// What is read of each node, by all its readers: whole pixels; infinite where all of it has to stay.
  private func partsRead(in order: Traversal) -> [UserRect] {
    var parts = [UserRect](repeating: .nothing, count: order.nodes.count)
    parts[parts.count - 1] = .infinite
    for (place, node) in order.nodes.enumerated().reversed() {
      for (index, need) in node.needs(for: parts[place]).enumerated() {
        let input = order.place(ofInput: index, of: place)
        parts[input] = parts[input].union(need)
      }
    }
    return parts
  }

  /// What this step reads of its inputs to make `part`; infinite where it shall keep them whole.
  private func needs(for part: UserRect) -> [UserRect] {
    let whole = inputs.map { _ in UserRect.infinite }
    switch op {
    case .intermediate: return whole
    case .crop, .clamp, .histogram: break
    case .empty, .source, .affine, .formula, .warp, .region, .sampled, .matched, .symbol:
      if part == .infinite { return whole }
    }
    if part.isEmpty { return inputs.map { _ in .nothing } }
    let needs = inputs.indices.map { op.need(ofInput: $0, for: part).pixels }
    guard needs.allSatisfy({ $0.isEmpty || $0.isFinite }) else { return whole }
    // A formula can be told how far it reaches.
    if case .formula = op { return needs }
    let reach = Self.extent(of: op, zip(inputs, needs).map { $0.extent.intersection(Extent($1)) })
    return reach.intersection(Extent(part)) == extent.intersection(Extent(part)) ? needs : whole
  }

  /// A node without inputs, cropped where it has more than is read.
  private func cut(to part: UserRect) -> Node {
    let rest = extent.intersection(Extent(part))
    return rest == extent ? self : cropped(to: rest)
  }

  /// The formula with the extent that it had, as far as anybody looks.
  private func reaching(_ old: Extent, within part: UserRect) -> Node {
    guard case .formula(let formula, let arguments, _) = op else { return self }
    let wanted = old.intersection(Extent(part))
    if extent.intersection(Extent(part)) == wanted { return self }
    return Node(.formula(formula, arguments, .stated(wanted)), inputs)
  }
}
