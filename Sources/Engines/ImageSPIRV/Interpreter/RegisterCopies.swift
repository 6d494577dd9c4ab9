/// Which registers hold a copy of another one, while instructions are followed.
///
/// The copies of a register are a list, linked by tables, so that to write to it, or to one of them, costs as many
/// steps as copies end with that.
struct RegisterCopies {
  private static let none: Int32 = -1
  private var origins, firsts, nexts, previouses: [Int32]

  init(registerCount: Int) {
    origins = Array(repeating: Self.none, count: registerCount)
    (firsts, nexts, previouses) = (origins, origins, origins)
  }

  /// What it is a copy of, or itself.
  func origin(of register: Int32) -> Int32 {
    let origin = origins[Int(register)]
    return origin == Self.none ? register : origin
  }

  /// Another value is in it: it is no copy any more, and there are none of it.
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

  /// To be called behind `write` of the copy.
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
