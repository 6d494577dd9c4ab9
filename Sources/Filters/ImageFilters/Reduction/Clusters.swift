/// Sums over the pixels nearest to each colour of a palette, shared by CIKMeans and CIPaletteCentroid.
///
/// Images larger than `most` pixels along a side are sampled on a grid of every second, third … pixel.
package enum Clusters {
  /// The largest number of sampled pixels along a side.
  static let most = 512.0

  /// Returns the sampled pixels, from the origin on, their distance in pixels, and their number along both axes.
  static func samples(of image: Node, _ area: UserRect, most: Double) -> (node: Node, step: Float, size: SIMD2<Float>) {
    let step = (area.size.max() / most).rounded(.up)
    let size = (area.size / step).rounded(.up)
    let moved = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) ?? .empty
    return (moved.gathered(by: grid, Float(step), SIMD2<Float>(size)), Float(step), SIMD2<Float>(size))
  }

  /// Pixel i is the middle one of `step` x `step` pixels, in 32-bit floats. Shader: Reduction/Clusters.glsl
  package static let grid = RegionFormula(
    "gridSamples", inputs: 1, needsFloat: true,
    taps: { (_: Float, _: SIMD2<Float>) in 1 },
    region: { (_: Int, output, step: Float, _: SIMD2<Float>) in
      UserRect(output.min * Double(step), output.max * Double(step))
    },
    extent: { (_, _: Float, size: SIMD2<Float>) in
      Extent(UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y)))
    },
    reference: { (read, at, step: Float, _: SIMD2<Float>) in
      let middle = (step / 2).rounded(.down) + 0.5
      return read(0, SIMD2(at.x.rounded(.down), at.y.rounded(.down)) * step + middle)
    })

  /// Pixel (x, k) is the sum of those of the `height` pixels in column x of input 0 whose cluster index in input 1 is
  /// k. Premultiplied, so that pixels are weighted by their alpha. Shader: Reduction/Clusters.glsl
  package static let columns = RegionFormula(
    "clusterColumns", inputs: 2, needsFloat: true,
    taps: { (height: Int32, _: Int32) in Double(height) },
    region: { (_: Int, output, height: Int32, _: Int32) in
      UserRect(x: output.min.x, y: 0, width: output.width, height: Double(height))
    },
    extent: { (inputs, _: Int32, count: Int32) in
      inputs[0].map { UserRect(x: 0, y: 0, width: $0.width, height: Double(count)) }
    },
    reference: { (read, at, height: Int32, _: Int32) in
      sum(read, at, height) { read(0, $0) }
    })

  /// As ``columns``, with the coordinates instead of the colours: x alpha, y alpha, 0, alpha. Shader:
  /// Reduction/Clusters.glsl
  package static let positions = RegionFormula(
    "clusterPositions", inputs: 2, needsFloat: true,
    taps: { (height: Int32, _: Int32) in Double(height) },
    region: { (_: Int, output, height: Int32, _: Int32) in
      UserRect(x: output.min.x, y: 0, width: output.width, height: Double(height))
    },
    extent: { (inputs, _: Int32, count: Int32) in
      inputs[0].map { UserRect(x: 0, y: 0, width: $0.width, height: Double(count)) }
    },
    reference: { (read, at, height: Int32, _: Int32) in
      sum(read, at, height) { SIMD4($0.x, $0.y, 0, 1) * read(0, $0).w }
    })

  private static func sum(
    _ read: RegionFormula.Read, _ at: SIMD2<Float>, _ height: Int32, _ value: (SIMD2<Float>) -> SIMD4<Float>
  ) -> SIMD4<Float> {
    let number = at.y.rounded(.down)
    var sum = SIMD4<Float>.zero
    for y in stride(from: Float(0.5), to: Float(height), by: 1) where read(1, [at.x, y]).x == number {
      sum += value([at.x, y])
    }
    return sum
  }

  /// Pixel k is the sum of row k of input 0, `width` pixels, over its alpha; its own alpha is that sum's times `scale`.
  /// If alpha is 0, it is pixel k of input 1, with alpha 0. Shader: Reduction/Clusters.glsl
  package static let means = RegionFormula(
    "clusterMeans", inputs: 2, needsFloat: true,
    taps: { (width: Int32, _: Float) in Double(width) },
    region: { (input, output, width: Int32, _: Float) in
      input == 0 ? UserRect(x: 0, y: output.min.x, width: Double(width), height: output.width) : output
    },
    extent: { (inputs, _: Int32, _: Float) in
      inputs[0].map { UserRect(x: 0, y: 0, width: $0.height, height: 1) }
    },
    reference: { (read, at, width: Int32, scale: Float) in
      var sum = SIMD4<Float>.zero
      for x in stride(from: Float(0.5), to: Float(width), by: 1) { sum += read(0, [x, at.x]) }
      var mean = sum.w > 0 ? sum / sum.w : read(1, at)
      mean.w = sum.w > 0 ? sum.w * scale : 0
      return mean
    })

  /// In each column of input 0, `height` pixels, the straight colour that is farthest from all `count` colours of input
  /// 1. Its alpha is the squared distance, negative if all pixels are clear. Shader: Reduction/Clusters.glsl
  package static let farthest = RegionFormula(
    "clusterFarthest", inputs: 2, needsFloat: true,
    taps: { (height: Int32, count: Int32) in Double(height * count) },
    region: { (input, output, height: Int32, count: Int32) in
      input == 0
        ? UserRect(x: output.min.x, y: 0, width: output.width, height: Double(height))
        : UserRect(x: 0, y: 0, width: Double(count), height: 1)
    },
    extent: { (inputs, _: Int32, _: Int32) in
      inputs[0].map { UserRect(x: 0, y: 0, width: $0.width, height: 1) }
    },
    reference: { (read, at, height: Int32, count: Int32) in
      var best = SIMD4<Float>(0, 0, 0, -1)
      for y in stride(from: Float(0.5), to: Float(height), by: 1) {
        let color = read(0, [at.x, y])
        let straight = color.w > 0 ? color * (1 / color.w) : .zero
        var least = Palette.distance(straight, read(1, [0.5, 0.5]))
        for number in stride(from: Float(1), to: Float(count), by: 1) {
          let far = Palette.distance(straight, read(1, [number + 0.5, 0.5]))
          if far < least { least = far }
        }
        if color.w > 0, least * Palette.nearly > best.w { best = SIMD4(straight.x, straight.y, straight.z, least) }
      }
      return best
    })

  /// Input 1, `count` pixels, followed by the pixel of input 0's row of `width` whose alpha is the largest; opaque.
  /// Shader: Reduction/Clusters.glsl
  package static let appended = RegionFormula(
    "clusterAppended", inputs: 2, needsFloat: true,
    taps: { (_: Int32, width: Int32) in Double(width) },
    region: { (input, output, _: Int32, width: Int32) in
      input == 0 ? UserRect(x: 0, y: 0, width: Double(width), height: 1) : output
    },
    extent: { (_, count: Int32, _: Int32) in
      .finite(UserRect(x: 0, y: 0, width: Double(count) + 1, height: 1))
    },
    reference: { (read, at, count: Int32, width: Int32) in
      if at.x < Float(count) { return read(1, at) }
      var best = read(0, [0.5, 0.5])
      for x in stride(from: Float(1.5), to: Float(width), by: 1) {
        let other = read(0, [x, 0.5])
        if other.w * Palette.nearly > best.w { best = other }
      }
      best.w = 1
      return best
    })
}
