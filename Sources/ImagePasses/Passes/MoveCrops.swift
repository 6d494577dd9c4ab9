import ImageGraph

extension Node {
  /// The recipe with crops at its sources, which have come through every kind of step:
  ///
  ///     crop(f(x, y), r)  =>  crop(f(crop(x, a), crop(y, b)), r)      a and b: what f reads to make r
  ///
  /// The outer crop goes by `crop-of-everything` where f makes nothing outside of r. What several readers look at is cut to all of
  /// it together, so nothing is made twice; what nobody looks at becomes empty.
  ///
  /// Nothing moves through a step whose result would end elsewhere: extents decide what later steps do with clear pixels, so they
  /// stay, fractions included. Nor through an intermediate, which was asked for as it is, nor where an infinite part is read.
  func withCropsMoved() -> Node {
    let order = topological
    let parts = partsRead(in: order)
    var results: [ObjectIdentifier: Node] = [:]
    for node in order {
      let part = parts[ObjectIdentifier(node)]!
      if part.isEmpty {
        results[ObjectIdentifier(node)] = .empty
        continue
      }
      let inputs = node.inputs.map { input in
        // A crop stands there already.
        if case .crop(let rect) = node.op, input.inputs.isEmpty, parts[ObjectIdentifier(input)]!.contains(rect.pixels) {
          return input
        }
        return results[ObjectIdentifier(input)]!
      }
      let same = zip(inputs, node.inputs).allSatisfy { $0 === $1 }
      let next = same ? node : Node(node.op, inputs).reaching(node.extent, within: part)
      results[ObjectIdentifier(node)] = node.inputs.isEmpty ? node.cut(to: part) : next
    }
    return results[ObjectIdentifier(self)]!
  }

  /// What is read of each node, by all its readers: whole pixels; infinite where all of it has to stay.
  private func partsRead(in order: [Node]) -> [ObjectIdentifier: UserRect] {
    var parts: [ObjectIdentifier: UserRect] = [ObjectIdentifier(self): .infinite]
    for node in order.reversed() {
      let needs = node.needs(for: parts[ObjectIdentifier(node)]!)
      for (input, need) in zip(node.inputs, needs) {
        parts[ObjectIdentifier(input)] = parts[ObjectIdentifier(input)]?.union(need) ?? need
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
    default: if part == .infinite { return whole }
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
