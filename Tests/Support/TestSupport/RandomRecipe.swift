import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import RandomNumbers
import Testing

/// A recipe made at random from the catalogue's filters and the recipe's own steps; a seed gives the same one
/// everywhere.
///
/// Every step is continuous in its inputs, or reads its discontinuous input where all renders agree to the last bit: so
/// a difference is a mistake, and how far roundings can grow on the way is known.
package struct RandomRecipe: Sendable, CustomStringConvertible, CustomTestStringConvertible {
  package let seed: UInt64
  package let node: Node
  /// The rendered rectangle: the part of the extent near the origin, with a margin.
  package let frame: UserRect
  /// A part of the frame.
  package let tile: UserRect

  /// The greatest error of the result, in roundings of a value near 1.
  private let roundings: Float

  package init(seed: UInt64) throws {
    var maker = RecipeMaker(seed: seed)
    let result = try maker.recipe()
    (self.seed, node, roundings) = (seed, result.node, result.roundings)

    let window = UserRect(x: -9, y: -8, width: 52, height: 44)
    let area = node.extent.rect.map { $0.pixels.outset(by: 2) } ?? window
    let near = area.intersection(window)
    frame = near.isEmpty ? UserRect(area.min, area.min + SIMD2(40, 32)) : near
    let corner = (frame.min + frame.size * SIMD2(maker.number(0...0.6), maker.number(0...0.6))).rounded(.down)
    let size = (frame.size * SIMD2(maker.number(0.1...0.6), maker.number(0.1...0.6))).rounded(.up)
    tile = UserRect(corner, corner + size).intersection(frame)
  }

  /// Returns the tolerance for two renders if each step rounds its values near 1 by `rounding`.
  package func tolerance(rounding: Float) -> Tolerance { Tolerance(absolute: roundings * rounding, relative: 0) }

  package var testDescription: String { "seed \(seed)" }
  package var description: String { "seed \(seed), frame \(frame), tile \(tile)\n\(node)" }
}

/// A part of a recipe that is being made, and bounds for it.
struct Piece {
  var node: Node
  /// No component is further from 0.
  var peak: Float
  /// No component is off by more roundings of a value near 1.
  var roundings: Float
  var depth = 0
  /// All renders have the same bits: what jumps at a number may read it.
  var isExact = false
}

struct RecipeMaker {
  private var random: SplitMix
  private(set) var pieces: [Piece] = []

  init(seed: UInt64) { random = SplitMix(seed: seed &* 7919 &+ 1) }

  mutating func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  mutating func chance(_ share: Double) -> Bool { number(0...1) < share }

  /// A few leaves, then step by step, each on what is there already: parts are shared as it happens.
  mutating func recipe() throws -> Piece {
    for _ in 0..<whole(1...3) { pieces.append(try leaf()) }
    for _ in 0..<whole(1...9) {
      guard let next = try step(), next.peak < 100, next.depth <= 8 else { continue }
      pieces.append(next)
    }
    return pieces.last!
  }

  /// Returns a random piece. Later pieces are more likely.
  private mutating func piece() -> Piece {
    chance(0.6) ? pieces.last! : pieces[whole(0...pieces.count - 1)]
  }

  private mutating func step() throws -> Piece? {
    let before = piece()
    let after =
      switch whole(0...11) {
      case 0...2: try colored(before)
      case 3...5: try moved(before)
      case 6...7: try gathered(before)
      case 8: try compared(before)
      case 9: try counted()
      default: try blended(before, piece())
      }
    // Nothing at all is a case, but one that swallows all others.
    guard let after, after.node.extent != .empty || chance(0.2) else { return nil }
    return after
  }

  func filtered(_ name: String, _ values: [String: InputValue]) throws -> Node {
    let filter = try #require(Catalogue.filter(named: name))
    return try #require(try filter.image(from: values))
  }

