/// A type as it is written, with the words before and the signs after it.
struct TypeSyntax: Sendable {
  struct Qualifiers: OptionSet, Sendable {
    let rawValue: Int

    static let const = Qualifiers(rawValue: 1)
    /// Metal's address space of what does not change.
    static let constant = Qualifiers(rawValue: 2)
    static let reference = Qualifiers(rawValue: 4)
    static let pointer = Qualifiers(rawValue: 8)
    /// GLSL's `in`, `out` and `inout`.
    static let input = Qualifiers(rawValue: 16)
    static let output = Qualifiers(rawValue: 32)
    static let constexpr = Qualifiers(rawValue: 64)
  }

  /// What an argument of a kernel stands for, where its type alone does not say it.
  enum Role: Sendable { case value, sample, color, table }

  var named: NamedType
  var spelling: String
  var role = Role.value
  var qualifiers: Qualifiers = []
  /// `auto`: the type of what it starts with.
  var isAutomatic = false
  var location: SourceLocation
}
