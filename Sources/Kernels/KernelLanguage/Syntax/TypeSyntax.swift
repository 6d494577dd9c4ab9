/// The syntax of a type with its qualifiers.
struct TypeSyntax: Sendable {
  struct Qualifiers: OptionSet, Sendable {
    let rawValue: Int

    static let const = Qualifiers(rawValue: 1)
    /// Metal's constant address space.
    static let constant = Qualifiers(rawValue: 2)
    static let reference = Qualifiers(rawValue: 4)
    static let pointer = Qualifiers(rawValue: 8)
    /// GLSL's `in`, `out` and `inout`.
    static let input = Qualifiers(rawValue: 16)
    static let output = Qualifiers(rawValue: 32)
    static let constexpr = Qualifiers(rawValue: 64)
  }

  /// The meaning of a kernel argument that its type alone does not determine.
  enum Role: Sendable { case value, sample, color, table }

  var named: NamedType
  var spelling: String
  var role = Role.value
  var qualifiers: Qualifiers = []
  /// `auto`: the type of the initial value.
  var isAutomatic = false
  var location: SourceLocation
}
