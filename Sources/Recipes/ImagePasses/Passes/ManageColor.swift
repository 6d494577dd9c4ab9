import ImageColor
import ImageGraph

/// Makes the conversions between a recipe's spaces and at its sink explicit, as nodes that fuse and cancel like any
/// other.
///
/// What `decodeSources` left as stored becomes premultiplied values of the working space; the result becomes the
/// output's space and alpha; colours that formulas take become the working space's numbers.
package let manageColor = Pass("manageColor") { root, options throws(RenderError) in
  try encoded(try root.rewritten { node throws(RenderError) -> Node in try node.managed(options) }, options)
}

/// `decodeSources` and `manageColor` at once, for recipes in which nothing moves pixels: there sources are light to all
/// that read them.
package let manageColorFromSources = Pass("manageColor") { root, options throws(RenderError) in
  let managed = try root.rewritten { node throws(RenderError) -> Node in
    if case .source(let source) = node.op {
      try node.decoded(from: source, options).managed(options)
    } else {
      try node.managed(options)
    }
  }
  return try encoded(managed, options)
}

extension Node {
  fileprivate func managed(_ options: PassOptions) throws(RenderError) -> Node {
    if case .matched(let space, let match) = op { return try ImagePasses.matched(inputs[0], space, match, options) }
    return op.withColorsAsNumbers(options).map { Node($0, inputs) } ?? self
  }
}

/// Numbers of a space to the working space's light, or back. Without colour management numbers stay as they are.
private func matched(
  _ node: Node, _ space: ColorSpace, _ match: ColorMatch, _ options: PassOptions
) throws(RenderError) -> Node {
  switch match {
  case .toWorking(let alpha):
    let steps = options.managesColor ? try stepsDecoding(space, to: options.workingSpace) : nil
    guard let steps else { return alpha == .straight ? node.mapped(by: ColorConversions.premultiply) : node }
    var result = alpha == .premultiplied ? node.mapped(by: ColorConversions.unpremultiply) : node
    for step in steps { result = result.applying(step) }
    return alpha == .opaque ? result : result.mapped(by: ColorConversions.premultiply)
  case .fromWorking:
    guard options.managesColor else { return node }
    let (grey, steps) = try stepsEncoding(from: options.workingSpace, to: space, isGrey: false)
    if grey.isEmpty && steps.isEmpty { return node }
    var result = node
    for step in grey { result = result.applying(step) }
    result = result.mapped(by: ColorConversions.unpremultiply)
    for step in steps { result = result.applying(step) }
    return result.mapped(by: ColorConversions.premultiply)
  }
}

/// Working space to what is stored.
private func encoded(_ node: Node, _ options: PassOptions) throws(RenderError) -> Node {
  var result = node
  var steps: [ConversionStep] = []
  if options.managesColor {
    let isGrey = options.outputFormat?.isGrey == true
    let conversion = try stepsEncoding(from: options.workingSpace, to: options.outputSpace, isGrey: isGrey)
    for step in conversion.grey { result = result.applying(step) }
    steps = conversion.steps
  }
  // What has no place for alpha gets the colours as they look over black, which are the premultiplied ones.
  let isStraight = options.outputAlpha == .straight
  if !steps.isEmpty || isStraight { result = result.mapped(by: ColorConversions.unpremultiply) }
  for step in steps { result = result.applying(step) }
  if !steps.isEmpty, !isStraight { result = result.mapped(by: ColorConversions.premultiply) }
  if isStraight, options.clamps || options.outputFormat?.colorStep != nil {
    result = result.mapped(by: ColorConversions.excessAlpha)
  }
  if options.dithers, let step = options.outputFormat?.colorStep {
    // A little less than a step, so that float rounding takes no value over that is a whole step already.
    result = result.mapped(by: ColorConversions.dither, step * 63 / 64)
  }
  guard options.clamps else { return result }
  return result.mapped(by: isStraight ? ColorConversions.clampToUnit : ColorConversions.clampToAlpha)
}