  /// A step on one part, which multiplies what its input is off by, and its values, by no more than `growth`.
  func piece(
    _ node: Node, of input: Piece, growth: Float = 1, adds: Float = 0, roundings: Float = 1
  ) -> Piece {
    let peak = max(1, input.peak * growth + adds)
    return Piece(
      node: node, peak: peak, roundings: input.roundings * max(1, growth) + roundings * peak, depth: input.depth + 1)
  }

  // MARK: - Leaves

  private mutating func leaf() throws -> Piece {
    let size = (whole(5...40), whole(5...34))
    let seed = random.next()
    switch whole(0...11) {
    case 0...2:
      return Piece(node: TestImage.noise(size.0, size.1, seed: seed), peak: 1, roundings: 1, isExact: true)
    case 3:
      return Piece(
        node: TestImage.noise(size.0, size.1, seed: seed, brightest: 4), peak: 4, roundings: 4, isExact: true)
    case 4: return Piece(node: TestImage.smooth(size.0, size.1), peak: 1, roundings: 1)
    case 5...6: return Piece(node: try file(size, seed), peak: 2, roundings: 4)
    case 7:
      // Centre and side keep pixel centres away from the edges of the squares.
      let node = try filtered(
        "CICheckerboardGenerator",
        [
          "inputCenter": .vector([Double(whole(-5...20)), Double(whole(-5...20))]), "inputColor0": color(),
          "inputColor1": color(), "inputWidth": .number(Double(whole(2...9))),
        ])
      return Piece(node: node, peak: 1, roundings: 1)
    case 8:
      let node = try filtered(
        "CILinearGradient",
        ["inputPoint0": point(), "inputPoint1": .vector([60, 70]), "inputColor0": color(), "inputColor1": color()])
      return Piece(node: node, peak: 1, roundings: 2)
    case 9:
      let node = try filtered(
        "CIRadialGradient",
        [
          "inputCenter": point(), "inputRadius0": .number(number(0...5)), "inputRadius1": .number(number(10...40)),
          "inputColor0": color(), "inputColor1": color(),
        ])
      return Piece(node: node, peak: 1, roundings: 2)
    case 10: return Piece(node: try constant(), peak: 1, roundings: 1)
    default: return Piece(node: try constant().cropped(to: rectangle(fractional: chance(0.4))), peak: 1, roundings: 1)
    }
  }

  /// Bytes in a colour space, with every state of alpha.
  private mutating func file(_ size: (Int, Int), _ seed: UInt64) throws -> Node {
    let alpha: AlphaState = [.opaque, .straight, .premultiplied][whole(0...2)]
    let space: ColorSpace? = [.sRGB, .displayP3, nil][whole(0...2)]
    let buffer = try PixelBuffer(width: size.0, height: size.1, format: .rgba8)
    var pixels = SplitMix(seed: seed)
    for y in 0..<size.1 {
      for x in 0..<size.0 {
        // Not below 1/2: dividing by a small alpha makes large numbers of small ones.
        let a: Float = alpha == .opaque ? 1 : Float.random(in: 0.5...1, using: &pixels)
        let limit = alpha == .premultiplied ? a : 1
        func component() -> Float { Float.random(in: 0...limit, using: &pixels) }
        buffer.store([component(), component(), component(), a], x: x, y: y)
      }
    }
    return .source(Source(buffer, colorSpace: space, alpha: alpha, label: "file"))
  }

  /// Returns an image of one colour, often one that is decisive for a blend mode.
  private mutating func constant() throws -> Node {
    switch whole(0...3) {
    case 0: Node.generated(by: .constant, SIMD4<Float>.one)
    case 1: Node.generated(by: .constant, SIMD4<Float>.zero)
    default: try filtered("CIConstantColorGenerator", ["inputColor": color()])
    }
  }

  private mutating func color() -> InputValue {
    .color(ColorValue(number(0...1), number(0...1), number(0...1), chance(0.5) ? 1 : number(0...1)))
  }

  private mutating func point() -> InputValue { .vector([number(-5...30), number(-5...30)]) }

