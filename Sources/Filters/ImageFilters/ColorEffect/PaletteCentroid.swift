/// CIPaletteCentroid: the centroid of the pixels nearest to each colour of a palette.
///
/// Formula: (r′, g′)_k = {∑_{p ∈ k} a(p) p}/{∑_{p ∈ k} a(p)}
package enum PaletteCentroid {
  static let filter = Filter(
    "CIPaletteCentroid", summary: "Mean position of the pixels of each palette colour.",
    categories: .usual(.colorEffect), since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [.inputImage, .paletteImage, .perceptual],
    formulas: [.region(centroids), .region(Clusters.positions), .region(Clusters.grid), .region(Palette.nearestIndex)]
  ) { (inputs) throws(RenderError) in
    let filter = "CIPaletteCentroid"
    let isPerceptual = inputs[.perceptual]
    let palette = try Palette.row(
      of: inputs[.paletteImage], key: "inputPaletteImage", filter: filter, perceptual: isPerceptual)
    guard let extent = inputs.image.extent.rect else {
      throw .invalidArgument(
        "\(filter): the image is "
          + "\(inputs.image.extent == .empty ? "empty" : "infinite, so its pixels have no centroid; crop it first")"
      )
    }
    let area = try extent.wholePixels(of: "\(filter): the image")
    let samples = Clusters.samples(
      of: Palette.compared(inputs.image, perceptual: isPerceptual), area, most: Clusters.most)
    let numbers = Node.gathered([samples.node, palette.node], by: Palette.nearestIndex, Int32(palette.count))
    let columns = Node.gathered(
      [samples.node, numbers], by: Clusters.positions, Int32(samples.size.y), Int32(palette.count))
    return Node.gathered(
      [columns], by: centroids, Int32(samples.size.x), samples.step, SIMD2<Float>(area.min))
  }

  /// Pixel k is the centroid of the pixels of colour k: x as red and y as green, in the user plane, opaque. Row k of
  /// input 0 has `width` pixels with sums of x, y, 0 and weight, in units of `step` pixels from `origin`. Clear if
  /// colour k has no pixels. Shader: ColorEffect/PaletteCentroid.glsl
  ///
  /// Source: Core Image's filter reference; weighting pixels by their alpha is our own choice.
  package static let centroids = RegionFormula(
    "paletteCentroids", needsFloat: true,
    taps: { (width: Int32, _: Float, _: SIMD2<Float>) in Double(width) },
    region: { (output, width: Int32, _: Float, _: SIMD2<Float>) in
      UserRect(x: 0, y: output.min.x, width: Double(width), height: output.width)
    },
    extent: { (input, _: Int32, _: Float, _: SIMD2<Float>) in UserRect(x: 0, y: 0, width: input.height, height: 1) },
    reference: { (read, at, width: Int32, step: Float, origin: SIMD2<Float>) in
      var sum = SIMD4<Float>.zero
      for x in stride(from: Float(0.5), to: Float(width), by: 1) { sum += read(0, [x, at.x]) }
      guard sum.w > 0 else { return .zero }
      return [sum.x / sum.w * step + origin.x, sum.y / sum.w * step + origin.y, 0, 1]
    })
}
