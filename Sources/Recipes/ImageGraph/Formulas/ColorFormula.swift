/// A formula that computes a pixel from the pixels of its inputs at the same position, from the position, or from both.
///
/// Each formula has two twins: a Swift closure, and a GLSL function with the same name. The GLSL function takes the
/// colours, then the position, then the arguments, all `const`, and returns `vec4`.
package final class ColorFormula: Sendable {
  /// The Swift twin with bound arguments: a function from input colours and position to a colour.
  package typealias Body = @Sendable (_ colors: [Color], _ at: Point) -> Color

  package let name: String
  package let inputCount: Int
  package let takesPosition: Bool
  package let kinds: [Argument.Kind]

  /// False if clear inputs can give a visible result. Such a formula is masked to its extent.
  package let keepsClear: Bool

  /// The facts about the first input's pixels that also hold for the result. With several inputs only `opaque`.
  package let preservedFacts: PixelFacts

  /// The properties of the input colours that the result has as well.
  package let preserves: Preservation

  /// The formula's task, for engines with an implementation of their own. Nil for most formulas.
  package let role: FormulaRole?

  /// A function that returns the arguments of one step that replaces two consecutive steps of this formula. It returns
  /// nil if no such arguments exist.
  package typealias Fold = @Sendable (_ first: [Argument], _ second: [Argument]) -> [Argument]?
  package let fold: Fold?

  /// A function that returns the step as a matrix. Nil if the formula is not linear in premultiplied colour for all
  /// arguments.
  package typealias Rows = @Sendable ([Argument]) -> ColorRows
  package let rows: Rows?

  /// A function that returns the index of the input that the result equals, pixel for pixel, or nil. `colors` has the
  /// colour of each input of constant colour.
  package typealias Choice = @Sendable (_ colors: [SIMD4<Float>?], [Argument]) -> Int?
  private let choice: Choice?

  /// Returns the index of the input that the result equals inside the extent, or nil. `colors` has the colour of each
  /// input of constant colour.
  package func chosenInput(_ colors: () -> [SIMD4<Float>?], _ arguments: [Argument]) -> Int? {
    if let rows { return rows(arguments).isIdentity ? 0 : nil }
    return choice.flatMap { $0(colors(), arguments) }
  }

  /// The code of an app's kernel. Nil for the package's own formulas.
  package let code: FormulaCode?

  private let makeBody: @Sendable ([Argument]) -> Body

  /// Returns the Swift twin with bound arguments, to be called for many pixels.
  package func body(_ arguments: [Argument]) -> Body { makeBody(arguments) }

  /// The GLSL twin's name as mangled by glslang, for example `exposureAdjust(vf4;f1;`.
  package let mangledName: String

  /// Evaluates the Swift twin for a pixel, for tests whose results are calculated by hand.
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
    preservedFacts = (keepsAlpha ? alpha : []).union(keepsGrey ? .grey : [])
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

  /// Creates the formula of an app's kernel. Its arguments are passed as a list.
  package convenience init(
    kernel name: String, inputs: Int, position: Bool, kinds: [Argument.Kind], keepsAlpha: Bool, code: FormulaCode
  ) {
    self.init(
      name, inputs: inputs, position: position, kinds: kinds, keepsClear: false, keepsAlpha: keepsAlpha, code: code
    ) { code.colorBody($0, takesPosition: position) }
  }

  /// Creates a formula from pixel to pixel.
  ///
  /// - Parameters:
  ///   - keepsAlpha: whether the result's alpha is always the input's, so that an opaque input gives an opaque result.
  ///   - keepsGrey: whether equal red, green and blue stay equal.
  ///   - fold: see `Fold`. It must hold for every colour and alpha.
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

  /// Creates a formula that is linear in premultiplied colour for all arguments. Alpha is unchanged.
  ///
  /// - Parameters:
  ///   - rows: the formula as a matrix.
  ///   - fold: see `Fold`. Without it, consecutive steps are multiplied as matrices.
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

  /// Creates a formula of two pixels, for example a blend: foreground first, then background.
  ///
  /// - Parameter chosen: returns the index of the input that the result equals. Its list has the colour of each input
  ///   of constant colour.
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

  /// Creates a formula of three pixels, for example a blend with a mask.
  ///
  /// - Parameters:
  ///   - keepsAlpha: whether the result's alpha is always the first input's.
  ///   - chosen: returns the index of the input that the result equals. Its list has the colour of each input of
  ///     constant colour.
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

  /// Creates a generator: a formula of the position only.
  package convenience init<each A: FormulaArgument>(
    generator name: String, _ twin: @escaping @Sendable (Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 0, position: true, kinds: kindList((repeat each A).self), keepsClear: false) {
      let values = unpacked($0, as: repeat (each A).self)
      return { _, at in twin(at, repeat each values) }
    }
  }

  /// Creates a formula of a pixel and its position, for example a vignette.
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

  /// Creates a formula of two pixels and their position, for example a transition with a moving edge.
  package convenience init<each A: FormulaArgument>(
    transition name: String, keepsClear: Bool = true,
    _ twin: @escaping @Sendable (Color, Color, Point, repeat each A) -> Color
  ) {
    self.init(name, inputs: 2, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors[0], colors[1], at, repeat each values) }
    }
  }

  /// Creates a formula of any number of pixels and their position, for example a transition of several layers.
  package convenience init<each A: FormulaArgument>(
    layers name: String, count: Int, keepsClear: Bool = true, preserves: Preservation = [],
    _ twin: @escaping @Sendable ([Color], Point, repeat each A) -> Color
  ) {
    self.init(
      name, inputs: count, position: true, kinds: kindList((repeat each A).self), keepsClear: keepsClear,
      preserves: preserves
    ) {
      let values = unpacked($0, as: repeat (each A).self)
      return { colors, at in twin(colors, at, repeat each values) }
    }
  }
}

/// Compared by identity: each formula is created once.
extension ColorFormula: Hashable {
  package static func == (a: ColorFormula, b: ColorFormula) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Returns a choice that takes its arguments as a list.
private func untyped<each A: FormulaArgument>(
  _ chosen: (@Sendable ([SIMD4<Float>?], repeat each A) -> Int?)?
) -> ColorFormula.Choice? {
  guard let chosen else { return nil }
  return { colors, arguments in
    var values = ArgumentReader(arguments)
    return chosen(colors, repeat values.next((each A).self))
  }
}

/// Returns a predicate that takes its arguments as a list.
func listed<each A: FormulaArgument>(
  _ predicate: (@Sendable (repeat each A) -> Bool)?
) -> (@Sendable ([Argument]) -> Bool)? {
  guard let predicate else { return nil }
  return { arguments in
    var values = ArgumentReader(arguments)
    return predicate(repeat values.next((each A).self))
  }
}

/// Returns the kinds of a pack of argument types, in order.
func kindList<each A: FormulaArgument>(_ types: (repeat each A).Type) -> [Argument.Kind] {
  var kinds: [Argument.Kind] = []
  repeat kinds.append((each A).kind)
  return kinds
}
