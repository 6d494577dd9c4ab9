import ImageColor
import ImageGraph

/// A recipe without what a slider or another picture changes: symbols for the arguments of colour formulas, placeholders for the
/// sources. Two recipes of the same structure have equal ones, and are planned alike.
///
/// Geometry stays by value, as regions and programs depend on it: rectangles, maps, the arguments of warps and neighbourhoods, the
/// sources' sizes and formats. So do the arguments of colour conversions, which follow from spaces and cancel by value. Equal steps
/// become one and have the same symbols; so whether two parts of a recipe have a step in common is structure, too.
struct SymbolicRecipe {
  let root: Node
  let shapes: [Source.Shape]
  let table = SymbolTable()
  /// What the symbols stand for, by their index; colours as the numbers of the working space.
  private(set) var values: [Argument] = []
  /// Different steps.
  let stepCount: Int
  /// What the placeholders stand for, by their number.
  private(set) var sources: [Source] = []

  private static let conversions = Set(ColorConversions.all.map(\.name))

  init(_ recipe: Node, options: PassOptions) {
    let order = Traversal(recipe)
    var results: [Node] = []
    results.reserveCapacity(order.nodes.count)
    var known: [Node: Node] = [:]
    var numbers: [UInt64: Int] = [:]
    var shapes: [Source.Shape] = []
    for (place, node) in order.nodes.enumerated() {
      if let equal = known[node] {
        results.append(equal)
        continue
      }
      let result: Node
      switch node.op {
      case .source(let source):
        let number = numbers[source.identity] ?? sources.count
        if number == sources.count {
          numbers[source.identity] = number
          sources.append(source)
          shapes.append(source.shape)
        }
        result = .source(Source(placeholder: number, for: shapes[number]))
      case .formula(let formula, let arguments, let extent)
      where !arguments.isEmpty && !Self.conversions.contains(formula.name):
        var symbols: [Argument] = []
        for argument in arguments {
          if case .axis = argument {
            symbols.append(argument)
          } else {
            symbols.append(table.symbol(argument.kind))
            values.append(argument.resolved(options))
          }
        }
        let inputs = node.inputs.indices.map { results[order.place(ofInput: $0, of: place)] }
        result = Node(.formula(formula, symbols, extent), inputs)
      default: result = order.node(at: place, reading: results)
      }
      known[node] = result
      results.append(result)
    }
    root = results[results.count - 1]
    (self.shapes, stepCount) = (shapes, known.count)
  }
}

extension Argument {
  fileprivate func resolved(_ options: PassOptions) -> Argument {
    guard case .color(let color) = self else { return self }
    return color.numbers(in: options.managesColor ? options.workingSpace : nil)
  }
}
