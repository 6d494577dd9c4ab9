import ImageGraph
import PixelFormats

/// The position of the chroma plane over the pixels of an image, y up, and the steps that reduce pixels to it.
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

  /// Reduces values of every pixel to the chroma plane.
  func reduced(_ values: Node) -> Node {
    var result = values
    if subsampling.rows > 1 {
      // The first pixel of a pair is the upper one.
      let weights = ChromaFilter(quality, subsampling: subsampling.rows, position: site.row).downWeights
      let bottomUpWeights = SIMD4(weights.w, weights.z, weights.y, weights.x)
      result = result.gathered(by: PlaneFormulas.reduce, Axis.vertical, Float(-excess), bottomUpWeights)
    }
    if subsampling.columns > 1 {
      let weights = ChromaFilter(quality, subsampling: subsampling.columns, position: site.column).downWeights
      result = result.gathered(by: PlaneFormulas.reduce, Axis.horizontal, 0 as Float, weights)
    }
    return result
  }
}
