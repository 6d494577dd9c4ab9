import ImageGraph
import ImagePlanes

/// How chroma's plane lies over the pixels of a picture, y up, and what reads it.
///
/// A number of chroma stands for one or two pixels along each axis, top and left first; the last one of an odd size
/// reaches beyond the picture.
struct ChromaPlacement {
  let quality: ChromaQuality
  private let site: ChromaSite
  private let shrink: (columns: Int, rows: Int)
  private let height: Int

  init(_ quality: ChromaQuality, _ site: ChromaSite, _ layout: PixelLayout, height: Int) {
    (self.quality, self.site, self.height) = (quality, site, height)
    shrink = layout.chromaShrink
  }

  /// Rows that chroma has more than the picture's pixels, as pixels: 1 for an odd height, else 0.
  private var excess: Double { Double((shrink.rows - height % shrink.rows) % shrink.rows) }

  /// From chroma's plane to the picture's, numbers lying over the pixels that they stand for.
  private var map: AffineMap {
    AffineMap.scale(Double(shrink.columns), Double(shrink.rows)).followed(by: .translation(0, -excess))
  }

  /// Chroma for every pixel; edges are repeated. Values are mixed as they are stored.
  func up(_ chroma: Node) -> Node {
    let edged = chroma.clampedToExtent
    guard shrink.columns > 1 || shrink.rows > 1 else { return edged }
    guard quality != .video else { return edged.transformed(by: map, reading: .nearest)! }
    func step(_ place: ChromaSite.Place, _ shrink: Int) -> Double {
      guard shrink > 1 else { return 0 }
      return switch place {
      case .first: -0.5
      case .between: 0
      case .second: 0.5
      }
    }
    let moved = map.followed(by: .translation(step(site.column, shrink.columns), -step(site.row, shrink.rows)))
    return edged.transformed(by: moved, reading: .bilinear)!
  }

  /// Chroma's plane made of values for every pixel.
  ///
  /// Each mean of `ChromaFilter` is one of a few readings between two pixels: a reading at the right place weights its
  /// neighbours as the filter does.
  func down(_ values: Node) -> Node {
    guard shrink.columns > 1 || shrink.rows > 1 else { return values }
    let columns = readings(ChromaFilter(quality, shrink: shrink.columns, place: site.column))
    let rows = readings(ChromaFilter(quality, shrink: shrink.rows, place: site.row))
    let parts = rows.flatMap { row in
      columns.map { column in
        let moved = AffineMap.translation(-column, row).followed(by: map.inverse!)
        return values.transformed(by: moved, reading: .bilinear)!
      }
    }
    return mean(parts)
  }

  /// Where to read along an axis, counted from the middle of what a number of chroma stands for; all count the same.
  private func readings(_ filter: ChromaFilter) -> [Double] {
    let taps = filter.down
    let middle = Double(filter.shrink) / 2
    func place(_ first: (pixel: Int, weight: Double), _ second: (pixel: Int, weight: Double)) -> Double {
      let sum = first.weight + second.weight
      return ((Double(first.pixel) + 0.5) * first.weight + (Double(second.pixel) + 0.5) * second.weight) / sum - middle
    }
    switch taps.count {
    case 1: return [0]
    case 2: return [place(taps[0], taps[1])]
    case 3:
      let half = (taps[1].pixel, taps[1].weight / 2)
      return [place(taps[0], half), place(half, taps[2])]
    default: return [place(taps[0], taps[1]), place(taps[2], taps[3])]
    }
  }

  private func mean(_ parts: [Node]) -> Node {
    guard parts.count > 1 else { return parts[0] }
    let half = parts.count / 2
    return .combined(
      [mean(Array(parts[..<half])), mean(Array(parts[half...]))], by: PlaneFormulas.mean, extent: .union)
  }
}
