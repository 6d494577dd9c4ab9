/// The resampling of chroma to every pixel, and back.
package enum ChromaQuality: Hashable, Sendable, CaseIterable {
  /// Linear interpolation, and back by a triangle of twice the width, like scaling with bilinear filters. For images,
  /// and when the size changes.
  case exact
  /// Each pixel takes its group's chroma, and the group gets the mean: the round trip is exact. For colour chains
  /// between planes of the same size and siting.
  case video
  /// Linear interpolation, and back by the mean of the two pixels of a pair if chroma is sited between them, or ¼ ½ ¼
  /// if it is sited on one of them. For blurs, warps, scaling.
  case smooth
}

/// The chroma filter along one axis.
package struct ChromaFilter: Hashable, Sendable {
  package let quality: ChromaQuality
  /// The number of pixels for each chroma sample: 1 or 2. With 1 nothing is filtered.
  package let subsampling: Int
  package let position: ChromaSite.Position

  package init(_ quality: ChromaQuality, subsampling: Int, position: ChromaSite.Position) {
    (self.quality, self.subsampling, self.position) = (quality, subsampling, position)
  }

  /// Returns the two chroma samples that a pixel is interpolated from: `index` and the next one, and the weight of the
  /// next one. Both may be outside, where the edge is repeated.
  ///
  /// Pixel i has its centre at i + ½; in pairs that is i/2 + ¼, and the centres of chroma are at +¼, +½ or +¾ of a
  /// pair.
  package func up(_ pixel: Int) -> (index: Int, nextWeight: Double) {
    guard subsampling == 2 else { return (pixel, 0) }
    let (pair, isSecond) = (pixel >> 1, pixel & 1 == 1)
    if quality == .video { return (pair, 0) }
    return switch position {
    case .first: (pair, isSecond ? 0.5 : 0)
    case .between: isSecond ? (pair, 0.25) : (pair - 1, 0.75)
    case .second: isSecond ? (pair, 0) : (pair - 1, 0.5)
    }
  }

  /// The pixels whose mean is a chroma sample, relative to the first one of its pair, and their weights. Pixels may be
  /// outside, where the edge is repeated.
  package var down: [(pixel: Int, weight: Double)] {
    guard subsampling == 2 else { return [(0, 1)] }
    return switch (quality, position) {
    case (.video, _), (.smooth, .between): [(0, 0.5), (1, 0.5)]
    case (.exact, .between): [(-1, 0.125), (0, 0.375), (1, 0.375), (2, 0.125)]
    case (_, .first): [(-1, 0.25), (0, 0.5), (1, 0.25)]
    case (_, .second): [(0, 0.25), (1, 0.5), (2, 0.25)]
    }
  }

  /// The weights of `down`, from the pixel before a pair to the pixel after it.
  package var downWeights: SIMD4<Float> {
    var weights = SIMD4<Float>.zero
    for (pixel, weight) in down { weights[pixel + 1] = Float(weight) }
    return weights
  }
}