  // MARK: - Colour

  private mutating func colored(_ input: Piece) throws -> Piece? {
    let image = InputValue.image(input.node)
    switch whole(0...9) {
    case 0:
      let ev = number(-1.5...0.8)
      return piece(
        try filtered("CIExposureAdjust", ["inputImage": image, "inputEV": .number(ev)]), of: input,
        growth: Float(exp2(max(ev, 0))))
    case 1: return piece(try filtered("CIColorInvert", ["inputImage": image]), of: input, growth: 2)
    case 2:
      let angle = number(-3...3)
      return piece(
        try filtered("CIHueAdjust", ["inputImage": image, "inputAngle": .number(angle)]), of: input, growth: 2)
    case 3:
      return piece(
        try filtered(
          "CIColorControls",
          [
            "inputImage": image, "inputSaturation": .number(number(0...1.3)),
            "inputBrightness": .number(number(-0.3...0.3)),
            "inputContrast": .number(number(0.5...1.2)),
          ]), of: input, growth: 2.5)
    case 4:
      // Weights of straight colour that sum to 1.3 at most; alpha only shrinks.
      func row(_ index: Int) -> InputValue {
        var row = (0..<4).map { _ in number(-0.1...0.1) }
        row[index] = number(0.6...1)
        return .vector(row)
      }
      return piece(
        try filtered(
          "CIColorMatrix",
          [
            "inputImage": image, "inputRVector": row(0), "inputGVector": row(1), "inputBVector": row(2),
            "inputAVector": .vector([0, 0, 0, number(0.4...1)]),
            "inputBiasVector": .vector([number(0...0.3), 0, 0.1, 0]),
          ]), of: input, growth: 4)
    case 5:
      // A bias of alpha makes the image infinite; of the image only alpha is read, since straight colour jumps at alpha
      // 0.
      let zero = InputValue.vector([0, 0, 0, number(-0.5...0.5)])
      return piece(
        try filtered(
          "CIColorMatrix",
          [
            "inputImage": image, "inputRVector": zero, "inputGVector": zero, "inputBVector": .vector([0, 0, 0, 0]),
            "inputAVector": .vector([0, 0, 0, number(0...0.5)]),
            "inputBiasVector": .vector([number(0...1), number(0...1), number(0...1), number(0.1...0.5)]),
          ]), of: input, growth: input.peak, adds: 2)
    case 6:
      return piece(
        try filtered(
          "CIColorMonochrome", ["inputImage": image, "inputColor": color(), "inputIntensity": .number(number(0...1))]),
        of: input, growth: 6)
    case 7:
      func row(_ index: Int) -> InputValue {
        var row = (0..<4).map { $0 < 3 ? number(-0.2...0.2) : 0 }
        row[index] = number(0.5...1)
        return .vector(row)
      }
      return piece(
        try filtered(
          "CIColorMatrix",
          [
            "inputImage": image, "inputRVector": row(0), "inputGVector": row(1), "inputBVector": row(2),
            "inputBiasVector": .vector([number(-0.2...0.2), 0, 0.1, 0]),
          ]), of: input, growth: 1.7)
    case 8: return piece(try identity(image), of: input)
    default: return piece(Node(.intermediate(cache: chance(0.5)), [input.node]), of: input)
    }
  }

  /// A filter whose values change nothing.
  private mutating func identity(_ image: InputValue) throws -> Node {
    let (name, values): (String, [String: InputValue]) = [
      ("CIExposureAdjust", ["inputEV": .number(0)]), ("CIHueAdjust", ["inputAngle": .number(0)]),
      ("CIColorControls", [:]),
      ("CISepiaTone", ["inputIntensity": .number(0)]), ("CIBloom", ["inputIntensity": .number(0)]),
      ("CIUnsharpMask", ["inputIntensity": .number(0)]), ("CIGaussianBlur", ["inputRadius": .number(0)]),
      ("CITwirlDistortion", ["inputAngle": .number(0), "inputRadius": .number(20)]),
    ][whole(0...7)]
    return try filtered(name, values.merging(["inputImage": image]) { $1 })
  }

