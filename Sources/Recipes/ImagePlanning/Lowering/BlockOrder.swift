import ImagePrograms

extension [Program.Block] {
  /// The blocks in the order that programs require: callers first, so that each calls only blocks of higher index.
  var inCallOrder: [Program.Block] {
    if count == 1 { return self }
    var order: [Int] = []
    var visited = Set<Int>()
    func visit(_ block: Int) {
      guard visited.insert(block).inserted else { return }
      for callee in self[block].callees { visit(callee) }
      order.insert(block, at: 0)
    }
    visit(0)
    var index = [Int](repeating: 0, count: count)
    for (new, old) in order.enumerated() { index[old] = new }
    return order.map { self[$0].renumbered(index) }
  }
}

extension Program.Block {
  fileprivate var callees: [Int] {
    instructions.flatMap { instruction -> [Int] in
      switch instruction {
      case .bilinear(let reader, _), .read(let reader, _): [reader]
      case .gather(_, _, let readers): readers
      default: []
      }
    }
  }

  fileprivate func renumbered(_ index: [Int]) -> Program.Block {
    mapped { instruction in
      switch instruction {
      case .bilinear(let reader, let at): .bilinear(reader: index[reader], at: at)
      case .read(let reader, let at): .read(reader: index[reader], at: at)
      case .gather(let function, let arguments, let readers):
        .gather(function, arguments: arguments, readers: readers.map { index[$0] })
      default: instruction
      }
    }
  }
}
