/// A variable or a parameter of a function.
struct Variable: Sendable {
  enum Passing: Sendable {
    case local
    /// A parameter that gets a copy.
    case input
    /// A parameter whose value goes back to the caller.
    case reference
  }

  var name: String
  var type: Type
  var passing: Passing
  var role = TypeSyntax.Role.value
  var isConstant: Bool
  var isWritten = false
  /// How its numbers lie in bytes of the app.
  var storage: NamedType?
  var location: SourceLocation
}

/// A function whose names are found and whose values have types.
struct Function: Sendable {
  var name: String
  var result: Type
  var mark: FunctionSyntax.Mark?
  /// Parameters come first.
  var variables: [Variable]
  var parameterCount: Int
  var body: [Statement]
  var isDefined: Bool
  var location: SourceLocation

  var parameters: ArraySlice<Variable> { variables[..<parameterCount] }
}

/// A constant of the file.
struct Constant: Sendable {
  var name: String
  var value: Value
}

/// A text whose names are found and whose values have types.
struct CheckedUnit: Sendable {
  var structures: [Structure] = []
  var constants: [Constant] = []
  var functions: [Function] = []
}
