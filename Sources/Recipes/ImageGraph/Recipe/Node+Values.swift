/// What the values of parameters, and inputs of one colour, decide about a step.
extension Node {
  /// The number of the input that the result equals inside the node's extent; nil where it is none of them.
  ///
  /// Known from the step's formula, its arguments and which inputs have one colour, and from nothing else.
  package var chosenInput: Int? {
    switch op {
    case .formula(let formula, let arguments, _):
      // Whoever plans for any values has asked this before.
      if arguments.contains(where: \.isSymbol) { return nil }
      return formula.chosenInput({ inputs.map { $0.color(over: extent) } }, arguments)
    case .warp(let formula, let arguments, _): return formula.isIdentity(arguments) ? 0 : nil
    case .affine(let map, _): return map.isIdentity ? 0 : nil
    case .empty, .source, .crop, .clamp, .region, .histogram, .sampled, .matched, .intermediate, .symbol: return nil
    }
  }

  /// The colour that every pixel of `area` has; nil where there is not one, or it is not known without looking further.
  package func color(over area: Extent) -> SIMD4<Float>? {
    if extent.intersection(area) == .empty { return .zero }
    guard case .formula(let formula, let arguments, _) = op, formula === ColorFormula.constant,
      case .float4(let color) = arguments[0]
    else { return nil }
    let isInside = extent == .infinite || area.rect.map { extent.covers($0.pixels) } == true
    return isInside || color == .zero ? color : nil
  }

  /// The colour that the result has in all of its extent, where inputs of one colour make one; nil otherwise.
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

  /// The same pixels with another extent; outside of it clear.
  package func reaching(_ wanted: Extent) -> Node {
    if extent == wanted { return self }
    if case .formula(let formula, _, _) = op, formula.isSame,
      extent.intersection(wanted) == wanted || extent.intersection(inputs[0].extent) == inputs[0].extent
    {
      return inputs[0].reaching(wanted)
    }
    if extent.intersection(wanted) == wanted { return cropped(to: wanted) }
    return Node(.formula(.same, [], .stated(wanted)), [self])
  }
}