  // MARK: - Geometry

  mutating func rectangle(fractional: Bool) -> UserRect {
    let (x, y) = (number(-6...24), number(-6...20))
    let (width, height) = (number(1...34), number(1...30))
    let rect = UserRect(x: x, y: y, width: width, height: height)
    return fractional ? rect : rect.pixels
  }

  private mutating func moved(_ input: Piece) throws -> Piece? {
    switch whole(0...9) {
    case 0...1: return piece(input.node.cropped(to: rectangle(fractional: chance(0.4))), of: input, roundings: 0)
    case 2:
      let node =
        chance(0.5) ? input.node.clampedToExtent : input.node.clamped(to: rectangle(fractional: chance(0.4)))
      return piece(node, of: input, roundings: 0)
    case 3:
      let step = AffineMap.translation(Double(whole(-9...9)), Double(whole(-9...9)))
      return input.node.transformed(by: step).map { piece($0, of: input, roundings: 0) }
    case 4:
      let step = AffineMap.translation(number(-9...9), number(-9...9))
      return input.node.transformed(by: step).map { piece($0, of: input, roundings: 4) }
    case 5:
      // Thirds: no pixel centre comes from the border between two pixels, where rounding would choose.
      let scale: Double = [1, 3, 1 / 3.0][whole(0...2)]
      let map = AffineMap.scale(scale, chance(0.5) ? scale : -scale)
        .followed(by: .translation(Double(whole(-30...30)) / 3, Double(whole(-30...30)) / 3))
      return input.node.sampled(.nearest).transformed(by: map).map { piece($0, of: input) }
    case 6:
      let quarter = [
        AffineMap(a: 0, b: 1, c: -1, d: 0, tx: 30, ty: 2), AffineMap(a: -1, b: 0, c: 0, d: 1, tx: 20, ty: 0),
      ]
      return input.node.transformed(by: quarter[whole(0...1)]).map { piece($0, of: input, roundings: 4) }
    case 7:
      let turn = number(-0.5...0.5)
      let map = AffineMap(
        a: cos(turn), b: sin(turn), c: -sin(turn), d: cos(turn), tx: number(-5...9), ty: number(-5...9)
      )
      .followed(by: .scale(number(0.1...0.7), number(0.1...0.7)))
      return input.node.transformed(by: map, reading: .area).map { piece($0, of: input, roundings: 8) }
    default:
      let (turn, size) = (number(-3...3), number(0.5...2.5))
      let map = AffineMap(
        a: cos(turn) * size, b: sin(turn) * size, c: -sin(turn) * size + number(-0.3...0.3), d: cos(turn) * size,
        tx: number(0...20), ty: number(0...20))
      return input.node.transformed(by: map).map { piece($0, of: input, roundings: 4) }
    }
  }

  // MARK: - Neighbourhoods and warps

