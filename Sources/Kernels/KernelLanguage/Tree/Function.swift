/// A variable or a parameter of a function.
struct Variable: Sendable {
  enum Passing: Sendable {
    case local
    /// A parameter that is passed by value.
    case input
    /// A parameter that is passed by reference.
    case reference
  }

  var name: String
  var type: Type
  var passing: Passing
  var role = TypeSyntax.Role.value
  var isConstant: Bool
  var isWritten = false
  /// The storage of a data parameter's components.
  var storage: NamedType?
  var location: SourceLocation
}

/// A checked function: names are resolved, and values have types.
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

/// A global constant.
struct Constant: Sendable {
  var name: String
  var value: Value
}

/// A checked source: names are resolved, and values have types.
struct CheckedUnit: Sendable {
  var structures: [Structure] = []
  var constants: [Constant] = []
  var functions: [Function] = []
}
