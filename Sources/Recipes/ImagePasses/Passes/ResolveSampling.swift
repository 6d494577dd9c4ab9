import ImageGraph

/// A pass that resolves the sampling of every map: nearest, or linear, with means of whole pixels first if linear
/// sampling would skip pixels.
///
/// It defines the result of a recipe, so the reference runs it as well.
package let resolveSampling = Pass("resolveSampling") { root, options throws(RenderError) in
  guard root.kinds.contains(.affine) else { return root }
  return try root.rewritten { node throws(RenderError) -> Node in
    guard case .affine(let map, let sampling) = node.op else { return node }
    switch sampling {
    case .nearest: return node
    case .linear: return options.highQualityDownsample ? node.reduced(map) : node
    case .bilinear: return Node(.affine(map, .linear), node.inputs)
    case .area: return node.reduced(map)
    // `Node.transformed` never creates this case. The resolution follows its definition.
    case .crisp: return Node(.affine(map, map.enlarges ? .nearest : .linear), node.inputs)
    }
  }
}

/// The maximum length of a mean in one step. Longer means are computed in several steps, to bound the number of
/// additions for a pixel.
private let maximumBlock = 16

extension Node {
  /// Returns this affine node with means of k x l pixels below it, if it shrinks to 1/k and 1/l or less.
  ///
  /// The blocks begin at the pixel that is mapped to the origin, so a map that only shrinks by integers becomes its
  /// means. The remaining map shrinks to more than half. Pixels outside of the image are clear, and are part of the
  /// means.
  fileprivate func reduced(_ map: AffineMap) -> Node {
    let plain = Node(.affine(map, .linear), inputs)
    let (horizontal, vertical) = (
      blockLengths(for: (map.a * map.a + map.b * map.b).squareRoot()),
      blockLengths(for: (map.c * map.c + map.d * map.d).squareRoot())
    )
    guard !(horizontal.isEmpty && vertical.isEmpty), let inverse = map.inverse else { return plain }

    let size = SIMD2(horizontal.reduce(1) { $0 * Double($1) }, vertical.reduce(1) { $0 * Double($1) })
    let origin = inverse.apply([0, 0]).rounded(.toNearestOrEven)
    let start = origin - (origin / size).rounded(.down) * size
    var result = Node(.affine(.translation(-start.x, -start.y), .linear), inputs)
    // Columns first, which are faster to read.
    for (axis, blocks) in [(Axis.vertical, vertical), (.horizontal, horizontal)] {
      for block in blocks { result = result.gathered(by: .blockMean, axis, Int32(block)) }
    }
    let remaining = AffineMap.scale(size.x, size.y).followed(by: .translation(start.x, start.y)).followed(by: map)
    return Node(.affine(remaining.snapped, .linear), [result]).withExtent(extent)
  }
}

/// Returns the lengths of consecutive means after which the remaining scale is above one half and at most 1.
private func blockLengths(for scale: Double) -> [Int] {
  var (scale, lengths) = (scale, [Int]())
  // At a smaller scale, less than a pixel of the largest image remains.
  while scale <= 0.5 + 1e-9, scale > 1e-8 {
    let length = min(Int(1 / scale + 1e-6), maximumBlock)
    lengths.append(length)
    scale *= Double(length)
  }
  return lengths
}

extension AffineMap {
  /// The map with coefficients rounded to integers if they differ only by rounding, so that translations by whole
  /// pixels are recognized.
  fileprivate var snapped: AffineMap {
    func snap(_ value: Double) -> Double { abs(value - value.rounded()) < 1e-9 ? value.rounded() : value }
    return AffineMap(a: snap(a), b: snap(b), c: snap(c), d: snap(d), tx: snap(tx), ty: snap(ty))
  }
}
