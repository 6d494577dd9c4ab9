import ImageColor
import ImageGraph

/// Makes the conversions at the sources and at the sink explicit, as nodes that fuse and cancel like any other.
///
/// A source's stored values become premultiplied, linear working space; the result becomes the output's space and alpha.
package let manageColor = Pass("manageColor") { root, options throws(RenderError) in
  let managed = try root.rewritten { node throws(RenderError) -> Node in
    guard case .source(let source) = node.op else { return node }
    return try decoded(node, source, options)
  }
  return try encoded(managed, options)
}

/// Stored values to the working space.
private func decoded(_ node: Node, _ source: Source, _ options: PassOptions) throws(RenderError) -> Node {
  var straight = node
  guard options.managesColor, let space = source.colorSpace,
    let steps = try stepsDecoding(space, to: options.workingSpace)
  else {
    return source.alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node
  }
  if source.alpha == .premultiplied { straight = straight.mapped(by: ColorConversions.unpremultiply) }
  for step in steps { straight = Node(.formula(step.formula, step.arguments, .first), [straight]) }
  return source.alpha == .opaque ? straight : straight.mapped(by: ColorConversions.premultiply)
}

/// Working space to what is stored.
private func encoded(_ node: Node, _ options: PassOptions) throws(RenderError) -> Node {
  var steps: [ConversionStep] = []
  if options.managesColor, let space = options.outputSpace {
    steps = try stepsEncoding(from: options.workingSpace, to: space) ?? []
  }
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
private func stepsDecoding(_ space: ColorSpace, to workingSpace: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  if space.hasSameMeaning(as: workingSpace) { return nil }
  var steps: [ConversionStep] = []
  switch space.transfer {
  case .linear: break
  case .sRGB: steps.append(ConversionStep(formula: ColorConversions.linearFromSRGB, arguments: []))
  default:
    steps.append(ConversionStep(formula: ColorConversions.decodeCurve, arguments: try curveArguments(of: space)))
  }
  return steps + primariesStep(from: space, to: workingSpace)
}

private func stepsEncoding(from workingSpace: ColorSpace, to space: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  if space.hasSameMeaning(as: workingSpace) { return nil }
  let steps = space.model == .grey ? greyStep(in: workingSpace) : primariesStep(from: workingSpace, to: space)
  switch space.transfer {
  case .linear: return steps
  case .sRGB: return steps + [ConversionStep(formula: ColorConversions.sRGBFromLinear, arguments: [])]
  default:
    return steps + [ConversionStep(formula: ColorConversions.encodeCurve, arguments: try curveArguments(of: space))]
  }
}

private func primariesStep(from source: ColorSpace, to destination: ColorSpace) -> [ConversionStep] {
  let matrix = ImageColor.matrix(from: source, to: destination)
  return matrix == .identity ? [] : [matrixStep(matrix)]
}

/// Light to grey by the luminance of the working primaries.
private func greyStep(in workingSpace: ColorSpace) -> [ConversionStep] {
  let luminance = workingSpace.matrixToXYZ.row1
  return [matrixStep(Matrix3(luminance, luminance, luminance))]
}

private func matrixStep(_ matrix: Matrix3) -> ConversionStep {
  ConversionStep(
    formula: ColorConversions.primaries,
    arguments: [matrix.row0, matrix.row1, matrix.row2].map { .float3(SIMD3<Float>($0)) })
}

private func curveArguments(of space: ColorSpace) throws(RenderError) -> [Argument] {
  guard let curve = space.transfer.parametricForm else {
    throw .unsupported(
      "the colour space \(space.name) has no parametric curve; convert the picture to sRGB, Display P3 or a space with one")
  }
  return [
    .float4([Float(curve.g), Float(curve.a), Float(curve.b), Float(curve.c)]),
    .float3([Float(curve.d), Float(curve.e), Float(curve.f)]),
  ]
}
