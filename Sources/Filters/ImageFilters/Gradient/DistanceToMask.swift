/// The distances to the pixels of a mask, whose red is above 1/2, and to the pixels outside it.
package enum DistanceToMask {
  /// Returns the distances: the nearest mask pixel in the column, run by run, then the minimum over the columns to both
  /// sides.
  static func image(_ mask: Node, most: Float, isSigned: Bool, filter: String) throws(RenderError) -> Node {
    guard most.isFinite else {
      throw .invalidArgument("\(filter): inputMaximumDistance is \(most); give a number of pixels")
    }
    guard most <= greatest else {
      throw .limit(
        "\(filter): inputMaximumDistance in pixels", requested: UInt64(clamping: Int(exactly: most.rounded()) ?? .max),
        allowed: UInt64(greatest))
    }
    let most = max(most, 1e-6)
    // Inside the mask, distances count from its border pixels.
    let reach = (most + (isSigned ? 1 : 0)).rounded(.up)
    // As many runs as a run has pixels, which minimizes the number of reads.
    let length = (reach + 1).squareRoot().rounded(.up)
    return mask.gathered(by: runs, length).gathered(by: columns, reach, length)
      .gathered(by: rows, reach, most, isSigned ? 1 : 0 as Float)
  }

  /// The largest distance. Integers up to it are exact as half floats, in which the first pass is stored.
  private static let greatest: Float = 2000

  /// The distances in pixels within the column, upwards and downwards, to the nearest pixel of the mask, in red and
  /// green, and to the nearest pixel outside it, in blue and alpha. This pixel is 0; the value is `length` if there is
  /// none within it. Outside the extent there is no mask. Infinite. Shader: Gradient/DistanceToMask.glsl
  package static let runs = RegionFormula(
    "distanceRuns", inputs: 1,
    taps: { (length: Float) in Double(2 * length) },
    region: { (_, output, length: Float) in output.outset(by: [0, Double(length)]) },
    extent: { (_, _: Float) in .infinite },
    reference: { (read, at, length: Float) in
      var distances = SIMD4(repeating: length)
      for y in stride(from: length - 1, through: 0, by: -1) {
        let isAbove = read(0, at + SIMD2(0, y)).x > 0.5
        let isBelow = read(0, at - SIMD2(0, y)).x > 0.5
        distances[isAbove ? 0 : 2] = y
        distances[isBelow ? 1 : 3] = y
      }
      return distances
    })

  /// The distance in pixels, along the column, to the nearest pixel of the mask, in red, and to the nearest outside of
  /// it, in green; reach + 1 if there is none within `reach`. The input has runs of `length`. Infinite.
  /// Shader: Gradient/DistanceToMask.glsl
  ///
  /// Source: T. Saito and J. Toriwaki, New algorithms for Euclidean distance transformation, 1994.
  package static let columns = RegionFormula(
    "distanceColumns", inputs: 1,
    taps: { (reach: Float, length: Float) in Double(2 * (reach / length + 1)) },
    region: { (_, output, reach: Float, _: Float) in output.outset(by: [0, Double(reach)]) },
    extent: { (_, _: Float, _: Float) in .infinite },
    reference: { (read, at, reach: Float, length: Float) in
      var (inside, outside) = (reach + 1, reach + 1)
      for y in stride(from: 0, through: reach, by: length) {
        let (above, below) = (read(0, at + SIMD2(0, y)), read(0, at - SIMD2(0, y)))
        for (run, distances) in [(above.x, 0), (below.y, 0), (above.z, 1), (below.w, 1)] where run < length {
          if distances == 0 { inside = min(inside, y + run) } else { outside = min(outside, y + run) }
        }
      }
      return [inside, outside, 0, 1]
    })

  /// The distance to the mask, in pixels over `most`, at most 1; if `isSigned` is 1 and the pixel is in the mask, 1
  /// less than the distance to the outside, negative. Grey, alpha 1, infinite. Shader: Gradient/DistanceToMask.glsl
  package static let rows = RegionFormula(
    "distanceRows", inputs: 1,
    taps: { (reach: Float, _: Float, _: Float) in Double(2 * reach + 1) },
    region: { (_, output, reach: Float, _: Float, _: Float) in output.outset(by: [Double(reach), 0]) },
    extent: { (_, _: Float, _: Float, _: Float) in .infinite },
    reference: { (read, at, reach: Float, most: Float, isSigned: Float) in
      let far = (reach + 1) * (reach + 1)
      var (inside, outside) = (far, far)
      for x in stride(from: -reach, through: reach, by: 1) {
        let column = read(0, at + SIMD2(x, 0))
        inside = min(inside, x * x + column.x * column.x)
        outside = min(outside, x * x + column.y * column.y)
      }
      let near = min(inside.squareRoot() / most, 1)
      let deep = min((outside.squareRoot() - 1) / most, 1) * isSigned
      let value = inside > 0 ? near : -deep
      return [value, value, value, 1]
    })
}
