import ImageColor
import ImageGraph

/// Says where the values of sources become light: above the steps that move their pixels, and at the source where there
/// are none.
///
/// So what is read between the pixels of an image is a mean of stored values, premultiplied, and becomes light
/// afterwards: that is what Core Image does, measured on iOS 7 to 13, and one conversion is made where a mean of light
/// needs four. Results of steps are light, so what moves those mixes light; means for quality and blurs do, too.
///
/// It is part of what a recipe means, so the reference runs it as well.
package let decodeSources = Pass("decodeSources") { root, options throws(RenderError) in
  let order = Traversal(root)
  var values: [PixelValues] = []
  values.reserveCapacity(order.nodes.count)
  for (place, node) in order.nodes.enumerated() {
    func light(_ index: Int) -> Node { values[order.place(ofInput: index, of: place)].light() }
    if case .source(let source) = node.op {
      values.append(PixelValues(of: source, node, options))
    } else if node.op.movesPixels, let stored = values[order.place(ofInput: 0, of: place)].ready(for: node.op) {
      let rest = node.inputs.indices.dropFirst().map(light)
      values.append(PixelValues(node.reading([stored.node] + rest), stored.source, stored.alpha))
    } else {
      values.append(PixelValues(node.reading(node.inputs.indices.map(light))))
    }
  }
  return values[values.count - 1].light()
}

/// A step whose pixels are light, or values as a source stores them.
private struct PixelValues {
  let node: Node
  /// The source in whose space the values are; nil for light.
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

  /// The step as `op` may read it, still as stored; nil for light. Colours that get mixed count by their alpha.
  func ready(for op: Op) -> PixelValues? {
    guard let source else { return nil }
    guard op.mixesPixels, alpha != .premultiplied else { return self }
    return PixelValues(
      alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node, source, .premultiplied)
  }

  /// As light; the same step each time.
  mutating func light() -> Node {
    guard let space = source?.colorSpace else { return node }
    if let decoded { return decoded }
    let light = Node(.matched(space, .toWorking(alpha)), [node])
    decoded = light
    return light
  }
}

extension Node {
  /// This step, of a source, as light.
  func decoded(from source: Source, _ options: PassOptions) -> Node {
    var values = PixelValues(of: source, self, options)
    return values.light()
  }

  fileprivate func reading(_ inputs: [Node]) -> Node {
    zip(inputs, self.inputs).allSatisfy { $0 === $1 } ? self : Node(op, inputs)
  }
}
