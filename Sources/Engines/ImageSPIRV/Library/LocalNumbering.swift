/// A numbering of the identifiers of a function, in the order of their first occurrence.
///
/// The table by identifier is allocated once for a module; an entry is valid only for the function that set it.
struct LocalNumbering {
  private var numbers: [(function: UInt32, number: UInt32)]
  private var function: UInt32 = 0
  /// The identifiers, by number.
  private(set) var ids: [ID] = []
  private var areDefined: [Bool] = []

  /// - Parameter bound: the bound of the module, which is greater than every identifier.
  init(bound: UInt32) { numbers = Array(repeating: (0, 0), count: Int(bound)) }

  /// Discards the numbers of the previous function.
  mutating func startFunction() {
    function += 1
    ids.removeAll(keepingCapacity: true)
    areDefined.removeAll(keepingCapacity: true)
  }

  mutating func number(of id: ID) -> Int {
    let entry = numbers[Int(id)]
    if entry.function == function { return Int(entry.number) }
    numbers[Int(id)] = (function, UInt32(ids.count))
    ids.append(id)
    areDefined.append(false)
    return ids.count - 1
  }

  mutating func define(_ number: Int) { areDefined[number] = true }

  /// An identifier that the function uses but does not define; nil if there is none.
  var undefined: ID? { areDefined.firstIndex(of: false).map { ids[$0] } }
}
