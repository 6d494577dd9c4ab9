/// A statement as it is written.
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

/// The statements behind one or more labels of a `switch`.
struct CaseSyntax: Sendable {
  /// Nil stands for `default`.
  var labels: [ExpressionSyntax?]
  var body: [StatementSyntax]
  var location: SourceLocation
}

/// One name of a declaration.
struct VariableSyntax: Sendable {
  var type: TypeSyntax
  var name: String
  /// The sizes of an array, outermost first; nil where what it starts with gives the size.
  var dimensions: [ExpressionSyntax?]
  var initial: ExpressionSyntax?
  var location: SourceLocation
}
