/// The syntax of a statement.
struct StatementSyntax: Sendable {
  indirect enum Kind: Sendable {
    case empty
    case block([StatementSyntax])
    case declaration([VariableSyntax])
    case expression(ExpressionSyntax)
    case `if`(ExpressionSyntax, StatementSyntax, StatementSyntax?)
    case `for`(StatementSyntax, ExpressionSyntax?, ExpressionSyntax?, StatementSyntax)
    case `while`(ExpressionSyntax, StatementSyntax)
    case `do`(StatementSyntax, ExpressionSyntax)
    case `switch`(ExpressionSyntax, [CaseSyntax])
    case `break`
    case `continue`
    case `return`(ExpressionSyntax?)
  }

  var kind: Kind
  var location: SourceLocation
}

/// The statements after one or more labels of a `switch`.
struct CaseSyntax: Sendable {
  /// Nil is `default`.
  var labels: [ExpressionSyntax?]
  var body: [StatementSyntax]
  var location: SourceLocation
}

/// A declared variable, constant, parameter or field.
struct VariableSyntax: Sendable {
  var type: TypeSyntax
  var name: String
  /// The sizes of an array, outermost first; nil if the initial value determines the size.
  var dimensions: [ExpressionSyntax?]
  var initial: ExpressionSyntax?
  var location: SourceLocation
}
