/// A checked statement: names are resolved, and values have types.
struct Statement: Sendable {
  indirect enum Kind: Sendable {
    case block([Statement])
    /// A variable by index; without a value it is initialised with zero.
    case declare(Int, Value?)
    case evaluate(Value)
    case branch(Value, [Statement], [Statement])
    case loop(Loop)
    case choice(Value, [Choice])
    case leave
    case next
    case `return`(Value?)
  }

  var kind: Kind
  var location: SourceLocation
}

/// A `for`, `while` or `do` loop.
struct Loop: Sendable {
  var initial: [Statement]
  var condition: Value?
  var step: Value?
  var body: [Statement]
  /// False for `do`, which tests after its body.
  var testsFirst = true
  /// The counter of a loop with a constant number of iterations; nil for other loops.
  var counter: Counter?
}

/// The variable that counts the iterations of a loop, with its range.
struct Counter: Hashable, Sendable {
  var variable: Int
  var iterations: Int
  /// Nil for counters that are floats.
  var range: ClosedRange<Int>?
}

/// A case of a `switch`, which falls through to the next unless it leaves.
struct Choice: Sendable {
  /// Nil is `default`.
  var labels: [Int?]
  var body: [Statement]
}

extension [Statement] {
  /// Calls `visit` with every value of these statements, but not with its operands.
  func visitValues(_ visit: (Value) -> Void) {
    for statement in self {
      switch statement.kind {
      case .block(let body): body.visitValues(visit)
      case .declare(_, let value), .return(let value): value.map(visit)
      case .evaluate(let value): visit(value)
      case .branch(let condition, let first, let second):
        visit(condition)
        first.visitValues(visit)
        second.visitValues(visit)
      case .loop(let loop):
        loop.initial.visitValues(visit)
        loop.condition.map(visit)
        loop.step.map(visit)
        loop.body.visitValues(visit)
      case .choice(let value, let choices):
        visit(value)
        for choice in choices { choice.body.visitValues(visit) }
      case .leave, .next: break
      }
    }
  }

  /// Calls `visit` with every loop, outer loops first.
  func visitLoops(_ visit: (Loop) -> Void) {
    for statement in self {
      switch statement.kind {
      case .block(let body): body.visitLoops(visit)
      case .branch(_, let first, let second):
        first.visitLoops(visit)
        second.visitLoops(visit)
      case .loop(let loop):
        visit(loop)
        loop.body.visitLoops(visit)
      case .choice(_, let choices):
        for choice in choices { choice.body.visitLoops(visit) }
      default: break
      }
    }
  }
}
