/// How chroma is brought to every pixel, and back.
package enum ChromaQuality: Hashable, Sendable, CaseIterable {
  /// Linear between neighbours, and back by a triangle of twice the width: what scaling by bilinear filters gives. For
  /// images, and when the size changes.
  case exact
  /// Each pixel takes its group's chroma, and the group gets their mean: there and back is exact. For colour chains
  /// from planes to planes of the same size and siting.
  case video
  /// Linear between neighbours, and back by the mean of the two pixels of a pair where chroma lies between them, or
  /// ¼ ½ ¼ where it lies on one of them. For blurs, warps, scaling.
  case smooth
}

/// What chroma along one axis is made of.
package struct ChromaFilter: Hashable, Sendable {
  package let quality: ChromaQuality
  /// Pixels for each number of chroma: 1 or 2. With 1 nothing is filtered.
  package let shrink: Int
  package let place: ChromaSite.Place

  package init(_ quality: ChromaQuality, shrink: Int, place: ChromaSite.Place) {
    (self.quality, self.shrink, self.place) = (quality, shrink, place)
  }

  /// The two numbers of chroma that a pixel takes from: `index` and the next one, and the next one's weight. Both may
  /// lie outside, where the edge is repeated.
  ///
  /// Pixel i has its centre at i + ½; in pairs that is i/2 + ¼, and chroma's own centres are at +¼, +½ or +¾ of a pair.
  package func up(_ pixel: Int) -> (index: Int, nextWeight: Double) {
    guard shrink == 2 else { return (pixel, 0) }
    let (pair, isSecond) = (pixel >> 1, pixel & 1 == 1)
    if quality == .video { return (pair, 0) }
    return switch place {
    case .first: (pair, isSecond ? 0.5 : 0)
    case .between: isSecond ? (pair, 0.25) : (pair - 1, 0.75)
    case .second: isSecond ? (pair, 0) : (pair - 1, 0.5)
    }
  }

  /// What a number of chroma is the mean of: pixels counted from the first one of its pair, and their weights. Pixels
  /// may lie outside, where the edge is repeated.
  package var down: [(pixel: Int, weight: Double)] {
    guard shrink == 2 else { return [(0, 1)] }
    return switch (quality, place) {
    case (.video, _), (.smooth, .between): [(0, 0.5), (1, 0.5)]
    case (.exact, .between): [(-1, 0.125), (0, 0.375), (1, 0.375), (2, 0.125)]
    case (_, .first): [(-1, 0.25), (0, 0.5), (1, 0.25)]
    case (_, .second): [(0, 0.25), (1, 0.5), (2, 0.25)]
    }
  }
}
