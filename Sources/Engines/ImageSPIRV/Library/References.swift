/// What the identifiers of a module stand for beyond one function, as words of `LibraryFunction.Reference`: a table by
/// identifier.
struct References {
  private var words: [UInt32]
  /// No reference has all bits set: inputs are few.
  private static let none = UInt32.max

  init(bound: UInt32) { words = Array(repeating: Self.none, count: Int(bound)) }

  /// Nil where nothing is known, and for what is no identifier of the module.
  subscript(id: ID) -> UInt32? {
    get {
      guard id < words.count, words[Int(id)] != Self.none else { return nil }
      return words[Int(id)]
    }
    set { words[Int(id)] = newValue ?? Self.none }
  }
}
