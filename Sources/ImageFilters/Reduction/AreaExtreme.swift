import ImageGraph

/// How the largest or smallest of many pixels is found: level by level, a strip at a time.
enum AreaExtreme {
  private static let stripLength = 64

  /// `area` of the image as one pixel at the origin.
  ///
  /// - Parameter strips: a step that makes one pixel of `length` along an axis.
  static func image(
    _ image: Node, _ area: UserRect, _ strips: (_ image: Node, _ axis: Axis, _ length: Int32) -> Node
  ) -> Node {
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    var size = SIMD2(Int(area.width), Int(area.height))
    for (index, axis) in [(1, Axis.vertical), (0, .horizontal)] {
      while size[index] > 1 {
        let whole = UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y))
        size[index] = (size[index] + stripLength - 1) / stripLength
        // The last strip reaches beyond the pixels, where the edge repeats: clear ones would count.
        result = strips(result.clamped(to: whole), axis, Int32(stripLength))
          .cropped(to: UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y)))
      }
    }
    return result
  }

  /// The Swift twin of a strip.
  static func strip(
    _ read: RegionFormula.Read, _ at: SIMD2<Float>, _ axis: Axis, _ length: Int32,
    _ choose: (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) -> SIMD4<Float> {
    let axis = axis.vector
    let along = at.x * axis.x + at.y * axis.y
    let first = at + axis * ((along - 0.5) * Float(length) + 0.5 - along)
    var result = read(0, first)
    for step in stride(from: Float(1), to: Float(length), by: 1) {
      result = choose(result, read(0, first + axis * step))
    }
    return result
  }
}
