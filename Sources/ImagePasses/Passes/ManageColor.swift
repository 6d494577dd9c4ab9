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
  for step in steps { straight = straight.applying(step) }
  return source.alpha == .opaque ? straight : straight.mapped(by: ColorConversions.premultiply)
}

/// Working space to what is stored.
private func encoded(_ node: Node, _ options: PassOptions) throws(RenderError) -> Node {
  var result = node
  var steps: [ConversionStep] = []
  if options.managesColor {
    let space = options.outputSpace
    if space?.model == .grey || options.outputFormat?.isGrey == true {
      result = result.applying(greyStep(in: options.workingSpace))
      // Grey light has the same numbers under all lights, so the primaries have no say.
      steps = try space.map { (space) throws(RenderError) in try curveSteps(of: space).encoding } ?? []
    } else if let space, !space.hasSameMeaning(as: options.workingSpace) {
      steps = try primariesStep(from: options.workingSpace, to: space) + curveSteps(of: space).encoding
    }
  }
  // What has no place for alpha gets the colours as they look over black, which are the premultiplied ones.
  let isStraight = options.outputAlpha == .straight
  if !steps.isEmpty || isStraight { result = result.mapped(by: ColorConversions.unpremultiply) }
  for step in steps { result = result.applying(step) }
  if !steps.isEmpty, !isStraight { result = result.mapped(by: ColorConversions.premultiply) }
  if options.dithers, let step = options.outputFormat?.colorStep {
    // A little less than a step, so that float rounding takes no value over that is a whole step already.
    result = result.mapped(by: ColorConversions.dither, step * 63 / 64)
  }
  guard options.clamps else { return result }
  return result.mapped(by: isStraight ? ColorConversions.clampToUnit : ColorConversions.clampToAlpha)
}

/// One colour formula with its arguments.
struct ConversionStep {
  let formula: ColorFormula
  let arguments: [Argument]
}

extension Node {
  fileprivate func applying(_ step: ConversionStep) -> Node {
    Node(.formula(step.formula, step.arguments, .first), [self])
  }
}

/// Straight stored values to linear light in the working primaries; nil when they are that already.
private func stepsDecoding(_ space: ColorSpace, to workingSpace: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  if space.hasSameMeaning(as: workingSpace) { return nil }
  return try curveSteps(of: space).decoding + primariesStep(from: space, to: workingSpace)
}

/// The space's curve: stored values to light, and back. None where they are the same.
private func curveSteps(
  of space: ColorSpace
) throws(RenderError) -> (decoding: [ConversionStep], encoding: [ConversionStep]) {
  func both(
    _ decoding: ColorFormula, _ encoding: ColorFormula, _ arguments: [Argument] = []
  ) -> (decoding: [ConversionStep], encoding: [ConversionStep]) {
    (
      [ConversionStep(formula: decoding, arguments: arguments)],
      [ConversionStep(formula: encoding, arguments: arguments)]
    )
  }
  switch space.transfer {
  case .linear: return ([], [])
  case .sRGB: return both(ColorConversions.linearFromSRGB, ColorConversions.sRGBFromLinear)
  case .pq:
    let curve = SIMD4<Float>(SIMD4(PQ.m1, PQ.m2, PQ.c1, PQ.c3))
    return both(
      ColorConversions.linearFromPQ, ColorConversions.pqFromLinear,
      [.float4(curve), .float(Float(TransferFunction.pqPeak))])
  case .hlg:
    let curve = SIMD4<Float>(SIMD4(HLG.a, HLG.b, HLG.c, TransferFunction.hlgPeak))
    return both(ColorConversions.linearFromHLG, ColorConversions.hlgFromLinear, [.float4(curve)])
  case .gamma, .parametric, .bt709, .table:
    return both(ColorConversions.decodeCurve, ColorConversions.encodeCurve, try curveArguments(of: space))
  }
}

private func primariesStep(from source: ColorSpace, to destination: ColorSpace) -> [ConversionStep] {
  let matrix = ImageColor.matrix(from: source, to: destination)
  return matrix == .identity ? [] : [matrixStep(matrix)]
}

/// Light to grey by the luminance of the working primaries.
private func greyStep(in workingSpace: ColorSpace) -> ConversionStep {
  let luminance = workingSpace.matrixToXYZ.row1
  return matrixStep(Matrix3(luminance, luminance, luminance))
}

private func matrixStep(_ matrix: Matrix3) -> ConversionStep {
  ConversionStep(
    formula: ColorConversions.primaries,
    arguments: [matrix.row0, matrix.row1, matrix.row2].map { .float3(SIMD3<Float>($0)) })
}

private func curveArguments(of space: ColorSpace) throws(RenderError) -> [Argument] {
  guard let curve = space.transfer.parametricForm else {
    throw .unsupported(
      "the colour space \(space.name) is known by its profile's table only; convert the picture to sRGB or Display P3")
  }
  return [
    .float4([Float(curve.g), Float(curve.a), Float(curve.b), Float(curve.c)]),
    .float3([Float(curve.d), Float(curve.e), Float(curve.f)]),
  ]
}
