/// The largest or smallest component of the pixels in a disc.
struct DiscMorphology: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, formula: RegionFormula, ofRuns: RegionFormula, run: RegionFormula) {
    let extremes = DiscExtremes(formula: formula, ofRuns: ofRuns, run: run)
    let radius = Parameter<Float>("inputRadius", type: .distance, default: 0, slider: 0...50, identity: 0)
    filter = Filter(
      name, summary: summary, categories: .extended(.blur), since: "macOS 10.13 / iOS 11 / tvOS 11",
      parameters: [.inputImage, radius],
      formulas: [.region(formula), .region(ofRuns), .region(run)]
    ) { (inputs) throws(RenderError) in
      try Morphology.checked(name, Double(inputs[radius]))
      let reach = max(inputs[radius], 0).rounded(.down)
      return reach > 0 ? extremes.node(of: inputs.image, reach) : inputs.image
    }
  }
}

/// The largest or smallest component of the pixels in a rectangle, one axis after the other.
struct RectangleMorphology: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, pass: RegionFormula, run: RegionFormula) {
    let extremes = LineExtremes(pass: pass, run: run)
    let width = Parameter<Float>("inputWidth", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)
    let height = Parameter<Float>("inputHeight", type: .integer, default: 5, min: 1, slider: 1...49, identity: 1)
    filter = Filter(
      name, summary: summary, categories: .extended(.blur), since: "macOS 10.15 / iOS 13 / tvOS 13",
      parameters: [.inputImage, width, height], formulas: [.region(pass), .region(run)]
    ) { (inputs) throws(RenderError) in
      try Morphology.checked(name, Double(max(inputs[width], inputs[height])))
      let (x, y) = (Morphology.reach(inputs[width]), Morphology.reach(inputs[height]))
      let rows = x > 0 ? extremes.node(of: inputs.image, .horizontal, x) : inputs.image
      return y > 0 ? extremes.node(of: rows, .vertical, y) : rows
    }
  }
}

/// The formulas of a separable window search along one axis.
struct LineExtremes: Sendable {
  let pass, run: RegionFormula

  /// Returns the extreme of a window along an axis. For long windows, the extremes of short runs are computed first, so
  /// that the cost of a pixel grows with the square root of the window's length.
  func node(of image: Node, _ axis: Axis, _ reach: Float) -> Node {
    let side = 2 * reach + 1
    guard side > 16 else { return image.gathered(by: pass, axis, reach) }
    let length = side.squareRoot().rounded(.up)
    return image.gathered(by: run, axis, Float(0), length - 1, Float(1))
      .gathered(by: run, axis, -reach, reach - length + 1, length)
  }
}

/// The formulas of a disc search.
struct DiscExtremes: Sendable {
  let formula, ofRuns, run: RegionFormula

  /// Returns the extreme of a disc. For large discs, the extremes of runs along rows are computed first, so that the
  /// cost of a pixel grows with the radius and not with its square.
  func node(of image: Node, _ radius: Float) -> Node {
    guard radius >= 4 else { return image.gathered(by: formula, radius) }
    func runs(of image: Node, _ length: Float) -> Node {
      image.gathered(by: run, Axis.horizontal, Float(0), 3 * length, length)
    }
    let fours = runs(of: image, 1)
    let sixteens = 2 * radius + 1 >= 16 ? runs(of: fours, 4) : fours
    let sixtyFours = 2 * radius + 1 >= 64 ? runs(of: sixteens, 16) : sixteens
    return Node.gathered([image, fours, sixteens, sixtyFours], by: ofRuns, radius)
  }
}

/// Helpers shared by the morphological filters.
enum Morphology {
  /// Returns the number of pixels to each side of a window of this side. An even side counts as the next smaller odd
  /// one.
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
  /// Creates a formula that reduces, by `choose`, all pixels whose centres are within `radius` whole pixels.
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

  /// Creates a formula that reduces, by `choose`, 2 reach + 1 pixels along one axis.
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

  /// Creates a formula that reduces, by `choose`, the pixels `first`, `first` + `step` … below `last`, and `last`,
  /// along an axis.
  convenience init(run name: String, _ choose: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>) {
    self.init(
      name,
      taps: { (_: Axis, first: Float, last: Float, step: Float) in Double(((last - first) / step).rounded(.up) + 1) },
      region: { (output, axis: Axis, first: Float, last: Float, _: Float) in
        UserRect(output.min + along(axis, first), output.max + along(axis, last))
      },
      extent: { (input, axis: Axis, first: Float, last: Float, _: Float) in
        UserRect(input.min - along(axis, last), input.max - along(axis, first))
      },
      reference: { (read, at, axis: Axis, first: Float, last: Float, step: Float) in
        var result = read(0, at + last * axis.vector)
        for i in stride(from: first, to: last, by: step) { result = choose(result, read(0, at + i * axis.vector)) }
        return result
      })
  }

  /// Creates the formula of large discs. As `init(disc:)`, but inputs 1, 2 and 3 hold the reductions by `choose` of 4,
  /// 16 and 64 consecutive pixels of a row, starting at each pixel.
  convenience init(
    discOfRuns name: String, _ choose: @escaping @Sendable (SIMD4<Float>, SIMD4<Float>) -> SIMD4<Float>
  ) {
    let lengths: [Float] = [1, 4, 16, 64]
    self.init(
      name, inputs: 4,
      // About three taps a row.
      taps: { (radius: Float) in Double(6 * radius + 3) },
      region: { (input, output, radius: Float) in
        if lengths[input] > 2 * radius + 1 { return .nothing }
        let reach = Double(radius)
        return UserRect(output.min - reach, output.max + [reach - Double(lengths[input] - 1), reach])
      },
      extent: { (inputs, radius: Float) in inputs[0].map { $0.outset(by: Double(radius)) } },
      reference: { (read, at, radius: Float) in
        var result = read(0, at)
        for y in stride(from: -radius, through: radius, by: 1) {
          let reach = (radius * radius - y * y).squareRoot().rounded(.down)
          let level = lengths.lastIndex { $0 <= 2 * reach + 1 }!
          let last = reach - lengths[level] + 1
          for x in stride(from: -reach, to: last, by: lengths[level]) {
            result = choose(result, read(level, at + SIMD2(x, y)))
          }
          result = choose(result, read(level, at + SIMD2(last, y)))
        }
        return result
      })
  }
}

private func along(_ axis: Axis, _ pixels: Float) -> SIMD2<Double> { SIMD2<Double>(axis.vector) * Double(pixels) }
