/// The references of a module's global identifiers, as words of `LibraryFunction.Reference`: a table by identifier.
struct References {
  private var words: [UInt32]
  /// The word of an identifier without a reference. No reference has all bits set, because the number of inputs is
  /// small.
  private static let none = UInt32.max

  init(bound: UInt32) { words = Array(repeating: Self.none, count: Int(bound)) }

  /// Nil for identifiers without a reference, and for those above the bound.
  subscript(id: ID) -> UInt32? {
    get {
      guard id < words.count, words[Int(id)] != Self.none else { return nil }
      return words[Int(id)]
    }
    set { words[Int(id)] = newValue ?? Self.none }
  }
}
