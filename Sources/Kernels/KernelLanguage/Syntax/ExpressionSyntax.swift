/// The syntax of an expression: names are unresolved and types are unknown.
struct ExpressionSyntax: Sendable {
  indirect enum Kind: Sendable {
    case integer(UInt32, isUnsigned: Bool)
    case float(Float)
    case bool(Bool)
    /// Components of qualified names are joined by `::`; known namespaces are omitted.
    case name(String)
    case unary(UnaryOperator, ExpressionSyntax)
    case binary(BinaryOperator, ExpressionSyntax, ExpressionSyntax)
    /// `a = b`, or `a += b` with the operator.
    case assignment(BinaryOperator?, ExpressionSyntax, ExpressionSyntax)
    /// `++a`, `a--`; a postfix operator returns the value before the change.
    case step(ExpressionSyntax, isIncrement: Bool, isPostfix: Bool)
    case sequence(ExpressionSyntax, ExpressionSyntax)
    case conditional(ExpressionSyntax, ExpressionSyntax, ExpressionSyntax)
    case call(String, [ExpressionSyntax])
    /// `T(a, b)` and `T{a, b}`
    case construct(TypeSyntax, [ExpressionSyntax])
    /// `(T)a` and `static_cast<T>(a)`
    case cast(TypeSyntax, ExpressionSyntax)
    /// `as_type<T>(a)`
    case bitCast(TypeSyntax, ExpressionSyntax)
    case member(ExpressionSyntax, String)
    case method(ExpressionSyntax, String, [ExpressionSyntax])
    case element(ExpressionSyntax, ExpressionSyntax)
    /// `{a, b}` in a declaration.
    case list([ExpressionSyntax])
  }

  var kind: Kind
  var location: SourceLocation
  /// The depth of the tree, including this expression.
  var depth: Int
}
