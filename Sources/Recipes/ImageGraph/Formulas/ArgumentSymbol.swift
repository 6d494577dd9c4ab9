import Synchronization

/// A placeholder for an argument while a recipe is planned for any values. It is identified by its index.
///
/// The table notes each read of a symbol's value. A plan made with such a read is not cached.
package struct ArgumentSymbol: Hashable, Sendable {
  package let index: Int
  package let kind: Argument.Kind
  private let table: SymbolTable

  fileprivate init(_ index: Int, _ kind: Argument.Kind, _ table: SymbolTable) {
    (self.index, self.kind, self.table) = (index, kind, table)
  }

  /// Notes that the value was read, although a symbol has none.
  func noteRead() { table.noteRead() }

  fileprivate func derived(
    _ computation: Argument.Computation, from inputs: [Argument], _ kinds: [Argument.Kind],
    _ compute: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument] { table.derived(computation, from: inputs, kinds, compute) }

  package static func == (a: Self, b: Self) -> Bool { a.index == b.index && a.kind == b.kind }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(index)
    hasher.combine(kind)
  }
}

/// The symbols of a recipe: first those of its own arguments, then those that rules derive from other symbols.
package final class SymbolTable: Sendable {
  /// A symbol of this table, by its index since the table cannot reference itself; or a value.
  private enum Input: Hashable, Sendable {
    case symbol(Int)
    case value(Argument)

    init(_ argument: Argument) {
      self = if case .symbol(let symbol) = argument { .symbol(symbol.index) } else { .value(argument) }
    }
  }

  private struct Derivation: Sendable {
    var inputs: [Input]
    var compute: @Sendable ([Argument]) -> [Argument]?
    var count: Int
  }

  private struct DerivationKey: Hashable {
    var computation: Argument.Computation
    var inputs: [Input]
  }

  private struct State {
    var count = 0
    var derivations: [Derivation] = []
    /// The index of the first symbol of each derivation.
    var firstIndices: [DerivationKey: Int] = [:]
    var isValueRead = false
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns a symbol for a further argument of the recipe.
  package func symbol(_ kind: Argument.Kind) -> Argument {
    state.withLock { state in
      state.count += 1
      return .symbol(ArgumentSymbol(state.count - 1, kind, self))
    }
  }

  /// Returns symbols for the result of `compute`. Equal computations of equal inputs return the same symbols.
  fileprivate func derived(
    _ computation: Argument.Computation, from inputs: [Argument], _ kinds: [Argument.Kind],
    _ compute: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument] {
    let inputs = inputs.map(Input.init)
    let first = state.withLock { state in
      let key = DerivationKey(computation: computation, inputs: inputs)
      if let first = state.firstIndices[key] { return first }
      let first = state.count
      state.count += kinds.count
      state.derivations.append(Derivation(inputs: inputs, compute: compute, count: kinds.count))
      state.firstIndices[key] = first
      return first
    }
    return kinds.enumerated().map { .symbol(ArgumentSymbol(first + $0, $1, self)) }
  }

  fileprivate func noteRead() { state.withLock { $0.isValueRead = true } }

  /// Whether a symbol's value was read. If so, a plan of this recipe may not be valid for other values.
  package var isValueRead: Bool { state.withLock { $0.isValueRead } }

  /// Returns the value of every symbol, by its index. Returns nil if a rule would not apply to these values.
  package func values(for arguments: [Argument]) -> [Argument]? {
    var values = arguments
    for derivation in state.withLock({ $0.derivations }) {
      guard
        let derived = derivation.compute(
          derivation.inputs.map { input in
            switch input {
            case .symbol(let index): values[index]
            case .value(let argument): argument
            }
          }), derived.count == derivation.count
      else { return nil }
      values += derived
    }
    return values
  }
}

extension Argument {
  /// The identity of a computation that derives arguments: the rule, and the formulas of its steps.
  package enum Computation: Hashable, Sendable {
    /// Two consecutive steps of a formula become one step of it.
    case folded(ColorFormula)
    /// Two linear steps become one.
    case multiplied(ColorFormula, ColorFormula)
  }

  /// Returns the result of `compute` for the inputs. If an input is a symbol, returns symbols for the result, and
  /// `compute` is called when values are known.
  ///
  /// Rules derive arguments by this function. A nil result of `compute` means that the rule does not apply. This must
  /// be rare: a recipe with such values is planned again for each render.
  ///
  /// - Parameter computation: the identity of `compute`, different for each.
  package static func derived(
    _ computation: Computation, from inputs: [Argument], _ kinds: [Kind],
    _ compute: @escaping @Sendable ([Argument]) -> [Argument]?
  ) -> [Argument]? {
    for case .symbol(let symbol) in inputs { return symbol.derived(computation, from: inputs, kinds, compute) }
    return compute(inputs)
  }

  /// Returns the argument, or the value of its symbol.
  package func value(in values: [Argument]) -> Argument {
    if case .symbol(let symbol) = self { values[symbol.index] } else { self }
  }

  package var isSymbol: Bool { if case .symbol = self { true } else { false } }
}
