/// CIPixellate: a mosaic of square cells, each of the mean colour of its pixels.
///
/// Formula: c′(p) = {1}/{n} sum_{q ∈ cell(p)} c(q)
package enum Pixellate {
  static let scale = Parameter<Float>("inputScale", type: .distance, default: 8, min: 1, slider: 1...100)

  static let filter = Filter(
    "CIPixellate", displayName: "Pixelate", summary: "Square mosaic.", categories: .extended(.stylize),
    since: "macOS 10.4 / iOS 6 / tvOS 6", parameters: [.inputImage, .center, scale], formulas: [.region(pass)]
  ) { (inputs) throws(RenderError) in
    let (image, center) = (inputs.image, inputs[.center])
    let size = max(inputs[scale], 1)
    guard size.isFinite, center.x.isFinite, center.y.isFinite else {
      throw .invalidArgument("CIPixellate: inputScale and inputCenter must be finite")
    }
    // Beyond the image there is nothing to add up, however large the cells are.
    let (low, high) = image.extent.rect.map { ($0.pixels.min, $0.pixels.max) } ?? ([-1e9, -1e9], [1e9, 1e9])
    let cells =
      image
      .gathered(by: pass, Axis.horizontal, size, Float(center.x), SIMD2(Float(low.x), Float(high.x)))
      .gathered(by: pass, Axis.vertical, size, Float(center.y), SIMD2(Float(low.y), Float(high.y)))
    let place = AffineMap.scale(Double(size), Double(size)).followed(by: .translation(center.x, center.y))
    return cells.sampled(.nearest).transformed(by: place) ?? .empty
  }

  /// One axis: pixel i of the result is the mean of the pixels whose centres lie in i size ... (i + 1) size from
  /// `origin`; those outside of `bounds` are clear and are not read. Premultiplied, linear light. Shader:
  /// Stylize/Pixellate.glsl
  ///
  /// Source: our own definition: a corner of a cell lies on the centre, and clear pixels count.
  package static let pass = RegionFormula(
    "pixellatePass", weights: .linear,
    taps: { (_: Axis, size: Float, _: Float, _: SIMD2<Float>) in Double(size) },
    region: { (output, axis: Axis, size: Float, origin: Float, _: SIMD2<Float>) in
      let shift = SIMD2<Double>(axis.vector) * Double(origin)
      return output.scaled(along: axis, by: Double(size)).offset(by: shift).outset(by: SIMD2<Double>(axis.vector))
    },
    extent: { (input, axis: Axis, size: Float, origin: Float, _: SIMD2<Float>) in
      let shift = SIMD2<Double>(axis.vector) * Double(origin)
      return input.offset(by: -shift).scaled(along: axis, by: 1 / Double(size)).pixels
    },
    reference: { (read, at, axis: Axis, size: Float, origin: Float, bounds: SIMD2<Float>) in
      let axis = axis.vector
      let along = at.x * axis.x + at.y * axis.y
      let low = origin + along.rounded(.down) * size
      let first = (low - 0.5).rounded(.up)
      let end = (low + size - 0.5).rounded(.up)
      var sum = SIMD4<Float>.zero
      for x in stride(from: max(first, bounds.x), to: min(end, bounds.y), by: 1) {
        sum += read(0, at + axis * (x + 0.5 - along))
      }
      return sum / (end - first)
    })
}
