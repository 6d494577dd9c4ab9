/// Formulas that passes make nodes of; some filters are one of them.
extension ColorFormula {
  /// Any `ColorRows` as a step: what a recipe's linear steps become when they are multiplied.
  /// Premultiplied, linear light, nothing is clamped. Shader: Color/LinearColor.glsl
  package static let linear = ColorFormula(
    "linearColor", rows: { (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>) in ColorRows(red, green, blue) }
  ) { (color, red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>) in
    Color(color.dot(red), color.dot(green), color.dot(blue), color.alpha)
  }

  /// One colour everywhere: premultiplied, working space, whatever the position. Shader:
  /// Generator/ConstantColorGenerator.glsl
  package static let constant = ColorFormula(generator: "constantColor") { (_, color: SIMD4<Float>) in
    Color(repeating: color)
  }

  /// Every pixel as it is: a step that only says how far an image reaches. Programs leave it out, so it has no shader.
  package static let same = ColorFormula("samePixels", keepsAlpha: true) { color in color }

  package var isSame: Bool { self === Self.same }
}

extension RegionFormula {
  /// One axis: pixel i is the mean of the `length` pixels that begin at i length. Premultiplied, linear light.
  /// Shader: GeometryAdjustment/BlockMean.glsl
  package static let blockMean = RegionFormula(
    "blockMean", weights: .mean,
    taps: { (_: Axis, length: Int32) in Double(length) },
    region: { (output, axis: Axis, length: Int32) in output.scaled(along: axis, by: Double(length)) },
    extent: { (input, axis: Axis, length: Int32) in input.scaled(along: axis, by: 1 / Double(length)).pixels },
    reference: { (read, at, axis: Axis, length: Int32) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let first = at + axis * ((along - 0.5) * Float(length) + 0.5 - along)
      var sum = SIMD4<Float>.zero
      for step in stride(from: Float(0), to: Float(length), by: 1) { sum += read(0, first + axis * step) }
      return sum / Float(length)
    })
}

extension WarpFormula {
  /// Every pixel as it is, and between pixels means of four: what a kernel of an app reads where it samples at points.
  /// An image's values become light above it, so these are means of stored values. Programs read there bilinear, at
  /// any point, so it has no shader. See `Node.isReadBetweenPixels`.
  package static let betweenPixels = WarpFormula(
    "betweenPixels", region: { output in output },
    // A point beside an image's edge is half of it.
    extent: { input in input.outset(by: 1) }, reference: { at in at })
}

extension UserRect {
  /// Scaled about the origin along an axis.
  package func scaled(along axis: Axis, by factor: Double) -> UserRect {
    let scale = 1 + SIMD2<Double>(axis.vector) * (factor - 1)
    return UserRect(min * scale, max * scale)
  }
}

extension Color {
  /// The sum of the components, each times its weight.
  package func dot(_ weights: SIMD4<Float>) -> Lane {
    red * weights.x + green * weights.y + blue * weights.z + alpha * weights.w
  }
}

extension SIMD4<Float>? {
  /// True for transparent black.
  package var isClear: Bool { self == .some(.zero) }

  /// True when alpha is 1.
  package var isOpaque: Bool { self?.w == 1 }
}
