import ImageGraph

/// The maximum number of rewriting rounds. Two or three were enough for all recipes that were measured.
let maximumRounds = 16

extension Node {
  /// Returns the recipe with steps that work pixel by pixel moved to the side of maps and means that has fewer pixels:
  ///
  ///     affine(f(x), m)  =>  f(affine(x, m))     f is linear in premultiplied colour, or sampling is nearest and f
  ///     keeps
  ///                                              clear pixels clear
  ///     warp(f(x))       =>  f(warp(x))          the same
  ///     crop(f(x), r)    =>  f(crop(x, r))
  ///     clamp(f(x), r)   =>  f(clamp(x, r))      f is linear
  ///     mean(f(x))       =>  f(mean(x))          f is linear, and the mean is not larger than its input
  ///     f(affine(x, m))  =>  affine(f(x), m)     as above, if m enlarges so much that storing f(x) is cheaper
  ///
  /// A step that is not linear is not moved, as it gives other pixels after interpolation than before it. A step with
  /// several readers is not moved either. Intermediates hold values up to 65504; beyond that, a gain before an
  /// intermediate differs from one after it.
  func withColorsMoved() -> Node {
    let order = Traversal(self)
    let readers = order.readerCounts
    var results: [Node] = []
    // The results are retained as long as this set, so identifiers are not reused.
    var shared = Set<ObjectIdentifier>()
    for index in order.indices {
      let next = order.node(at: index, reading: results)
      let moved = next.withStepsLifted(shared) ?? next.lowered(shared) ?? next
      if readers[index] > 1 { shared.insert(ObjectIdentifier(moved)) }
      results.append(moved)
    }
    return results[results.count - 1]
  }

  /// Returns this step moved below the colour steps that it reads. Returns nil if there are none.
  private func withStepsLifted(_ shared: Set<ObjectIdentifier>) -> Node? {
    guard inputs.count == 1, op.isSmall else { return nil }
    var (below, steps) = (inputs[0], [Op]())
    while !shared.contains(ObjectIdentifier(below)), commutes(with: below.op) {
      // Longer chains stay, to bound the time of moving them past many maps.
      if steps.count == 64 { return nil }
      steps.append(below.op)
      below = below.inputs[0]
    }
    if steps.isEmpty { return nil }
    // If a crop of the same pixels is there already, the fractions of this one stay above.
    if case .crop = op.representative, case .crop = below.op.representative { return nil }
    let result = steps.reversed().reduce(Node(op, [below])) { Node($1, [$0]) }
    return result.extent == extent ? result : nil
  }

  /// Returns this colour step moved below the map that it reads. Returns nil if that does not enlarge.
  private func lowered(_ shared: Set<ObjectIdentifier>) -> Node? {
    guard inputs.count == 1, case .affine = inputs[0].op.representative, !shared.contains(ObjectIdentifier(inputs[0])),
      !inputs[0].op.isSmall, inputs[0].commutes(with: op)
    else { return nil }
    let result = Node(inputs[0].op, [Node(op, inputs[0].inputs)])
    return result.extent == extent ? result : nil
  }

  /// Whether a colour step gives the same result before this step as after it.
  private func commutes(with step: Op) -> Bool {
    let (isLinear, isPointwise): (Bool, Bool)
    switch step {
    case .formula(let formula, _, .first) where formula.inputCount == 1:
      (isLinear, isPointwise) = (formula.rows != nil, formula.keepsClear && !formula.takesPosition)
    case .matched: (isLinear, isPointwise) = (false, true)
    case .empty, .source, .crop, .clamp, .affine, .formula, .warp, .region, .histogram, .sampled, .intermediate,
      .symbol:
      return false
    }
    switch op.representative {
    case .crop: return true
    case .clamp: return isLinear
    case .affine(let map, let sampling):
      return map.integerTranslation != nil || sampling == .nearest ? isPointwise : isLinear
    case .warp(_, _, let sampling): return sampling == .nearest ? isPointwise : isLinear
    case .region(let formula, _): return formula.weights != nil && isLinear
    case .empty, .source, .formula, .histogram, .sampled, .matched, .intermediate, .symbol: return false
    }
  }
}

extension Op {
  /// Whether a colour step costs less on this step's result than on its input.
  package var isSmall: Bool {
    switch self {
    case .symbol(let symbol): return symbol.isSmall
    case .affine(let map, _):
      // Below the map, the colour step would be computed and stored for each input pixel, or computed for all that are
      // interpolated.
      let rules = CostRules()
      return abs(map.determinant) * rules.formula <= rules.formula + rules.write
    case .region:
      let block = UserRect(x: 0, y: 0, width: 4096, height: 4096)
      return regionOfInterest(ofInput: 0, for: block).area >= block.area
    case .empty, .source, .crop, .clamp, .formula, .warp, .histogram, .sampled, .matched, .intermediate: return true
    }
  }
}
