/// The call graph of a source. Reports recursion and excessive call depth, and measures the cost of each call.
struct CallGraph {
  private let unit: CheckedUnit
  private let reporter: Reporter
  /// The functions that each function calls.
  private(set) var callees: [[Int]] = []

  struct Measure {
    /// The depth of nested calls, including this function.
    var depth = 1
    /// Bytes of local variables that are alive at once.
    var bytes = 0
    /// The number of calls, counting the body of each loop once.
    var calls = 1
    /// Iterations and calls, counting the body of a counted loop once for each iteration, of other loops once.
    var iterations = 1
  }

  /// The measure of each function; nil for recursive functions.
  private(set) var measures: [Measure?] = []

  init(_ unit: CheckedUnit, reporter: Reporter) {
    (self.unit, self.reporter) = (unit, reporter)
    callees = unit.functions.map { function in
      var callees: [Int] = []
      function.body.visitValues { value in
        value.visitAll { if case .call(let number, _) = $0.kind, !callees.contains(number) { callees.append(number) } }
      }
      return callees
    }
    measures = Array(repeating: nil, count: unit.functions.count)
    var state = Array(repeating: State.new, count: unit.functions.count)
    for number in unit.functions.indices { visit(number, &state) }
  }

  private enum State { case new, open, done }

  /// Visits a function and its callees. The recursion is at most `Limits.functions` deep.
  private mutating func visit(_ number: Int, _ state: inout [State]) {
    guard state[number] == .new else { return }
    state[number] = .open
    for callee in callees[number] {
      if state[callee] == .open {
        let function = unit.functions[callee]
        reporter.error("'\(function.name)' calls itself", at: function.location, allowed: "loops")
      }
      visit(callee, &state)
    }
    state[number] = .done
    let function = unit.functions[number]
    var measure = Measure()
    measure.depth = 1 + (callees[number].compactMap { measures[$0]?.depth }.max() ?? 0)
    let own = function.variables.reduce(0) { $0 + 4 * Self.scalarCount($1.type, unit) }
    measure.bytes = own + (callees[number].compactMap { measures[$0]?.bytes }.max() ?? 0)
    (measure.calls, measure.iterations) = work(function.body)
    measures[number] = measure
    refuse("nested function calls", measure.depth, Limits.callDepth, function)
    refuse("bytes of variables along a chain of calls", measure.bytes, Limits.localBytes, function)
    refuse("calls of one pixel without loops", measure.calls, Limits.pixelCalls, function)
  }

  private func refuse(_ what: String, _ requested: Int, _ allowed: Int, _ function: Function) {
    if requested > allowed {
      reporter.limit("\(what), in '\(function.name)'", requested: requested, allowed: allowed, at: function.location)
    }
  }

  /// Returns the calls with the body of each loop counted once, and the iterations with counted loops multiplied out.
  private func work(_ statements: [Statement]) -> (calls: Int, iterations: Int) {
    var total = (calls: 1, iterations: 1)
    func add(_ other: (calls: Int, iterations: Int), times count: Int = 1) {
      total.calls = min(total.calls + other.calls, 1 << 24)
      let (product, overflows) = other.iterations.multipliedReportingOverflow(by: count)
      total.iterations = min(total.iterations + (overflows ? 1 << 24 : min(product, 1 << 24)), 1 << 24)
    }
    func add(_ value: Value?) {
      value?.visitAll { part in
        guard case .call(let number, _) = part.kind, let measure = measures[number] else { return }
        add((measure.calls, measure.iterations))
      }
    }
    for statement in statements {
      switch statement.kind {
      case .block(let body): add(work(body))
      case .declare(_, let value), .return(let value): add(value)
      case .evaluate(let value): add(value)
      case .branch(let condition, let first, let second):
        add(condition)
        add(work(first))
        add(work(second))
      case .loop(let loop):
        add(work(loop.initial))
        let values = [loop.condition, loop.step].compactMap { $0 }
        let round = loop.body + values.map { Statement(kind: .evaluate($0), location: $0.location) }
        add(work(round), times: loop.counter?.iterations ?? 1)
      case .choice(let value, let choices):
        add(value)
        for choice in choices { add(work(choice.body)) }
      case .leave, .next: break
      }
    }
    return total
  }

  private static func scalarCount(_ type: Type, _ unit: CheckedUnit) -> Int {
    switch type {
    case .scalar: 1
    case .vector(_, let count): count
    case .matrix(let columns, let rows): columns * rows
    case .array(let element, let count): min(scalarCount(element, unit) * count, 1 << 20)
    case .structure(let number):
      unit.structures[number].fields.reduce(0) { min($0 + scalarCount($1.type, unit), 1 << 20) }
    case .void, .sampler, .destination, .groupDestination, .data: 0
    }
  }
}
