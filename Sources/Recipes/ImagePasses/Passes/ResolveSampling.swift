import ImageGraph

/// Says of every map what it does between pixel centres: nearest, or linear, with exact means of whole pixels before a
/// linear reading that would leave pixels out.
///
/// It is part of what a recipe means, so the reference runs it as well.
package let resolveSampling = Pass("resolveSampling") { root, options throws(RenderError) in
  guard root.kinds.contains(.affine) else { return root }
  return try root.rewritten { node throws(RenderError) -> Node in
    guard case .affine(let map, let sampling) = node.op else { return node }
    switch sampling {
    case .nearest: return node
    case .linear: return options.highQualityDownsample ? node.reduced(map) : node
    case .bilinear: return Node(.affine(map, .linear), node.inputs)
    case .area: return node.reduced(map)
    // Node.transformed never makes such a step; here it means what it says.
    case .crisp: return Node(.affine(map, map.enlarges ? .nearest : .linear), node.inputs)
    }
  }
}

/// Means of more pixels than this are made in several steps, so that no pixel of the device adds up too many.
private let longestMean = 16

extension Node {
  /// This node, an affine one, with means of k x l pixels below it where it shrinks to 1/k and 1/l or less.
  ///
  /// The blocks begin at the pixel that lands on the origin: so a map that only shrinks by whole numbers is their mean
  /// and nothing else. What is left of the map shrinks to more than half. Pixels outside of the image are clear, and
  /// count.
  fileprivate func reduced(_ map: AffineMap) -> Node {
    let plain = Node(.affine(map, .linear), inputs)
    let (horizontal, vertical) = (
      blocks(for: (map.a * map.a + map.b * map.b).squareRoot()),
      blocks(for: (map.c * map.c + map.d * map.d).squareRoot())
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
    let rest = AffineMap.scale(size.x, size.y).followed(by: .translation(start.x, start.y)).followed(by: map)
    return Node(.affine(rest.snapped, .linear), [result]).reaching(extent)
  }
}

/// The lengths of the means, one after the other, that leave more than half of `scale`, and not more than 1.
private func blocks(for scale: Double) -> [Int] {
  var (scale, blocks) = (scale, [Int]())
  // A smaller scale leaves less than a pixel of the largest image.
  while scale <= 0.5 + 1e-9, scale > 1e-8 {
    let length = min(Int(1 / scale + 1e-6), longestMean)
    blocks.append(length)
    scale *= Double(length)
  }
  return blocks
}

extension AffineMap {
  /// Numbers that differ from whole ones by rounding alone made whole, so that a step is known as one.
  fileprivate var snapped: AffineMap {
    func snap(_ value: Double) -> Double { abs(value - value.rounded()) < 1e-9 ? value.rounded() : value }
    return AffineMap(a: snap(a), b: snap(b), c: snap(c), d: snap(d), tx: snap(tx), ty: snap(ty))
  }
}
