import ImageColor
import ImageGraph

/// Makes the conversions at the sources and at the sink explicit, as nodes that fuse and cancel like any other.
///
/// A source's stored values become premultiplied, linear working space; the result becomes the output's space and alpha.
package let manageColor = Pass("manageColor") { root, options throws(RenderError) in
  let managed = try root.rewritten { node throws(RenderError) -> Node in
    guard case .source(let source) = node.op else { return node }
    return try decoded(node, source, managed: options.managesColor)
  }
  return try encoded(managed, options)
}

/// Stored values to the working space.
private func decoded(_ node: Node, _ source: Source, managed: Bool) throws(RenderError) -> Node {
  var straight = node
  guard managed, let space = source.colorSpace, let steps = try stepsToWorking(from: space) else {
    return source.alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node
  }
  if source.alpha == .premultiplied { straight = straight.mapped(by: ColorConversions.unpremultiply) }
  for step in steps { straight = Node(.formula(step.formula, step.arguments, .first), [straight]) }
  return source.alpha == .opaque ? straight : straight.mapped(by: ColorConversions.premultiply)
}

/// Working space to what is stored.
private func encoded(_ node: Node, _ options: PassOptions) throws(RenderError) -> Node {
  let steps = try options.managesColor ? options.outputSpace.flatMap(stepsFromWorking) ?? [] : []
  if steps.isEmpty && options.outputAlpha != .straight { return node }
  var result = node.mapped(by: ColorConversions.unpremultiply)
  for step in steps { result = Node(.formula(step.formula, step.arguments, .first), [result]) }
  return options.outputAlpha == .premultiplied ? result.mapped(by: ColorConversions.premultiply) : result
}

/// One colour formula with its arguments.
struct ConversionStep {
  let formula: ColorFormula
  let arguments: [Argument]
}

/// Straight stored values to linear light in the working primaries; nil when they are that already.
private func stepsToWorking(from space: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  [ConversionStep(formula: ColorConversions.linearFromSRGB, arguments: [])]
}

private func stepsFromWorking(_ space: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  [ConversionStep(formula: ColorConversions.sRGBFromLinear, arguments: [])]
}