  private mutating func gathered(_ input: Piece) throws -> Piece? {
    let image = InputValue.image(input.node)
    func near(_ range: ClosedRange<Double>) -> InputValue { .number(number(range)) }
    switch whole(0...9) {
    case 0:
      return piece(
        try filtered("CIBoxBlur", ["inputImage": image, "inputRadius": near(1...7)]), of: input, roundings: 2)
    case 1:
      return piece(
        try filtered("CIGaussianBlur", ["inputImage": image, "inputRadius": near(0.1...4.5)]), of: input, roundings: 6)
    case 2:
      return piece(
        try filtered("CIMotionBlur", ["inputImage": image, "inputRadius": near(0.1...3), "inputAngle": near(-3...3)]),
        of: input, roundings: 4)
    case 3:
      return piece(
        try filtered(
          "CIUnsharpMask", ["inputImage": image, "inputRadius": near(0.5...2), "inputIntensity": near(0...0.7)]),
        of: input, growth: 1 + 2.8 * input.peak, roundings: 6)
    case 4:
      return piece(
        try filtered("CIBloom", ["inputImage": image, "inputRadius": near(0.5...2), "inputIntensity": near(0...1)]),
        of: input, growth: 2 + 2 * input.peak, roundings: 6)
    case 5:
      return piece(
        try filtered(
          "CIPixellate",
          [
            "inputImage": image, "inputCenter": .vector([Double(whole(-3...9)), Double(whole(-3...9))]),
            "inputScale": .number(Double(whole(2...7))),
          ]), of: input, roundings: 2)
    case 6:
      return piece(
        try filtered(
          "CITwirlDistortion",
          ["inputImage": image, "inputCenter": point(), "inputRadius": near(4...18), "inputAngle": near(-2...2)]),
        of: input, roundings: 8)
    case 7:
      return piece(
        try filtered(
          "CIPinchDistortion",
          ["inputImage": image, "inputCenter": point(), "inputRadius": near(4...18), "inputScale": near(0...0.8)]),
        of: input, roundings: 8)
    case 8:
      return piece(
        try filtered(
          "CILanczosScaleTransform",
          ["inputImage": image, "inputScale": near(0.4...1.4), "inputAspectRatio": near(0.8...1.2)]),
        of: input, growth: 1.7, roundings: 6)
    default:
      let area = rectangle(fractional: true)
      if input.node.extent.intersection(Extent(area)) == .empty { return nil }
      return piece(
        try filtered(
          "CIAreaAverage",
          ["inputImage": image, "inputExtent": .vector([area.min.x, area.min.y, area.width, area.height])]),
        of: input, roundings: 2)
    }
  }

  // MARK: - Several images

  private mutating func blended(_ first: Piece, _ back: Piece) throws -> Piece? {
    let front = chance(0.1) ? Piece(node: try constant(), peak: 1, roundings: 1) : first
    let images: [String: InputValue] = ["inputImage": .image(front.node), "inputBackgroundImage": .image(back.node)]
    let mask = chance(0.3) ? Piece(node: try constant(), peak: 1, roundings: 1) : piece()
    /// Products of two inputs: each is off by its own roundings, times the other's peak.
    func product(_ node: Node, _ least: Float) -> Piece {
      let peak = max(1, front.peak * back.peak + least * (front.peak + back.peak))
      let carried = front.roundings * (1 + back.peak * 2) + back.roundings * (1 + front.peak * 2)
      return Piece(
        node: node, peak: peak, roundings: carried + peak, depth: max(front.depth, back.depth) + 1)
    }
    switch whole(0...6) {
    case 0...1: return product(try filtered("CISourceOverCompositing", images), 1)
    case 2: return product(try filtered("CISourceInCompositing", images), 0)
    case 3: return product(try filtered("CIMultiplyBlendMode", images), 2)
    case 4: return product(try filtered("CIScreenBlendMode", images), 1)
    case 5:
      let node = try filtered(
        "CIDissolveTransition",
        [
          "inputImage": .image(front.node), "inputTargetImage": .image(back.node),
          "inputTime": .number(chance(0.3) ? Double(whole(0...1)) : number(0...1)),
        ])
      let peak = max(front.peak, back.peak)
      return Piece(
        node: node, peak: peak, roundings: max(front.roundings, back.roundings) + 2 * peak,
        depth: max(front.depth, back.depth) + 1)
    default:
      let node = try filtered("CIBlendWithMask", images.merging(["inputMaskImage": .image(mask.node)]) { $1 })
      let peak = max(front.peak, back.peak) * (1 + 2 * mask.peak)
      let carried = (front.roundings + back.roundings) * (1 + mask.peak)
      return Piece(
        node: node, peak: peak, roundings: carried + mask.roundings * (front.peak + back.peak) + peak,
        depth: max(front.depth, back.depth, mask.depth) + 1)
    }
  }
}
