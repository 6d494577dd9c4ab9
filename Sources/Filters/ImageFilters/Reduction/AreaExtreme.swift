/// A reduction to the largest or smallest pixel, computed level by level, a strip at a time.
struct AreaExtreme: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, strips: RegionFormula) {
    filter = Filter(
      name, summary: summary, categories: .extended(.reduction), since: "macOS 10.5 / iOS 9 / tvOS 9",
      parameters: [.inputImage, .extent], formulas: [.region(strips)]
    ) { (inputs) throws(RenderError) in
      let area = try AreaAverage.area(inputs[.extent], of: inputs.image, filter: name)
      return Self.image(inputs.image, area, by: strips)
    }
  }

  private static let stripLength = 64

  /// Returns the reduction of `area` to one pixel at the origin.
  ///
  /// - Parameter strips: a formula that reduces `length` pixels along an axis to one.
  static func image(_ image: Node, _ area: UserRect, by strips: RegionFormula) -> Node {
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    var size = SIMD2(Int(area.width), Int(area.height))
    for (index, axis) in [(1, Axis.vertical), (0, .horizontal)] {
      while size[index] > 1 {
        let whole = UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y))
        size[index] = (size[index] + stripLength - 1) / stripLength
        // The last strip extends beyond the pixels; there the edge is repeated, because clear pixels would change the
        // result.
        result = result.clamped(to: whole).gathered(by: strips, axis, Int32(stripLength))
          .cropped(to: UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y)))
      }
    }
    return result
  }
}

extension RegionFormula {
  /// Creates a formula whose pixel i along the axis is the reduction by `choose` of the `length` pixels from i length
  /// on.
  convenience init(strips name: String, _ choose: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) {
    self.init(
      name, needsFloat: true,
      taps: { (_: Axis, length: Int32) in Double(length) },
      region: { (output, axis: Axis, length: Int32) in output.scaled(along: axis, by: Double(length)) },
      extent: { (input, axis: Axis, length: Int32) in input.scaled(along: axis, by: 1 / Double(length)).pixels },
      reference: { (read, at, axis: Axis, length: Int32) in
        let axis = axis.vector
        let along = at.x * axis.x + at.y * axis.y
        let first = at + axis * ((along - 0.5) * Float(length) + 0.5 - along)
        var result = read(0, first)
        for step in stride(from: Float(1), to: Float(length), by: 1) {
          result = choose(result, read(0, first + axis * step))
        }
        return result
      })
  }
}
