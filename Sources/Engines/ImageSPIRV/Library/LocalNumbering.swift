/// Numbers the identifiers of one function of a module after another, in the order in which they are met.
///
/// A table by identifier, made once for the whole module: a number counts for the function that it was given in.
struct LocalNumbering {
  private var numbers: [(function: UInt32, number: UInt32)]
  private var function: UInt32 = 0
  /// The identifiers, by number.
  private(set) var ids: [ID] = []
  private var areDefined: [Bool] = []

  /// - Parameter bound: of the module: greater than every identifier that is asked for.
  init(bound: UInt32) { numbers = Array(repeating: (0, 0), count: Int(bound)) }

  /// Forgets those of the function before.
  mutating func startFunction() {
    function += 1
    ids.removeAll(keepingCapacity: true)
    areDefined.removeAll(keepingCapacity: true)
  }

  mutating func number(of id: ID) -> Int {
    let known = numbers[Int(id)]
    if known.function == function { return Int(known.number) }
    numbers[Int(id)] = (function, UInt32(ids.count))
    ids.append(id)
    areDefined.append(false)
    return ids.count - 1
  }

  mutating func define(_ number: Int) { areDefined[number] = true }

  /// One that the function uses and does not define.
  var undefined: ID? { areDefined.firstIndex(of: false).map { ids[$0] } }
}
