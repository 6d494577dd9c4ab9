/// CIKMeans: the dominant colours of a rectangle, as a palette.
///
/// Formula: n(p) = argmin_k |c(p) - m_k|, m_k′ = {sum_{n(p) = k} c(p)}/{sum_{n(p) = k} α(p)}
///
/// Source: S. Lloyd, "Least squares quantization in PCM" (1982); the initial colours, and storing each cluster's
/// fraction in alpha, are our own choices.
package enum KMeans {
  static let inputMeans = Parameter<Node>("inputMeans", property: "inputMeans", type: .image, isOptional: true)
  static let count = Parameter<Int>("inputCount", type: .count, default: 8, min: 0, max: 128, identity: 0)
  static let passes = Parameter<Float>("inputPasses", type: .count, default: 5, min: 0, max: 20, identity: 0)

  static let filter = Filter(
    "CIKMeans", summary: "Palette of the commonest colours by k-means.", categories: .extended(.reduction),
    since: "macOS 10.15 / iOS 13 / tvOS 13",
    parameters: [.inputImage, .extent, inputMeans, count, passes, .perceptual],
    formulas: [
      .region(Clusters.means), .region(Clusters.columns), .region(Clusters.farthest), .region(Clusters.appended),
      .region(Clusters.grid), .region(Palette.nearestIndex),
    ]
  ) { (inputs) throws(RenderError) in
    let filter = "CIKMeans"
    let (passes, isPerceptual) = (inputs[passes], inputs[.perceptual])
    guard let rounds = Int(exactly: passes.rounded()), (0...20).contains(rounds) else {
      throw .invalidArgument("\(filter): inputPasses is \(passes); give 0 to 20")
    }
    let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: filter)
    let image = Palette.compared(inputs.image, perceptual: isPerceptual)
    let (samples, _, size) = Clusters.samples(of: image, area, most: Clusters.most)
    var (means, count) = (Node.empty, inputs[count])
    if let initial = inputs.optional(inputMeans) {
      (means, count) = try Palette.row(of: initial, key: "inputMeans", filter: filter, perceptual: isPerceptual)
    }
    guard (1...128).contains(count) else {
      throw .invalidArgument(
        "\(filter): inputCount, or the width of inputMeans, must be between 1 and 128 (got \(count))")
    }
    if inputs.optional(inputMeans) == nil { means = seeds(image, area, count) }
    for _ in 0..<rounds {
      let numbers = Node.gathered([samples, means], by: Palette.nearestIndex, Int32(count))
      let columns = Node.gathered([samples, numbers], by: Clusters.columns, Int32(size.y), Int32(count))
      means = Node.gathered(
        [columns, means], by: Clusters.means, Int32(size.x), 1 / (size.x * size.y))
    }
    return isPerceptual ? means.mapped(by: ColorConversions.linearFromSRGB) : means
  }

  /// Returns the initial colours: the mean of all, then repeatedly the colour farthest from the previous ones.
  ///
  /// Source: T. Gonzalez, "Clustering to minimize the maximum intercluster distance" (1985). Uses pixels on a grid of
  /// 64 x 64. Small areas of a distinct colour thus get a mean, which random seeds would miss.
  private static func seeds(_ image: Node, _ area: UserRect, _ count: Int) -> Node {
    let (samples, _, size) = Clusters.samples(of: image, area, most: 64)
    var seeds = AreaAverage.mean(of: samples, UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y)))
      .mapped(by: ColorConversions.unpremultiply).mapped(by: ColorConversions.opaque)
      .gathered(by: Clusters.grid, Float(1), SIMD2<Float>(1, 1))
    for seedCount in 1..<max(count, 1) {
      let columns = Node.gathered([samples, seeds], by: Clusters.farthest, Int32(size.y), Int32(seedCount))
      seeds = Node.gathered([columns, seeds], by: Clusters.appended, Int32(seedCount), Int32(size.x))
    }
    return seeds
  }
}
