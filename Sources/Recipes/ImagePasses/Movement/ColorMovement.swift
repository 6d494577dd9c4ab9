import ImageGraph

/// Two or three are enough for any recipe that was seen; this many are for those that nobody has.
let mostRounds = 16

extension Node {
  /// The recipe with steps that work pixel by pixel on that side of maps and means that has fewer pixels:
  ///
  ///     affine(f(x), m)    =>  f(affine(x, m))         f linear in premultiplied colour; or nearest reading, f keeps
  ///     clear warp(f(x))         =>  f(warp(x))              the same
  ///     crop(f(x), r)      =>  f(crop(x, r))
  ///     clamp(f(x), r)     =>  f(clamp(x, r))          f linear
  ///     mean(f(x))         =>  f(mean(x))              f linear, the mean not larger than what it is made of
  ///     f(affine(x, m))    =>  affine(f(x), m)         as above, where m enlarges so much that storing f(x) pays
  ///
  /// A step that is not linear gives other pixels after interpolation than before it, so it stays; so does what several
  /// steps read. Images between steps hold values up to 65504: beyond that a gain before one is not the same as one
  /// after it.
  func withColorsMoved() -> Node {
    let order = Traversal(self)
    let readers = order.readerCounts
    var results: [Node] = []
    // Of results, which live as long as this does: their identifiers name nothing else.
    var shared = Set<ObjectIdentifier>()
    for place in order.indices {
      let next = order.node(at: place, reading: results)
      let moved = next.withStepsLifted(shared) ?? next.lowered(shared) ?? next
      if readers[place] > 1 { shared.insert(ObjectIdentifier(moved)) }
      results.append(moved)
    }
    return results[results.count - 1]
  }

  /// This step below the colour steps that it was above; nil where there are none.
  private func withStepsLifted(_ shared: Set<ObjectIdentifier>) -> Node? {
    guard inputs.count == 1, op.isSmall else { return nil }
    var (rest, steps) = (inputs[0], [Op]())
    while !shared.contains(ObjectIdentifier(rest)), commutes(with: rest.op) {
      // A chain longer than this is left alone, for the time that moving it past many maps would take.
      if steps.count == 64 { return nil }
      steps.append(rest.op)
      rest = rest.inputs[0]
    }
    if steps.isEmpty { return nil }
    // Where a crop has come to the same pixels already, its fractions stay above.
    if case .crop = op.like, case .crop = rest.op.like { return nil }
    let result = steps.reversed().reduce(Node(op, [rest])) { Node($1, [$0]) }
    return result.extent == extent ? result : nil
  }

  /// This colour step below the map that it was above; nil where there is none that enlarges.
  private func lowered(_ shared: Set<ObjectIdentifier>) -> Node? {
    guard inputs.count == 1, case .affine = inputs[0].op.like, !shared.contains(ObjectIdentifier(inputs[0])),
      !inputs[0].op.isSmall, inputs[0].commutes(with: op)
    else { return nil }
    let result = Node(inputs[0].op, [Node(op, inputs[0].inputs)])
    return result.extent == extent ? result : nil
  }

  /// True when a colour step gives the same before this step as after it.
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
    switch op.like {
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
  /// True when a colour step costs less on this step's result than on its input.
  package var isSmall: Bool {
    switch self {
    case .symbol(let symbol): return symbol.isSmall
    case .affine(let map, _):
      // Below the map the step would be made and stored for each pixel of the input, or made for all that are mixed.
      let rules = CostRules()
      return abs(map.determinant) * rules.formula <= rules.formula + rules.write
    case .region:
      let block = UserRect(x: 0, y: 0, width: 4096, height: 4096)
      return need(ofInput: 0, for: block).area >= block.area
    case .empty, .source, .crop, .clamp, .formula, .warp, .histogram, .sampled, .matched, .intermediate: return true
    }
  }
}
