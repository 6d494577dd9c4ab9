/// The properties of a step that follow from the values of parameters and from inputs of constant colour.
extension Node {
  /// The index of the input that the result equals inside the node's extent, or nil.
  ///
  /// It depends only on the step's formula, its arguments and the constant colours of inputs.
  package var chosenInput: Int? {
    switch op {
    case .formula(let formula, let arguments, _):
      // `resolveValues` has evaluated this before it was replaced with symbols.
      if arguments.contains(where: \.isSymbol) { return nil }
      return formula.chosenInput({ inputs.map { $0.color(over: extent) } }, arguments)
    case .warp(let formula, let arguments, _): return formula.isIdentity(arguments) ? 0 : nil
    case .affine(let map, _): return map.isIdentity ? 0 : nil
    case .empty, .source, .crop, .clamp, .region, .histogram, .sampled, .matched, .intermediate, .symbol: return nil
    }
  }

  /// Returns the colour of every pixel of `area`. Returns nil if it is not constant, or if that is not known from this
  /// node.
  package func color(over area: Extent) -> SIMD4<Float>? {
    if extent.intersection(area) == .empty { return .zero }
    guard case .formula(let formula, let arguments, _) = op, formula === ColorFormula.constant,
      case .float4(let color) = arguments[0]
    else { return nil }
    let isInside = extent == .infinite || area.rect.map { extent.covers($0.pixels) } == true
    return isInside || color == .zero ? color : nil
  }

  /// The constant colour of the result in all of its extent, if inputs of constant colour determine it. Else nil.
  package var resultingColor: SIMD4<Float>? {
    if inputs.isEmpty || extent == .empty { return nil }
    switch op {
    case .crop, .sampled: return inputs[0].color(over: extent)
    case .clamp(let rect): return inputs[0].color(over: Extent(rect))
    case .affine(let map, _):
      return inputs[0].extent == .infinite || map.integerTranslation != nil
        ? inputs[0].color(over: inputs[0].extent) : nil
    case .warp: return inputs[0].extent == .infinite ? inputs[0].color(over: .infinite) : nil
    case .region(let formula, _):
      return formula.weights == .mean && inputs[0].extent == .infinite ? inputs[0].color(over: .infinite) : nil
    case .formula(let formula, let arguments, _):
      if formula.takesPosition { return nil }
      var colors: [SIMD4<Float>] = []
      for input in inputs {
        guard let color = input.color(over: extent) else { return nil }
        colors.append(color)
      }
      if arguments.contains(where: \.isSymbol) { return nil }
      let result = formula.body(arguments)(colors.map { Color(repeating: $0) }, Point(Lane(), Lane()))[0]
      return (0..<4).allSatisfy { result[$0].isFinite } ? result : nil
    case .empty, .source, .histogram, .matched, .intermediate, .symbol: return nil
    }
  }

  /// Returns the image with another extent. Pixels outside of it are clear.
  package func withExtent(_ newExtent: Extent) -> Node {
    if extent == newExtent { return self }
    if case .formula(let formula, _, _) = op, formula.isSame,
      extent.intersection(newExtent) == newExtent || extent.intersection(inputs[0].extent) == inputs[0].extent
    {
      return inputs[0].withExtent(newExtent)
    }
    if extent.intersection(newExtent) == newExtent { return cropped(to: newExtent) }
    return Node(.formula(.same, [], .stated(newExtent)), [self])
  }
}
