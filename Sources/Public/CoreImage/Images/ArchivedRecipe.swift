import Foundation
import ImageGraph

/// A recipe as values that any coder can write: its images, and its steps, each after those that it reads.
///
/// What is read back is checked: formulas are those of this package, by name, with arguments of their kinds, and
/// images have the bytes that their sizes ask for. Nothing else of an archive is believed.
struct ArchivedRecipe: Codable {
  /// Made of the steps when they are read.
  let node: Node

  private enum CodingKeys: CodingKey { case images, steps }

  private struct Step: Codable {
    let operation: ArchivedOperation
    /// Places of earlier steps.
    let inputs: [Int]
  }

  init(_ node: Node) throws {
    self.node = node
    // Told here already, where the pixels can be fetched and the coder is not yet half way.
    for case .source(let source) in node.topological.map(\.op) { _ = try source.pixels() }
  }

  func encode(to encoder: any Encoder) throws {
    let order = node.topological
    var places: [ObjectIdentifier: Int] = [:]
    var images: [ArchivedBitmap] = []
    var imageNumbers: [Source.Identity: Int] = [:]
    var steps: [Step] = []
    for (place, node) in order.enumerated() {
      places[ObjectIdentifier(node)] = place
      if case .source(let source) = node.op, imageNumbers[source.identity] == nil {
        imageNumbers[source.identity] = images.count
        images.append(ArchivedBitmap(source))
      }
      guard let operation = ArchivedOperation(node.op, imageNumbers) else {
        let reason = "no archive holds the step \(node.op.name)"
        throw EncodingError.invalidValue(
          node, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
      }
      steps.append(Step(operation: operation, inputs: node.inputs.compactMap { places[ObjectIdentifier($0)] }))
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(images, forKey: .images)
    try container.encode(steps, forKey: .steps)
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let sources = try container.decode([ArchivedBitmap].self, forKey: .images).map(\.source)
    let steps = try container.decode([Step].self, forKey: .steps)
    var nodes: [Node] = []
    for step in steps {
      guard step.inputs.allSatisfy({ nodes.indices.contains($0) }), let operation = step.operation.checked(sources),
        operation.inputCount == step.inputs.count
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .steps, in: container, debugDescription: "step \(nodes.count) of the recipe is none")
      }
      nodes.append(Node(operation, step.inputs.map { nodes[$0] }))
    }
    guard let last = nodes.last else {
      throw DecodingError.dataCorruptedError(
        forKey: .steps, in: container, debugDescription: "the recipe has no steps")
    }
    node = last
  }
}
