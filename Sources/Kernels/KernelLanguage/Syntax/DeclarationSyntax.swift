/// A function as it is written.
struct FunctionSyntax: Sendable {
  /// How a function says that it is a kernel.
  enum Mark: Sendable {
    /// `kernel` of the Core Image Kernel Language.
    case kernel
    /// `[[stitchable]]`
    case stitchable
    /// `extern "C"`: a kernel unless another function calls it.
    case external
  }

  var result: TypeSyntax
  var name: String
  var parameters: [VariableSyntax]
  /// Nil for a prototype.
  var body: [StatementSyntax]?
  var mark: Mark?
  var location: SourceLocation
  var end: SourceLocation
}

/// A `struct` as it is written; its number is its place among all.
struct StructureSyntax: Sendable {
  var name: String
  var fields: [VariableSyntax]
  var location: SourceLocation
}

/// One name of an `enum`; its value is one more than that before, where none is written.
struct EnumeratorSyntax: Sendable {
  var name: String
  var type: Type
  var value: ExpressionSyntax?
  var isFirst: Bool
  var location: SourceLocation
}

/// All that a text declares, in its order.
struct TranslationUnit: Sendable {
  var functions: [FunctionSyntax] = []
  var structures: [StructureSyntax] = []
  var enumerators: [EnumeratorSyntax] = []
  var constants: [VariableSyntax] = []
}
