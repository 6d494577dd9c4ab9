import ImageGraph
import ImagePrograms
import PixelFormats

/// How chroma's plane lies over the pixels of an image, y up, and what reads it.
///
/// A number of chroma stands for one or two pixels along each axis, top and left first; the last one of an odd size
/// reaches beyond the image.
struct ChromaSiting {
  let quality: ChromaQuality
  private let site: ChromaSite
  private let shrink: (columns: Int, rows: Int)
  private let height: Int

  init(_ quality: ChromaQuality, _ site: ChromaSite, _ layout: PixelLayout, height: Int) {
    (self.quality, self.site, self.height) = (quality, site, height)
    shrink = layout.chromaShrink
  }

  /// Rows that chroma has more than the image's pixels, as pixels: 1 for an odd height, else 0.
  private var excess: Double { Double((shrink.rows - height % shrink.rows) % shrink.rows) }

  /// Chroma for every pixel; edges are repeated. Values are mixed as they are stored.
  func up(_ chroma: Node, by formula: RegionFormula = PlaneFormulas.expand) -> Node {
    expansions.reduce(chroma.clampedToExtent) { Node(.region(formula, $1), [$0]) }
  }

  /// What the steps up are told. Rows first: there are fewer numbers in them.
  var expansions: [[Argument]] {
    let isMixed: Float = quality == .video ? 0 : 1
    func step(_ place: ChromaSite.Place) -> Double {
      return switch place {
      case _ where quality == .video: 0
      case .first: -0.5
      case .between: 0
      case .second: 0.5
      }
    }
    func arguments(_ axis: Axis, _ moved: Double) -> [Argument] {
      [axis.argument, Float(moved).argument, isMixed.argument]
    }
    return (shrink.rows > 1 ? [arguments(.vertical, excess + step(site.row))] : [])
      + (shrink.columns > 1 ? [arguments(.horizontal, -step(site.column))] : [])
  }

  /// Chroma's plane made of values for every pixel.
  func down(_ values: Node) -> Node {
    var result = values
    if shrink.rows > 1 {
      // The first pixel of a pair is the upper one.
      let weights = weights(ChromaFilter(quality, shrink: shrink.rows, place: site.row))
      let upward = SIMD4(weights.w, weights.z, weights.y, weights.x)
      result = result.gathered(by: PlaneFormulas.reduce, Axis.vertical, Float(-excess), upward)
    }
    if shrink.columns > 1 {
      let weights = weights(ChromaFilter(quality, shrink: shrink.columns, place: site.column))
      result = result.gathered(by: PlaneFormulas.reduce, Axis.horizontal, 0 as Float, weights)
    }
    return result
  }

  /// How much each pixel of a row counts in a number of chroma: the one before its pair, the pair, the one behind.
  ///
  /// - Returns: nil where a number is not the mean of its rows.
  var across: SIMD4<Float>? {
    let mean = PlaneStore.mean
    guard shrink.rows == 1 || weights(ChromaFilter(quality, shrink: shrink.rows, place: site.row)) == mean else {
      return nil
    }
    return shrink.columns == 1 ? mean : weights(ChromaFilter(quality, shrink: shrink.columns, place: site.column))
  }

  /// Of the pixels from the one before a pair to the one behind it.
  private func weights(_ filter: ChromaFilter) -> SIMD4<Float> {
    var weights = SIMD4<Float>.zero
    for (pixel, weight) in filter.down { weights[pixel + 1] = Float(weight) }
    return weights
  }
}
