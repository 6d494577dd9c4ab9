/// A formula that makes a pixel from the pixels at the same place in its inputs, from its position, or from both.
///
/// Each formula exists twice, as twins: the Swift closure given here and a GLSL function of the same name, which takes
/// the colours, then the position, then the arguments, all `const`, and returns `vec4`.
package final class ColorFormula: Sendable {
  /// The Swift twin with its arguments filled in: input colours and position to colour.
  package typealias Body = @Sendable (_ colors: [Color], _ at: Point) -> Color

  package let name: String
  package let inputCount: Int
  package let takesPosition: Bool
  package let kinds: [Argument.Kind]

  /// False when clear inputs can give something visible; such a formula is masked to its extent.
  package let keepsClear: Bool

  /// The facts about the first input's pixels that hold for the result's as well. With several inputs only `opaque`.
  package let keeps: PixelFacts

  /// The properties of the input colours that the result has as well.
  package let preserves: Preservation

  /// The formula's task, for engines with an implementation of their own. Nil for most formulas.
  package let role: FormulaRole?

  /// The arguments with which one step does what two of this formula do, first and second; nil where there are none.
  package typealias Fold = @Sendable (_ first: [Argument], _ second: [Argument]) -> [Argument]?
  package let fold: Fold?

  /// The step as a matrix, where it is linear in premultiplied colour whatever its arguments are; nil for other
  /// formulas.
  package typealias Rows = @Sendable ([Argument]) -> ColorRows
  package let rows: Rows?

  /// The number of the input that the result equals, pixel for pixel, with these arguments; nil where it is none of
  /// them. `colors` are those of the inputs that have one colour everywhere.
  package typealias Choice = @Sendable (_ colors: [SIMD4<Float>?], [Argument]) -> Int?
  private let choice: Choice?

  /// The number of the input that the result equals inside the extent, given the colours of inputs that have only one.
  package func chosenInput(_ colors: () -> [SIMD4<Float>?], _ arguments: [Argument]) -> Int? {
    if let rows { return rows(arguments).isIdentity ? 0 : nil }
    return choice.flatMap { $0(colors(), arguments) }
  }

  /// What an app brought; nil for the package's own formulas.
  package let code: FormulaCode?

  private let makeBody: @Sendable ([Argument]) -> Body

  /// The Swift twin for these arguments, ready to run over many pixels.
  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// The GLSL twin's name as glslang writes it, for example `exposureAdjust(vf4;f1;`.
  package let mangledName: String

  /// The Swift twin on one pixel, for tests that can be checked with pencil and paper.
  package func reference(_ colors: SIMD4<Float>..., at: SIMD2<Float> = .zero, _ arguments: [any FormulaArgument] = [])
    -> SIMD4<Float>
  {
    let point = Point(Lane(repeating: at.x), Lane(repeating: at.y))
    return body(arguments.map(\.argument))(colors.map { Color(repeating: $0) }, point)[0]
  }

  private init(
    _ name: String, inputs: Int, position: Bool, kinds: [Argument.Kind], keepsClear: Bool, keepsAlpha: Bool = false,
    keepsGrey: Bool = false, preserves: Preservation = [], role: FormulaRole? = nil, fold: Fold? = nil,
    rows: Rows? = nil, choice: Choice? = nil, code: FormulaCode? = nil,
    makeBody: @escaping @Sendable ([Argument]) -> Body
  ) {
    (self.name, inputCount, takesPosition, self.kinds) = (name, inputs, position, kinds)
    (self.keepsClear, self.fold, self.rows, self.choice) = (keepsClear, fold, rows, choice)
    (self.makeBody, self.code) = (makeBody, code)
    let alpha: PixelFacts = keepsClear ? [.opaque, .opaqueOrClear] : .opaque
    keeps = (keepsAlpha ? alpha : []).union(keepsGrey ? .grey : [])
    var preserves = preserves
    if keepsAlpha { preserves.formUnion([.alpha, .opacity]) }
    if keepsGrey { preserves.insert(.grey) }
    if code?.alphaParameter != nil { preserves.insert(.opacity) }
    (self.preserves, self.role) = (preserves, role)
    mangledName =
      code?.function
      ?? name + "(" + String(repeating: "vf4;", count: inputs) + (position ? "vf2;" : "")
      + kinds.map(\.mangled).joined()
  }

  /// A kernel of an app: so many pixels, their position if it takes that, arguments as a list.
  package convenience init(
    kernel name: String, inputs: Int, position: Bool, kinds: [Argument.Kind], keepsAlpha: Bool, code: FormulaCode
  ) {
    self.init(
      name, inputs: inputs, position: position, kinds: kinds, keepsClear: false, keepsAlpha: keepsAlpha, code: code
    ) { code.colorBody($0, takesPosition: position) }
  }

  /// Pixel to pixel.
  ///
  /// - Parameters:
  ///   - keepsAlpha: true when the result's alpha is always the input's, so that opaque stays opaque.
  ///   - keepsGrey: true when red, green and blue that are equal stay so.
  ///   - fold: given by formulas of which two in a row are one with other arguments, on every colour and alpha.
  package convenience init<each A: FormulaArgument>(
    _ name: String, keepsClear: Bool = true, keepsAlpha: Bool = false, keepsGrey: Bool = false,
    preserves: Preservation = [], role: FormulaRole? = nil, fold: Fold? = nil,
    _ twin: @escaping @Sendable (Color, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: 1, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      keepsAlpha: keepsAlpha, keepsGrey: keepsGrey, preserves: preserves, role: role, fold: fold
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], repeat each values) }
    }
  }

  /// Pixel to pixel, linear in premultiplied colour for all arguments; alpha untouched.
  ///
  /// - Parameters:
  ///   - rows: the same as a matrix.
  ///   - fold: given where two in a row are one of the same formula; others are multiplied as matrices.
  package convenience init<each A: FormulaArgument>(
    _ name: String, rows: @escaping @Sendable (repeat each A) -> ColorRows, fold: Fold? = nil,
    _ twin: @escaping @Sendable (Color, repeat each A) -> Color
  ) {
    let matrix: Rows = { arguments in
      var values = ArgumentReader(arguments)
      return rows(repeat values.next((each A).self))
    }
    self.init(
      name, inputs: 1, position: false, kinds: kindList((repeat each A).self), keepsClear: true, keepsAlpha: true,
      fold: fold, rows: matrix
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], repeat each values) }
    }
  }

  /// Two pixels to one, for example a blend: foreground first, then background.
  ///
  /// - Parameter chosen: the number of the input that the result equals, given the colours of inputs that have only
  /// one.
  package convenience init<each A: FormulaArgument>(
    blend name: String, keepsClear: Bool = true, preserves: Preservation = [],
    chosen: (@Sendable ([SIMD4<Float>?], repeat each A) -> Int?)? = nil,
    _ twin: @escaping @Sendable (Color, Color, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: 2, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      preserves: preserves, choice: untyped(chosen)
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], colors[1], repeat each values) }
    }
  }

  /// Three pixels to one, for example a blend with a mask.
  ///
  /// - Parameters:
  ///   - keepsAlpha: true when the result's alpha is always the first input's.
  ///   - chosen: the number of the input that the result equals, given the colours of inputs that have only one.
  package convenience init<each A: FormulaArgument>(
    mask name: String, keepsClear: Bool = true, keepsAlpha: Bool = false, preserves: Preservation = [],
    role: FormulaRole? = nil,
    chosen: (@Sendable ([SIMD4<Float>?], repeat each A) -> Int?)? = nil,
    _ twin: @escaping @Sendable (Color, Color, Color, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: 3, position: false, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      keepsAlpha: keepsAlpha, preserves: preserves, role: role, choice: untyped(chosen)
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, _ in twin(colors[0], colors[1], colors[2], repeat each values) }
    }
  }

  /// Position to pixel: a generator.
  package convenience init<each A: FormulaArgument>(
    generator name: String, _ twin: @escaping @Sendable (Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 0, position: true, kinds: kindList((repeat each A).self), keepsClear: false) {
      let values = unpacked($0, as: repeat (each A).self)
      return { _, at in twin(at, repeat each values) }
    }
  }

  /// Pixel and position to pixel, for example a vignette.
  package convenience init<each A: FormulaArgument>(
    positional name: String, keepsClear: Bool = true, preserves: Preservation = [],
    _ twin: @escaping @Sendable (Color, Point, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: 1, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      preserves: preserves
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors[0], at, repeat each values) }
    }
  }

  /// Two pixels and their position to one, for example a transition with an edge that moves.
  package convenience init<each A: FormulaArgument>(
    transition name: String, keepsClear: Bool = true,
    _ twin: @escaping @Sendable (Color, Color, Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 2, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors[0], colors[1], at, repeat each values) }
    }
  }

  /// Any number of pixels and their position to one, for example what lies over each other in a transition.
  package convenience init<each A: FormulaArgument>(
    layers name: String, count: Int, keepsClear: Bool = true,
    _ twin: @escaping @Sendable ([Color], Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: count, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors, at, repeat each values) }
    }
  }
}

/// By object: each formula is made once.
extension ColorFormula: Hashable {
  package static func == (a: ColorFormula, b: ColorFormula) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A choice that takes its arguments as a list.
private func untyped<each A: FormulaArgument>(
  _ chosen: (@Sendable ([SIMD4<Float>?], repeat each A) -> Int?)?
) -> ColorFormula.Choice? {
  guard let chosen else { return nil }
  return { colors, arguments in
    var values = ArgumentReader(arguments)
    return chosen(colors, repeat values.next((each A).self))
  }
}

/// A question about arguments, asked with a list of them.
func listed<each A: FormulaArgument>(
  _ question: (@Sendable (repeat each A) -> Bool)?
) -> (@Sendable ([Argument]) -> Bool)? {
  guard let question else { return nil }
  return { arguments in
    var values = ArgumentReader(arguments)
    return question(repeat values.next((each A).self))
  }
}

/// The kinds of a pack of argument types, in order.
func kindList<each A: FormulaArgument>(_ types: (repeat each A).Type) -> [Argument.Kind] {
  var kinds: [Argument.Kind] = []
  repeat kinds.append((each A).kind)
  return kinds
}
