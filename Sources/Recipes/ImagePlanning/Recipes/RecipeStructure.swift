import ImageGraph
import ImagePasses

/// A recipe taken apart: its structure, by which it is known; and what a slider or another image changes, which are
/// the values of colour formulas, the places of steps (rectangles, maps, the arguments of warps and neighbourhoods) and
/// the sources.
///
/// Recipes of one structure are optimised alike. The sources' sizes and formats take part in it. So do the arguments of
/// colour conversions, which follow from spaces and cancel by value. Equal steps count as one; so whether two parts of
/// a recipe have a step in common is structure, too.
struct RecipeStructure {
  /// A step without what is kept apart.
  fileprivate enum Step: Hashable {
    case source
    case formula(ColorFormula, ExtentRule)
    case placed(StepSymbol)
    case exactly(Op)
  }

  /// Equal for recipes of the same structure.
  struct Key: Hashable {
    fileprivate var steps: [Step] = []
    /// The numbers of the steps that steps read, one step after the other; empty for a chain.
    fileprivate var links: [Int] = []
    fileprivate var shapes: [Source.Shape] = []
    fileprivate let options: PassOptions
    /// See `ResolvedRecipe.hasLight`.
    fileprivate let hasLight: Bool
  }

  private(set) var key: Key
  /// The arguments of colour formulas.
  private(set) var values: [Argument] = []
  /// The steps that have a place; those that take `values` without arguments.
  private(set) var places: [Op] = []
  private(set) var sources: [Source] = []
  /// The recipe's steps, one of each that are equal.
  private var nodes: [Node] = []

  private static let conversions = Set(ColorConversions.all)

  /// - Parameter recipe: settled, so that colours are numbers of the working space.
  init(_ recipe: Node, _ options: PassOptions, hasLight: Bool) {
    key = Key(options: options, hasLight: hasLight)
    let order = Traversal(recipe)
    key.steps.reserveCapacity(order.nodes.count)
    values.reserveCapacity(2 * order.nodes.count)
    // In a chain no two steps are equal.
    guard recipe.kinds.contains(.joining) else {
      nodes = order.nodes
      for node in nodes { add(node.op) }
      return
    }
    var numbers: [Int] = []
    var known: [Node: Int] = [:]
    for (place, node) in order.nodes.enumerated() {
      let number = known[node] ?? nodes.count
      numbers.append(number)
      if number < nodes.count { continue }
      known[node] = number
      nodes.append(node)
      for index in node.inputs.indices { key.links.append(numbers[order.place(ofInput: index, of: place)]) }
      add(node.op)
    }
  }

  private mutating func add(_ op: Op) {
    switch op {
    case .source(let source):
      sources.append(source)
      key.shapes.append(source.shape)
      key.steps.append(.source)
    case .formula(let formula, let arguments, let rule) where Self.takesValues(formula):
      values += arguments
      if case .stated = rule {
        add(placed: .formula(formula, [], rule))
      } else {
        key.steps.append(.formula(formula, rule))
      }
    case .crop, .clamp, .affine, .formula, .warp, .region, .histogram: add(placed: op)
    case .empty, .sampled, .matched, .intermediate, .symbol: key.steps.append(.exactly(op))
    }
  }

  private mutating func add(placed op: Op) {
    guard let symbol = StepSymbol(places.count, for: op, isSmall: op.isSmall) else {
      key.steps.append(.exactly(op))
      return
    }
    places.append(op)
    key.steps.append(.placed(symbol))
  }

  /// Programs are made for axes, which no symbol stands for.
  private static func takesValues(_ formula: ColorFormula) -> Bool {
    !formula.kinds.isEmpty && !formula.kinds.contains(.axis) && !conversions.contains(formula)
  }

  /// Different steps.
  var stepCount: Int { nodes.count }

  /// The recipe with symbols for values and places, and placeholders for sources.
  ///
  /// - Returns: beside it, by the number of a place, the symbols that its step takes; nil where it has its arguments.
  func symbolic(_ table: SymbolTable) -> (root: Node, arguments: [[Argument]?]) {
    var results: [Node] = []
    var arguments: [[Argument]?] = []
    var links = key.links[...]
    var shapes = key.shapes.enumerated().makeIterator()
    for (node, step) in zip(nodes, key.steps) {
      func symbols(_ formula: ColorFormula) -> [Argument] { formula.kinds.map(table.symbol) }
      let op: Op
      switch step {
      case .source:
        guard let (number, shape) = shapes.next() else { preconditionFailure("a source has a shape") }
        op = .source(Source(placeholder: number, for: shape))
      case .formula(let formula, let rule): op = .formula(formula, symbols(formula), rule)
      case .placed(let symbol):
        if case .formula(let formula, _, _) = node.op, Self.takesValues(formula) {
          arguments.append(symbols(formula))
        } else {
          arguments.append(nil)
        }
        op = .symbol(symbol)
      case .exactly(let same): op = same
      }
      let inputs =
        key.links.isEmpty ? results.suffix(node.inputs.count) : links.prefix(node.inputs.count).map { results[$0] }
      links = links.dropFirst(node.inputs.count)
      results.append(Node(op, Array(inputs)))
    }
    return (results[results.count - 1], arguments)
  }
}
