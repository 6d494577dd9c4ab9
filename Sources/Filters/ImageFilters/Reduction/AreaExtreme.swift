/// The largest or smallest of many pixels, found level by level, a strip at a time.
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

  /// `area` of the image as one pixel at the origin.
  ///
  /// - Parameter strips: a step that makes one pixel of `length` along an axis.
  static func image(_ image: Node, _ area: UserRect, by strips: RegionFormula) -> Node {
    guard var result = image.cropped(to: area).transformed(by: .translation(-area.min.x, -area.min.y)) else {
      return .empty
    }
    var size = SIMD2(Int(area.width), Int(area.height))
    for (index, axis) in [(1, Axis.vertical), (0, .horizontal)] {
      while size[index] > 1 {
        let whole = UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y))
        size[index] = (size[index] + stripLength - 1) / stripLength
        // The last strip reaches beyond the pixels, where the edge repeats: clear ones would count.
        result = result.clamped(to: whole).gathered(by: strips, axis, Int32(stripLength))
          .cropped(to: UserRect(x: 0, y: 0, width: Double(size.x), height: Double(size.y)))
      }
    }
    return result
  }
}

extension RegionFormula {
  /// Along the axis pixel i is what `choose` leaves of the `length` pixels that begin at i length.
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
