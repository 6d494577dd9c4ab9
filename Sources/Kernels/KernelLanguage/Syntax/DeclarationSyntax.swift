/// The syntax of a function.
struct FunctionSyntax: Sendable {
  /// The annotation that marks a function as a kernel.
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

/// The syntax of a `struct`. Types refer to it by its index.
struct StructureSyntax: Sendable {
  var name: String
  var fields: [VariableSyntax]
  var location: SourceLocation
}

/// The syntax of an enumerator. Without a value, it is one more than the one before it.
struct EnumeratorSyntax: Sendable {
  var name: String
  var type: Type
  var value: ExpressionSyntax?
  var isFirst: Bool
  var location: SourceLocation
}

/// All declarations of a source, in order.
struct TranslationUnit: Sendable {
  var functions: [FunctionSyntax] = []
  var structures: [StructureSyntax] = []
  var enumerators: [EnumeratorSyntax] = []
  var constants: [VariableSyntax] = []
}
