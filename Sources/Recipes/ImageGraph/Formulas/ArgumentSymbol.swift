import Synchronization

/// Stands for an argument while a recipe is planned for any values: known by its number only.
///
/// Looking at the value is noted in the table, and such a plan is good for nobody else.
package struct ArgumentSymbol: Hashable, Sendable {
  package let index: Int
  package let kind: Argument.Kind
  private let table: SymbolTable

  fileprivate init(_ index: Int, _ kind: Argument.Kind, _ table: SymbolTable) {
    (self.index, self.kind, self.table) = (index, kind, table)
  }

  /// Called where somebody asks for the value, which there is none of.
  func noteLook() { table.noteLook() }

  fileprivate func derived(
    _ computation: Argument.Computation, from inputs: [Argument], _ kinds: [Argument.Kind],
    _ make: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument] { table.derived(computation, from: inputs, kinds, make) }

  package static func == (a: Self, b: Self) -> Bool { a.index == b.index && a.kind == b.kind }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(kind)
  }
}

/// The symbols of one recipe: first those that stand for its own arguments, then those that rules made of others.
package final class SymbolTable: Sendable {
  /// A symbol of this table by its index, as the table cannot hold itself; or a value.
  private enum Input: Hashable, Sendable {
    case symbol(Int)
    case value(Argument)

    init(_ argument: Argument) {
      self = if case .symbol(let symbol) = argument { .symbol(symbol.index) } else { .value(argument) }
    }
  }

  private struct Derivation: Sendable {
    var inputs: [Input]
    var make: @Sendable ([Argument]) -> [Argument]?
    var count: Int
  }

  private struct Known: Hashable {
    var computation: Argument.Computation
    var inputs: [Input]
  }

  private struct State {
    var count = 0
    var derivations: [Derivation] = []
    /// The index of the first symbol.
    var known: [Known: Int] = [:]
    var isLookedAt = false
  }

  private let state = Mutex(State())

  package init() {}

  /// A symbol for one more argument of the recipe.
  package func symbol(_ kind: Argument.Kind) -> Argument {
    state.withLock { state in
      state.count += 1
      return .symbol(ArgumentSymbol(state.count - 1, kind, self))
    }
  }

  /// Symbols for what `make` gives of others; the same ones when asked for the same computation of the same.
  fileprivate func derived(
    _ computation: Argument.Computation, from inputs: [Argument], _ kinds: [Argument.Kind],
    _ make: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument] {
    let inputs = inputs.map(Input.init)
    let first = state.withLock { state in
      let key = Known(computation: computation, inputs: inputs)
      if let known = state.known[key] { return known }
      let first = state.count
      state.count += kinds.count
      state.derivations.append(Derivation(inputs: inputs, make: make, count: kinds.count))
      state.known[key] = first
      return first
    }
    return kinds.enumerated().map { .symbol(ArgumentSymbol(first + $0, $1, self)) }
  }

  fileprivate func noteLook() { state.withLock { $0.isLookedAt = true } }

  /// True when a value was asked for: then what was planned may hold for no values at all.
  package var isLookedAt: Bool { state.withLock { $0.isLookedAt } }

  /// The value of every symbol, by its index; nil when a rule would not have applied to these values.
  package func values(for arguments: [Argument]) -> [Argument]? {
    var values = arguments
    for derivation in state.withLock({ $0.derivations }) {
      guard
        let made = derivation.make(
          derivation.inputs.map { input in
            switch input {
            case .symbol(let index): values[index]
            case .value(let argument): argument
            }
          }), made.count == derivation.count
      else { return nil }
      values += made
    }
    return values
  }
}

extension Argument {
  /// How a rule computes arguments of others: which rule, and the formulas of the steps whose arguments they are.
  package enum Computation: Hashable, Sendable {
    /// Two steps of a formula become one of it.
    case folded(ColorFormula)
    /// Two linear steps become one.
    case multiplied(ColorFormula, ColorFormula)
  }

  /// What `make` gives of the inputs; with symbols among them, symbols for it, and `make` is asked when their values
  /// are known.
  ///
  /// How rules compute arguments of others. That `make` gives nil, so that the rule does not apply, must be rare:
  /// recipes that it happens to with their values are planned anew for each render.
  ///
  /// - Parameter computation: what `make` does; different for different `make`.
  package static func derived(
    _ computation: Computation, from inputs: [Argument], _ kinds: [Kind],
    _ make: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument]? {
    for case .symbol(let symbol) in inputs { return symbol.derived(computation, from: inputs, kinds, make) }
    return make(inputs)
  }

  /// The argument itself, or what its symbol stands for.
  package func value(in values: [Argument]) -> Argument {
    if case .symbol(let symbol) = self { values[symbol.index] } else { self }
  }

  package var isSymbol: Bool { if case .symbol = self { true } else { false } }
}
