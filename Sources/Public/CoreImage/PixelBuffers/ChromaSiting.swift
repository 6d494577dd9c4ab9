import ImageGraph
import ImagePrograms
import PixelFormats

/// The position of the chroma plane over the pixels of an image, y up, and its resampling steps.
///
/// A chroma sample belongs to one or two pixels along each axis, starting from the top left. The last sample of an odd
/// size extends beyond the image.
struct ChromaSiting {
  let quality: ChromaQuality
  private let site: ChromaSite
  private let subsampling: (columns: Int, rows: Int)
  private let height: Int

  init(_ quality: ChromaQuality, _ site: ChromaSite, _ layout: PixelLayout, height: Int) {
    (self.quality, self.site, self.height) = (quality, site, height)
    subsampling = layout.chromaSubsampling
  }

  /// The rows by which chroma exceeds the image's height, in pixels: 1 for an odd height, else 0.
  private var excess: Double { Double((subsampling.rows - height % subsampling.rows) % subsampling.rows) }

  /// Expands chroma to every pixel; edges are repeated. Interpolates encoded values.
  func expanded(_ chroma: Node, by formula: RegionFormula = PlaneFormulas.expand) -> Node {
    expansions.reduce(chroma.clampedToExtent) { Node(.region(formula, $1), [$0]) }
  }

  /// The arguments of the expansion steps. Rows are first, since they have fewer samples.
  var expansions: [[Argument]] {
    let isMixed: Float = quality == .video ? 0 : 1
    func step(_ position: ChromaSite.Position) -> Double {
      return switch position {
      case _ where quality == .video: 0
      case .first: -0.5
      case .between: 0
      case .second: 0.5
      }
    }
    func arguments(_ axis: Axis, _ offset: Double) -> [Argument] {
      [axis.argument, Float(offset).argument, isMixed.argument]
    }
    return (subsampling.rows > 1 ? [arguments(.vertical, excess + step(site.row))] : [])
      + (subsampling.columns > 1 ? [arguments(.horizontal, -step(site.column))] : [])
  }

  /// Reduces values of every pixel to the chroma plane.
  func reduced(_ values: Node) -> Node {
    var result = values
    if subsampling.rows > 1 {
      // The first pixel of a pair is the upper one.
      let weights = weights(ChromaFilter(quality, subsampling: subsampling.rows, position: site.row))
      let bottomUpWeights = SIMD4(weights.w, weights.z, weights.y, weights.x)
      result = result.gathered(by: PlaneFormulas.reduce, Axis.vertical, Float(-excess), bottomUpWeights)
    }
    if subsampling.columns > 1 {
      let weights = weights(ChromaFilter(quality, subsampling: subsampling.columns, position: site.column))
      result = result.gathered(by: PlaneFormulas.reduce, Axis.horizontal, 0 as Float, weights)
    }
    return result
  }

  /// The weights of a row's pixels in a chroma sample: the pixel before its pair, the pair, the pixel after it.
  ///
  /// - Returns: nil if a sample is not the mean of its rows.
  var across: SIMD4<Float>? {
    let mean = PlaneStore.mean
    guard
      subsampling.rows == 1 || weights(ChromaFilter(quality, subsampling: subsampling.rows, position: site.row)) == mean
    else {
      return nil
    }
    return subsampling.columns == 1
      ? mean : weights(ChromaFilter(quality, subsampling: subsampling.columns, position: site.column))
  }

  /// Returns the weights from the pixel before a pair to the pixel after it.
  private func weights(_ filter: ChromaFilter) -> SIMD4<Float> {
    var weights = SIMD4<Float>.zero
    for (pixel, weight) in filter.down { weights[pixel + 1] = Float(weight) }
    return weights
  }
}
