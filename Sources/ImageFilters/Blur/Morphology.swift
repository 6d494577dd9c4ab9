/// The largest or smallest component of the pixels in a disc.
struct DiscMorphology: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, formula: RegionFormula) {
    let radius = Parameter<Float>("inputRadius", type: .distance, default: 0, slider: 0...50, identity: 0)
    filter = Filter(
      name, summary: summary, categories: .extended(.blur), since: "macOS 10.13 / iOS 11 / tvOS 11",
      parameters: [.inputImage, radius], formulas: [.region(formula)]
    ) { (inputs) throws(RenderError) in
      try Morphology.checked(name, Double(inputs[radius]))
      let reach = max(inputs[radius], 0).rounded(.down)
      return reach > 0 ? inputs.image.gathered(by: formula, reach) : inputs.image
    }
  }
}

/// The largest or smallest component of the pixels in a rectangle, one axis after the other.
struct RectangleMorphology: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, pass: RegionFormula) {
    let width = Parameter<Float>("inputWidth", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)
    let height = Parameter<Float>("inputHeight", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)
    filter = Filter(
      name, summary: summary, categories: .extended(.blur), since: "macOS 10.15 / iOS 13 / tvOS 13",
      parameters: [.inputImage, width, height], formulas: [.region(pass)]
    ) { (inputs) throws(RenderError) in
      try Morphology.checked(name, Double(max(inputs[width], inputs[height])))
      let (x, y) = (Morphology.reach(inputs[width]), Morphology.reach(inputs[height]))
      let rows = x > 0 ? inputs.image.gathered(by: pass, Axis.horizontal, x) : inputs.image
      return y > 0 ? rows.gathered(by: pass, Axis.vertical, y) : rows
    }
  }
}

/// What the morphological filters share.
enum Morphology {
  /// Pixels to each side of a window of this side; even sides count as the next smaller odd one.
  static func reach(_ side: Float) -> Float { max(((side - 1) / 2).rounded(.down), 0) }

  static func checked(_ filter: String, _ size: Double) throws(RenderError) {
    guard size <= 1000 else {
      throw .invalidArgument("\(filter): a size of \(short(size)) pixels is too large; give at most 1000")
    }
  }

  static func greatest(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: a .< b) }
  static func least(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }
}

extension RegionFormula {
  /// All pixels whose centres lie within `radius` whole pixels of one, brought together by `choose`.
  convenience init(disc name: String, _ choose: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) {
    self.init(
      name,
      taps: { (radius: Float) in Double(3.2 * radius * radius + 1) },
      region: { (output, radius: Float) in output.outset(by: Double(radius)) },
      extent: { (input, radius: Float) in input.outset(by: Double(radius)) },
      reference: { (read, at, radius: Float) in
        var result = read(0, at)
        for y in stride(from: -radius, through: radius, by: 1) {
          let reach = (radius * radius - y * y).squareRoot().rounded(.down)
          for x in stride(from: -reach, through: reach, by: 1) { result = choose(result, read(0, at + SIMD2(x, y))) }
        }
        return result
      })
  }

  /// One axis: 2 reach + 1 pixels, brought together by `choose`.
  convenience init(line name: String, _ choose: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) {
    self.init(
      name,
      taps: { (_: Axis, reach: Float) in Double(2 * reach + 1) },
      region: { (output, axis: Axis, reach: Float) in output.outset(by: SIMD2<Double>(axis.vector) * Double(reach)) },
      extent: { (input, axis: Axis, reach: Float) in input.outset(by: SIMD2<Double>(axis.vector) * Double(reach)) },
      reference: { (read, at, axis: Axis, reach: Float) in
        var result = read(0, at)
        for step in stride(from: Float(1), through: reach, by: 1) {
          result = choose(result, read(0, at + step * axis.vector))
          result = choose(result, read(0, at - step * axis.vector))
        }
        return result
      })
  }
}
