import ImageColor
import ImageGraph

/// A pass that inserts the conversions between a recipe's spaces and for its output, as nodes that fuse and cancel like
/// others.
///
/// The stored values that `decodeSources` marked become premultiplied values of the working space. The result is
/// converted to the output's space and alpha. Colour arguments are resolved to the working space.
package let manageColor = Pass("manageColor") { root, options throws(RenderError) in
  try encoded(try root.rewritten { node throws(RenderError) -> Node in try node.managed(options) }, options)
}

/// `decodeSources` and `manageColor` in one pass, for recipes in which no step moves pixels. All readers of a source
/// then read linear light.
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
    return op.withResolvedColors(options).map { Node($0, inputs) } ?? self
  }
}

/// Converts values of a space to premultiplied values of the working space, or the inverse. Without colour management,
/// values stay unchanged.
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

/// Converts the working space to the output's values.
private func encoded(_ node: Node, _ options: PassOptions) throws(RenderError) -> Node {
  var result = node
  var steps: [ConversionStep] = []
  if options.managesColor {
    let isGrey = options.outputFormat?.isGrey == true
    let conversion = try stepsEncoding(from: options.workingSpace, to: options.outputSpace, isGrey: isGrey)
    for step in conversion.grey { result = result.applying(step) }
    steps = conversion.steps
  }
  // An output without alpha stores the colours over black, which are the premultiplied ones.
  let isStraight = options.outputAlpha == .straight
  if !steps.isEmpty || isStraight { result = result.mapped(by: ColorConversions.unpremultiply) }
  for step in steps { result = result.applying(step) }
  if !steps.isEmpty, !isStraight { result = result.mapped(by: ColorConversions.premultiply) }
  if isStraight, options.clamps || options.outputFormat?.colorStep != nil {
    result = result.mapped(by: ColorConversions.excessAlpha)
  }
  if options.dithers, let step = options.outputFormat?.colorStep {
    // A little less than a step, so that a value that is a whole step is not rounded to the next one.
    result = result.mapped(by: ColorConversions.dither, step * 63 / 64)
  }
  guard options.clamps else { return result }
  return result.mapped(by: isStraight ? ColorConversions.clampToUnit : ColorConversions.clampToAlpha)
}

/// A step of a conversion: a colour formula with its arguments, or a table with the image of its lattice.
private struct ConversionStep {
  let op: Op
  var tables: [Node] = []

  init(_ formula: ColorFormula, _ arguments: [Argument] = []) { op = .formula(formula, arguments, .first) }

  /// Creates a step of a table.
  ///
  /// - Parameter row: 0 for the space's values to the connection space, `ColorTable.side` for the inverse.
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

/// Returns the steps from straight stored values to straight values of the working space. Returns nil if they are
/// equal.
private func stepsDecoding(_ space: ColorSpace, to workingSpace: ColorSpace) throws(RenderError) -> [ConversionStep]? {
  if space.hasSameMeaning(as: workingSpace) { return nil }
  let linearSpace = space.table == nil ? space : ColorTable.connection
  let table = try space.table.map { (table) throws(RenderError) in try ConversionStep(table, row: 0) }
  return try [table].compactMap { $0 } + transferSteps(of: linearSpace).decoding
    + primariesStep(from: linearSpace, to: workingSpace) + transferSteps(of: workingSpace).encoding
}

/// Returns the steps from the working space to a space: first those that also apply to premultiplied values, which is
/// possible in linear light only; then those for straight values.
private func stepsEncoding(
  from workingSpace: ColorSpace, to space: ColorSpace?, isGrey: Bool
) throws(RenderError) -> (grey: [ConversionStep], steps: [ConversionStep]) {
  let decoding = try transferSteps(of: workingSpace).decoding
  if isGrey || space?.model == .grey {
    // Grey has equal components with any primaries, so these do not matter.
    let grey = [greyStep(in: workingSpace)]
    let values = try valueSteps(of: space ?? workingSpace)
    return workingSpace.isLinear ? (grey, values) : ([], decoding + grey + values)
  }
  guard let space, !space.hasSameMeaning(as: workingSpace) else { return ([], []) }
  let linearSpace = space.table == nil ? space : ColorTable.connection
  return ([], try decoding + primariesStep(from: workingSpace, to: linearSpace) + valueSteps(of: space))
}

/// Returns the steps from linear light, with the primaries of the space or of the connection space, to the space's
/// values.
private func valueSteps(of space: ColorSpace) throws(RenderError) -> [ConversionStep] {
  guard let table = space.table else { return try transferSteps(of: space).encoding }
  guard table.encodes else {
    throw .unsupported(
      "the profile of the colour space \(space.name) has no tables from colours to values; render to another space")
  }
  return try transferSteps(of: ColorTable.connection).encoding + [ConversionStep(table, row: ColorTable.side)]
}

/// Returns the steps of the space's transfer function: from stored values to linear light, and the inverse. Both are
/// empty for linear spaces.
private func transferSteps(
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
    return both(ColorConversions.decodeParametric, ColorConversions.encodeParametric, try transferArguments(of: space))
  }
}

private func primariesStep(from source: ColorSpace, to destination: ColorSpace) -> [ConversionStep] {
  let matrix = ImageColor.matrix(from: source, to: destination)
  return matrix == .identity ? [] : [matrixStep(matrix)]
}

/// Returns the step from linear light to grey, by the luminance of the working primaries.
private func greyStep(in workingSpace: ColorSpace) -> ConversionStep {
  let luminance = workingSpace.matrixToXYZ.row1
  return matrixStep(Matrix3(luminance, luminance, luminance))
}

private func matrixStep(_ matrix: Matrix3) -> ConversionStep {
  ConversionStep(
    ColorConversions.primaries, [matrix.row0, matrix.row1, matrix.row2].map { .float3(SIMD3<Float>($0)) })
}

private func transferArguments(of space: ColorSpace) throws(RenderError) -> [Argument] {
  guard let curve = space.transfer.parametricForm else {
    throw .unsupported(
      "the transfer function of the colour space \(space.name) has no parametric form; render to another space")
  }
  return [
    .float4([Float(curve.g), Float(curve.a), Float(curve.b), Float(curve.c)]),
    .float3([Float(curve.d), Float(curve.e), Float(curve.f)]),
  ]
}
