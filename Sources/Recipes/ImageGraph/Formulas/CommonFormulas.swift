/// The formulas of nodes that passes create. Some filters are one of them.
extension ColorFormula {
  /// Applies any `ColorRows`: the product of a recipe's linear steps. Premultiplied, linear light, not clamped.
  /// Shader: Color/LinearColor.glsl
  package static let linear = ColorFormula(
    "linearColor", rows: { (red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>) in ColorRows(red, green, blue) }
  ) { (color, red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>) in
    Color(color.dot(red), color.dot(green), color.dot(blue), color.alpha)
  }

  /// A constant colour at every position: premultiplied, in the working space.
  /// Shader: Generator/ConstantColorGenerator.glsl
  package static let constant = ColorFormula(generator: "constantColor") { (_, color: SIMD4<Float>) in
    Color(repeating: color)
  }

  /// Leaves every pixel unchanged. The step only states an extent. Programs omit it, so it has no shader.
  package static let same = ColorFormula("samePixels", keepsAlpha: true) { color in color }

  package var isSame: Bool { self === Self.same }
}

extension RegionFormula {
  /// A mean along an axis: pixel i is the mean of the `length` pixels from index i · length. Premultiplied, linear
  /// light.
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
  /// Leaves pixels unchanged; between pixel centres, gives bilinear means. An app's kernel reads this if it samples at
  /// points. The values are decoded above this step, so the means are of stored values. Programs read bilinear samples
  /// at any point here, so it has no shader. See `Node.isReadBetweenPixels`.
  package static let betweenPixels = WarpFormula(
    "betweenPixels", region: { output in output },
    // A bilinear sample outside of an image's edge includes edge pixels.
    extent: { input in input.outset(by: 1) }, reference: { at in at })
}

extension UserRect {
  /// Returns the rectangle scaled about the origin along an axis.
  package func scaled(along axis: Axis, by factor: Double) -> UserRect {
    let scale = 1 + SIMD2<Double>(axis.vector) * (factor - 1)
    return UserRect(min * scale, max * scale)
  }
}

extension Color {
  /// Returns the weighted sum of the components.
  package func dot(_ weights: SIMD4<Float>) -> Lane {
    red * weights.x + green * weights.y + blue * weights.z + alpha * weights.w
  }
}

extension SIMD4<Float>? {
  /// Whether the colour is transparent black.
  package var isClear: Bool { self == .some(.zero) }

  /// Whether alpha is 1.
  package var isOpaque: Bool { self?.w == 1 }
}
