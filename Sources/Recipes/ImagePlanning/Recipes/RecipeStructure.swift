import ImageGraph
import ImagePasses

/// A recipe divided into its structure, which is the key of the cache, and the properties that change between renders:
/// the values of colour formulas, the geometry of steps (rectangles, maps, the arguments of warps and region formulas),
/// and the sources.
///
/// Recipes of a structure are optimised alike. The structure includes the sources' sizes and formats. It includes the
/// arguments of colour conversions, which depend on colour spaces and are compared when they cancel. Equal steps are
/// merged, so whether two subtrees have a step in common is part of the structure.
struct RecipeStructure {
  /// A step without its values, geometry and source.
  fileprivate enum Step: Hashable {
    case source
    case formula(ColorFormula, ExtentRule)
    case geometric(StepSymbol)
    case constant(Op)
  }

  /// A key that is equal for recipes of the same structure.
  struct Key: Hashable {
    fileprivate var steps: [Step] = []
    /// The numbers of the inputs of all steps, in order. Empty for a chain.
    fileprivate var links: [Int] = []
    fileprivate var shapes: [Source.Shape] = []
    fileprivate let options: PassOptions
    /// See `ResolvedRecipe.isDecoded`.
    fileprivate let isDecoded: Bool
  }

  private(set) var key: Key
  /// The arguments of colour formulas.
  private(set) var values: [Argument] = []
  /// The geometric steps. Those whose arguments are in `values` have none here.
  private(set) var geometry: [Op] = []
  private(set) var sources: [Source] = []
  /// The steps of the recipe, without duplicates.
  private var nodes: [Node] = []

  private static let conversions = Set(ColorConversions.all)

  /// Divides a recipe.
  ///
  /// - Parameter recipe: a resolved recipe, in which colours are in the working space.
  init(_ recipe: Node, _ options: PassOptions, isDecoded: Bool) {
    key = Key(options: options, isDecoded: isDecoded)
    let order = Traversal(recipe)
    key.steps.reserveCapacity(order.nodes.count)
    values.reserveCapacity(2 * order.nodes.count)
    // A chain has no two equal steps.
    guard recipe.kinds.contains(.joining) else {
      nodes = order.nodes
      for node in nodes { add(node.op) }
      return
    }
    var numbers: [Int] = []
    var firstNumbers: [Node: Int] = [:]
    for (step, node) in order.nodes.enumerated() {
      let number = firstNumbers[node] ?? nodes.count
      numbers.append(number)
      if number < nodes.count { continue }
      firstNumbers[node] = number
      nodes.append(node)
      for index in node.inputs.indices { key.links.append(numbers[order.index(ofInput: index, of: step)]) }
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
        add(geometric: .formula(formula, [], rule))
      } else {
        key.steps.append(.formula(formula, rule))
      }
    case .crop, .clamp, .affine, .formula, .warp, .region, .histogram: add(geometric: op)
    case .empty, .sampled, .matched, .intermediate, .symbol: key.steps.append(.constant(op))
    }
  }

  private mutating func add(geometric op: Op) {
    guard let symbol = StepSymbol(geometry.count, for: op, isSmall: op.isSmall) else {
      key.steps.append(.constant(op))
      return
    }
    geometry.append(op)
    key.steps.append(.geometric(symbol))
  }

  /// Axes are part of a program, so no symbol replaces them.
  private static func takesValues(_ formula: ColorFormula) -> Bool {
    !formula.kinds.isEmpty && !formula.kinds.contains(.axis) && !conversions.contains(formula)
  }

  /// The number of different steps.
  var stepCount: Int { nodes.count }

  /// Returns the recipe with symbols for values and geometric steps, and placeholders for sources.
  ///
  /// - Returns: the recipe, and the symbols of the arguments of each geometric step; nil if the step has its own
  ///   arguments.
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
      case .geometric(let symbol):
        if case .formula(let formula, _, _) = node.op, Self.takesValues(formula) {
          arguments.append(symbols(formula))
        } else {
          arguments.append(nil)
        }
        op = .symbol(symbol)
      case .constant(let constant): op = constant
      }
      let inputs =
        key.links.isEmpty ? results.suffix(node.inputs.count) : links.prefix(node.inputs.count).map { results[$0] }
      links = links.dropFirst(node.inputs.count)
      results.append(Node(op, Array(inputs)))
    }
    return (results[results.count - 1], arguments)
  }
}
