import ImageGraph

/// Moves crops towards the sources, through steps that make each pixel from those at one place:
///
///     crop(f(x, y), r)  =>  f(crop(x, r), crop(y, r))                    f a colour formula that keeps clear pixels clear
///     crop(affine(x, step), r)  =>  affine(crop(x, r - step), step)      step in whole pixels
///
/// Neighbourhoods, warps and interpolation read beyond what they make, so a crop stays above them; so it does above a step
/// that others read too, which would be made twice. The extent of what was cropped stays, fractions included.
package let moveCrops = Pass("moveCrops") { root, options throws(RenderError) in
  var node = root
  // A crop that has arrived can leave nothing of a branch, or two of them can be one: then a step has one reader less.
  while true {
    let moved = movedOnce(node)
    if moved === node { return node }
    let next = try shareEqual.run(simplify.run(moved, options), options)
    if next === node { return node }
    node = next
  }
}

/// What is cut from a step's result before its only reader sees it.
private struct Cut {
  /// Whole pixels.
  var rect: UserRect
  /// The extent that the reader knows; nil where it looks at pixels only.
  var extent: Extent?
}

private func movedOnce(_ root: Node) -> Node {
  let order = root.topological
  var readers: [ObjectIdentifier: Int] = [:]
  for node in order { for input in Set(node.inputs.map(ObjectIdentifier.init)) { readers[input, default: 0] += 1 } }

  var cuts: [ObjectIdentifier: Cut] = [:]
  func offer(_ cut: Cut, to node: Node) {
    if readers[ObjectIdentifier(node)] == 1, node.lets(cut) { cuts[ObjectIdentifier(node)] = cut }
  }
  for node in order.reversed() {
    let cut = cuts[ObjectIdentifier(node)]
    if case .crop(let rect) = node.op {
      let rest = cut.map { $0.rect.intersection(rect.pixels) } ?? rect.pixels
      offer(Cut(rect: rest, extent: cut == nil ? node.extent : nil), to: node.inputs[0])
    } else if let cut {
      for input in node.inputs { offer(Cut(rect: node.part(of: cut.rect)), to: input) }
    }
  }
  if cuts.isEmpty { return root }

  var results: [ObjectIdentifier: Node] = [:]
  for node in order {
    let inputs = node.inputs.map { results[ObjectIdentifier($0)]! }
    let cut = cuts[ObjectIdentifier(node)]
    let isCropped = node.inputs.map { cuts[ObjectIdentifier($0)] != nil }
    let same = zip(inputs, node.inputs).allSatisfy { $0 === $1 }
    results[ObjectIdentifier(node)] =
      switch (node.op, cut) {
      case (.crop, _) where isCropped[0]: inputs[0]
      case (.crop(let rect), let cut?): inputs[0].cropped(to: cut.rect.intersection(rect.pixels))
      case (_, let cut?):
        Node(node.op, zip(inputs, isCropped).map { $1 ? $0 : $0.cropped(to: node.part(of: cut.rect)) })
          .reaching(cut.extent)
      case (_, nil): same ? node : Node(node.op, inputs)
      }
  }
  return results[ObjectIdentifier(root)]!
}

extension Node {
  /// True when a cut of the result is the same as one of the inputs.
  fileprivate func lets(_ cut: Cut) -> Bool {
    switch op {
    // A stated extent can end within its inputs.
    case .formula(_, _, .stated): false
    case .formula(let formula, _, _): formula.keepsClear && !inputs.isEmpty
    // Its extent follows from the input's, so it has to come out as whole pixels.
    case .affine(let map, _): map.integerTranslation != nil && (cut.extent?.rect.map { $0.pixels == $0 } ?? true)
    // One crop above another is for a rule.
    case .crop: cut.extent == nil
    default: false
    }
  }

  /// The part of the inputs that makes `rect` of the result.
  fileprivate func part(of rect: UserRect) -> UserRect {
    if case .affine(let map, _) = op, let step = map.integerTranslation { rect.offset(by: -step) } else { rect }
  }

  /// The colour formula with this extent, where it has another one.
  fileprivate func reaching(_ wanted: Extent?) -> Node {
    guard let wanted, wanted != extent, case .formula(let formula, let arguments, _) = op else { return self }
    return Node(.formula(formula, arguments, .stated(wanted)), inputs)
  }
}
