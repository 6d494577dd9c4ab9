import ImageColor
import ImageGraph

/// A pass that inserts the decoding of source values to linear light: above the steps that move the source's pixels, or
/// at the source if there are none.
///
/// So samples between the pixels of an image are means of stored values, premultiplied, which are decoded afterwards.
/// Core Image does the same, as measured on iOS 7 to 13. One conversion is computed instead of four for a mean of
/// linear light. Results of steps are linear light, so steps that move those interpolate linear light. Means for
/// quality and blurs do the same.
///
/// The pass defines the result of a recipe, so the reference runs it as well.
package let decodeSources = Pass("decodeSources") { root, options throws(RenderError) in
  let order = Traversal(root)
  var values: [PixelValues] = []
  values.reserveCapacity(order.nodes.count)
  for (step, node) in order.nodes.enumerated() {
    func decodedInput(_ index: Int) -> Node { values[order.index(ofInput: index, of: step)].decode() }
    if case .source(let source) = node.op {
      values.append(PixelValues(of: source, node, options))
    } else if node.op.movesPixels, let stored = values[order.index(ofInput: 0, of: step)].ready(for: node.op) {
      let others = node.inputs.indices.dropFirst().map(decodedInput)
      values.append(PixelValues(node.reading([stored.node] + others), stored.source, stored.alpha))
    } else {
      values.append(PixelValues(node.reading(node.inputs.indices.map(decodedInput))))
    }
  }
  return values[values.count - 1].decode()
}

/// A step whose pixels are linear light, or values as a source stores them.
private struct PixelValues {
  let node: Node
  /// The source in whose space the values are. Nil for linear light.
  let source: Source?
  let alpha: AlphaState
  private var decoded: Node?

  init(_ node: Node, _ source: Source? = nil, _ alpha: AlphaState = .premultiplied) {
    (self.node, self.source, self.alpha) = (node, source, alpha)
  }

  init(of source: Source, _ node: Node, _ options: PassOptions) {
    if options.managesColor, source.colorSpace?.hasSameMeaning(as: options.workingSpace) == false {
      self.init(node, source, source.alpha)
    } else {
      self.init(source.alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node)
    }
  }

  /// Returns the step as input of `op`, still with stored values. Returns nil for linear light. Colours are weighted by
  /// alpha if pixels are mixed.
  func ready(for op: Op) -> PixelValues? {
    guard let source else { return nil }
    guard op.mixesPixels, alpha != .premultiplied else { return self }
    return PixelValues(
      alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node, source, .premultiplied)
  }

  /// Returns the step in linear light. Later calls return the same step.
  mutating func decode() -> Node {
    guard let space = source?.colorSpace else { return node }
    if let decoded { return decoded }
    let result = Node(.matched(space, .toWorking(alpha)), [node])
    decoded = result
    return result
  }
}

extension Node {
  /// Returns this step, which only moves a source's pixels, in linear light.
  func decoded(from source: Source, _ options: PassOptions) -> Node {
    var values = PixelValues(of: source, self, options)
    return values.decode()
  }

  fileprivate func reading(_ inputs: [Node]) -> Node {
    zip(inputs, self.inputs).allSatisfy { $0 === $1 } ? self : Node(op, inputs)
  }
}
