/// A formula that makes a pixel from the pixels at the same place in its inputs, from its position, or from both.
///
/// Each formula exists twice, as twins: the Swift closure given here and a GLSL function of the same name, which takes
/// the colours, then the position, then the arguments, all `const`, and returns `vec4`.
package struct ColorFormula: Sendable {
  /// The Swift twin with its arguments filled in: input colours and position to colour.
  package typealias Body = @Sendable (_ colors: [Color], _ at: Point) -> Color

  package let name: String
  package let inputCount: Int
  package let takesPosition: Bool
  package let kinds: [Argument.Kind]

  /// False when clear inputs can give something visible; such a formula is masked to its extent.
  package let keepsClear: Bool

  /// True when the result's alpha is always that of the (only) input, so that opaque stays opaque.
  package let keepsAlpha: Bool

  /// The arguments with which one step does what two of this formula do, first and second; nil where there are none.
  package typealias Fold = @Sendable (_ first: [Argument], _ second: [Argument]) -> [Argument]?
  package let fold: Fold?

  private let makeBody: @Sendable ([Argument]) -> Body

  /// The Swift twin for these arguments, ready to run over many pixels.
  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// The GLSL twin's name as glslang writes it, for example `exposureAdjust(vf4;f1;`.
  package var mangledName: String {
    name + "(" + String(repeating: "vf4;", count: inputCount) + (takesPosition ? "vf2;" : "")
      + kinds.map(\.mangled).joined()
  }

  /// The Swift twin on one pixel, for tests that can be checked with pencil and paper.
  package func reference(_ colors: SIMD4<Float>..., at: SIMD2<Float> = .zero, _ arguments: [any FormulaArgument] = [])
    -> SIMD4<Float>
  {
    let point = Point(Lane(repeating: at.x), Lane(repeating: at.y))
    return body(arguments.map(\.argument))(colors.map { Color(repeating: $0) }, point)[0]
  }

  private init(
    _ name: String, inputs: Int, position: Bool, kinds: [Argument.Kind], keepsClear: Bool, keepsAlpha: Bool = false,
    fold: Fold? = nil, makeBody: @escaping @Sendable ([Argument]) -> Body
  ) {
    (self.name, inputCount, takesPosition, self.kinds) = (name, inputs, position, kinds)
    (self.keepsClear, self.keepsAlpha, self.fold, self.makeBody) = (keepsClear, keepsAlpha, fold, makeBody)
  }

  /// Pixel to pixel.
  ///
  /// - Parameter fold: given by formulas of which two in a row are one with other arguments, on every colour and alpha.
  package init<each A: FormulaArgument>(
    _ name: String, keepsClear: Bool = true, keepsAlpha: Bool = false, fold: Fold? = nil,
    _ twin: @escaping @Sendable (Color, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: 1, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      keepsAlpha: keepsAlpha, fold: fold
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], repeat each values) }
    }
  }

  /// Two pixels to one, for example a blend: foreground first, then background.
  package init<each A: FormulaArgument>(
    blend name: String, keepsClear: Bool = true,
    _ twin: @escaping @Sendable (Color, Color, repeat each A) -> Color
  ) {
    self.init(name, inputs: 2, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], colors[1], repeat each values) }
    }
  }

  /// Three pixels to one, for example a blend with a mask.
  package init<each A: FormulaArgument>(
    mask name: String, keepsClear: Bool = true,
    _ twin: @escaping @Sendable (Color, Color, Color, repeat each A) -> Color
  ) {
    self.init(name, inputs: 3, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], colors[1], colors[2], repeat each values) }
    }
  }

  /// Position to pixel: a generator.
  package init<each A: FormulaArgument>(
    generator name: String, _ twin: @escaping @Sendable (Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 0, position: true, kinds: kindList((repeat each A).self), keepsClear: false) {
      let values = unpacked($0, as: repeat (each A).self)
      return { _, at in twin(at, repeat each values) }
    }
  }

  /// Pixel and position to pixel, for example a vignette.
  package init<each A: FormulaArgument>(
    positional name: String, keepsClear: Bool = true,
    _ twin: @escaping @Sendable (Color, Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 1, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors[0], at, repeat each values) }
    }
  }
}

/// The kinds of a pack of argument types, in order.
func kindList<each A: FormulaArgument>(_ types: (repeat each A).Type) -> [Argument.Kind] {
  var kinds: [Argument.Kind] = []
  repeat kinds.append((each A).kind)
  return kinds
}
