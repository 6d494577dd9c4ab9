/// The registers that hold copies of others, during an analysis of instructions.
///
/// The copies of a register are a doubly linked list in arrays, so that a write costs time in proportion to the copies
/// that it ends.
struct RegisterCopies {
  private static let none: Int32 = -1
  private var origins, firsts, nexts, previouses: [Int32]

  init(registerCount: Int) {
    origins = Array(repeating: Self.none, count: registerCount)
    (firsts, nexts, previouses) = (origins, origins, origins)
  }

  /// Returns the register of which this one is a copy, or itself.
  func origin(of register: Int32) -> Int32 {
    let origin = origins[Int(register)]
    return origin == Self.none ? register : origin
  }

  /// Records a write: the register is no longer a copy, and has no copies.
  mutating func write(_ register: Int32) {
    leave(register)
    var copy = firsts[Int(register)]
    while copy != Self.none {
      let next = nexts[Int(copy)]
      (origins[Int(copy)], nexts[Int(copy)], previouses[Int(copy)]) = (Self.none, Self.none, Self.none)
      copy = next
    }
    firsts[Int(register)] = Self.none
  }

  /// Records a copy. Must be called after `write` of the copy.
  mutating func copy(_ origin: Int32, to copy: Int32) {
    let first = firsts[Int(origin)]
    (origins[Int(copy)], nexts[Int(copy)], previouses[Int(copy)]) = (origin, first, Self.none)
    if first != Self.none { previouses[Int(first)] = copy }
    firsts[Int(origin)] = copy
  }

  private mutating func leave(_ copy: Int32) {
    let origin = origins[Int(copy)]
    guard origin != Self.none else { return }
    let (next, previous) = (nexts[Int(copy)], previouses[Int(copy)])
    if previous == Self.none { firsts[Int(origin)] = next } else { nexts[Int(previous)] = next }
    if next != Self.none { previouses[Int(next)] = previous }
    (origins[Int(copy)], nexts[Int(copy)], previouses[Int(copy)]) = (Self.none, Self.none, Self.none)
  }
}