/// One step of a conversion: a colour formula with its arguments, or a table with the image that holds it.
private struct ConversionStep {
  let op: Op
  var tables: [Node] = []

  init(_ formula: ColorFormula, _ arguments: [Argument] = []) { op = .formula(formula, arguments, .first) }

  /// - Parameter row: 0 for the space's values to the connection space, `ColorTable.side` for the way back.
  init(_ table: ColorTable, row: Int) throws(RenderError) {
    op = .region(ColorConversions.table, [.float(Float(ColorTable.side)), .float(Float(row))])
    tables = [.source(try .image(of: table))]
  }
}

extension Node {
  fileprivate func applying(_ step: ConversionStep) -> Node {
    Node(step.op, [self] + step.tables)
  }
}

/// Straight stored values to straight values of the working space; nil when they are that already.
private func stepsDecoding(_ space: ColorSpace, to workingSpace: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  if space.hasSameMeaning(as: workingSpace) { return nil }
  let lights = space.table == nil ? space : ColorTable.connection
  let table = try space.table.map { (table) throws(RenderError) in try ConversionStep(table, row: 0) }
  return try [table].compactMap { $0 } + curveSteps(of: lights).decoding
    + primariesStep(from: lights, to: workingSpace) + curveSteps(of: workingSpace).encoding
}

/// Working space to a space: what premultiplied values can go through as well, which only linear light can; then
/// straight values to straight values.
private func stepsEncoding(
  from workingSpace: ColorSpace, to space: ColorSpace?, isGrey: Bool
) throws(RenderError) -> (grey: [ConversionStep], steps: [ConversionStep]) {
  let light = try curveSteps(of: workingSpace).decoding
  if isGrey || space?.model == .grey {
    // Grey light has the same numbers under all lights, so the primaries have no say.
    let grey = [greyStep(in: workingSpace)]
    let values = try valueSteps(of: space ?? workingSpace)
    return workingSpace.isLinear ? (grey, values) : ([], light + grey + values)
  }
  guard let space, !space.hasSameMeaning(as: workingSpace) else { return ([], []) }
  let lights = space.table == nil ? space : ColorTable.connection
  return ([], try light + primariesStep(from: workingSpace, to: lights) + valueSteps(of: space))
}

/// Linear light, of the space's lights or of the connection space's, to the space's values.
private func valueSteps(of space: ColorSpace) throws(RenderError) -> [ConversionStep] {
  guard let table = space.table else { return try curveSteps(of: space).encoding }
  guard table.encodes else {
    throw .unsupported(
      "the profile of the colour space \(space.name) says what values mean, but not which values colours have; "
        + "render to another space")
  }
  return try curveSteps(of: ColorTable.connection).encoding + [ConversionStep(table, row: ColorTable.side)]
}

/// The space's curve: stored values to light, and back. None where they are the same.
private func curveSteps(
  of space: ColorSpace
) throws(RenderError) -> (decoding: [ConversionStep], encoding: [ConversionStep]) {
  func both(
    _ decoding: ColorFormula, _ encoding: ColorFormula, _ arguments: [Argument] = []
  ) -> (decoding: [ConversionStep], encoding: [ConversionStep]) {
    ([ConversionStep(decoding, arguments)], [ConversionStep(encoding, arguments)])
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
    ColorConversions.primaries, [matrix.row0, matrix.row1, matrix.row2].map { .float3(SIMD3<Float>($0)) })
}

private func curveArguments(of space: ColorSpace) throws(RenderError) -> [Argument] {
  guard let curve = space.transfer.parametricForm else {
    throw .unsupported("the colour space \(space.name) has no curve that a formula computes; render to another space")
  }
  return [
    .float4([Float(curve.g), Float(curve.a), Float(curve.b), Float(curve.c)]),
    .float3([Float(curve.d), Float(curve.e), Float(curve.f)]),
  ]
}
