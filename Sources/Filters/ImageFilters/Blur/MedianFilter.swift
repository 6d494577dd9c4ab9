/// CIMedianFilter: the median of the 3 × 3 neighbourhood, for each component.
///
/// Formula: c′(p) = median { c(p + (i, j)) : i, j = -1, 0, 1 }
package enum MedianFilter {
  static let filter = Filter(
    "CIMedianFilter", displayName: "Median", summary: "Median of three by three pixels.", categories: .extended(.blur),
    since: "macOS 10.4 / iOS 9 / tvOS 9", builtin: "CIMedian", parameters: [.inputImage], formulas: [.region(formula)]
  ) { inputs in
    inputs.image.gathered(by: formula)
  }

  /// The fifth of nine sorted values of each component; premultiplied, linear light. The extent is unchanged.
  /// Shader: Blur/MedianFilter.glsl
  ///
  /// Source: Tukey 1977; three by three for each component is measured.
  package static let formula = RegionFormula(
    "medianFilter",
    taps: { 9 },
    region: { output in output.outset(by: 1) },
    extent: { input in input },
    reference: { (read, at) in
      var values: [SIMD4<Float>] = []
      for y in -1...1 { for x in -1...1 { values.append(read(0, at + SIMD2(Float(x), Float(y)))) } }
      var median = SIMD4<Float>.zero
      for component in 0..<4 { median[component] = values.map { $0[component] }.sorted()[4] }
      return median
    })
}
