import ImageGraph
import ImagePasses

/// A recipe without what a slider or another picture changes: symbols for the arguments of colour formulas, for steps
/// that have a place (rectangles, maps, the arguments of warps and neighbourhoods), and placeholders for the sources.
/// Two recipes of the same structure have equal ones, and are optimised alike.
///
/// The sources' sizes and formats stay by value. So do the arguments of colour conversions, which follow from spaces
/// and cancel by value. Equal steps become one and have the same symbols; so whether two parts of a recipe have a step
/// in common is structure, too.
struct SymbolicRecipe {
  private(set) var root: Node
  private(set) var shapes: [Source.Shape] = []
  let table = SymbolTable()
  /// What the symbols stand for, by their index; colours as the numbers of the working space.
  private(set) var values: [Argument] = []
  /// What the symbols of steps stand for, by their index; the arguments of colour formulas are symbols there, too.
  private(set) var steps: [Op] = []
  /// What the placeholders stand for, by their number.
  private(set) var sources: [Source] = []
  /// Different steps.
  private(set) var stepCount = 0

  private static let conversions = Set(ColorConversions.all)

  /// - Parameter recipe: settled, so that colours are numbers of the working space.
  init(_ recipe: Node) {
    root = recipe
    let order = Traversal(recipe)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    // In a chain no two steps are equal.
    let canShare = recipe.kinds.contains(.joining)
    var known: [Node: Node] = [:]
    var numbers: [Source.Identity: Int] = [:]
    for (place, node) in order.nodes.enumerated() {
      if canShare, let equal = known[node] {
        results.append(equal)
        continue
      }
      let result: Node
      if case .source(let source) = node.op {
        let number = numbers[source.identity] ?? sources.count
        if number == sources.count {
          numbers[source.identity] = number
          sources.append(source)
          shapes.append(source.shape)
        }
        result = .source(Source(placeholder: number, for: shapes[number]))
      } else {
        result = order.node(at: place, as: symbolic(node.op), reading: results)
      }
      if canShare { known[node] = result }
      results.append(result)
    }
    root = results[results.count - 1]
    stepCount = canShare ? known.count : results.count
  }

  /// The step with symbols; nil where it has nothing to stand for.
  private mutating func symbolic(_ op: Op) -> Op? {
    var step = op
    var isChanged = false
    if case .formula(let formula, let arguments, let extent) = step, !arguments.isEmpty,
      !Self.conversions.contains(formula)
    {
      var symbols: [Argument] = []
      for argument in arguments {
        if case .axis = argument {
          symbols.append(argument)
        } else {
          symbols.append(table.symbol(argument.kind))
          values.append(argument)
        }
      }
      step = .formula(formula, symbols, extent)
      isChanged = true
    }
    guard let symbol = StepSymbol(steps.count, for: step, isSmall: op.isSmall) else { return isChanged ? step : nil }
    steps.append(step)
    return .symbol(symbol)
  }
}

extension Op {
  /// The step with values for the symbols among its arguments; nil where it has none.
  func bound(to values: [Argument]) -> Op? {
    arguments.contains(where: \.isSymbol) ? with(arguments: arguments.map { $0.value(in: values) }) : nil
  }
}

extension Node {
  /// The recipe with steps for their symbols.
  func bound(to steps: [Op]) -> Node {
    bound { op in if case .symbol(let symbol) = op { steps[symbol.index] } else { nil } }
  }

  /// The recipe with values for symbols and sources for placeholders.
  func bound(to values: [Argument], _ sources: [Source]) -> Node {
    bound { op in
      if case .source(let source) = op { return source.placeholderNumber.map { .source(sources[$0]) } }
      return op.bound(to: values)
    }
  }

  private func bound(_ change: (Op) -> Op?) -> Node {
    let order = Traversal(self)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    for (place, node) in order.nodes.enumerated() {
      results.append(order.node(at: place, as: change(node.op), reading: results))
    }
    return results[results.count - 1]
  }
}
