import Foundation
import ImageGraph

/// A recipe as values that any coder can write: its images, and its steps, each after its inputs.
///
/// Archives are validated when they are read: formulas must be those of this package, by name, with arguments of the
/// right kinds, and images must have the bytes that their sizes require. Nothing else of an archive is used.
struct ArchivedRecipe: Codable {
  /// The recipe; created from the steps when an archive is read.
  let node: Node

  private enum CodingKeys: CodingKey { case images, steps }

  private struct Step: Codable {
    let operation: ArchivedOperation
    /// Indices of earlier steps.
    let inputs: [Int]
  }

  init(_ node: Node) throws {
    self.node = node
    // Decoding errors are thrown here, before the coder has written anything.
    for case .source(let source) in node.topological.map(\.op) { _ = try source.pixels() }
  }

  func encode(to encoder: any Encoder) throws {
    let order = node.topological
    var indices: [ObjectIdentifier: Int] = [:]
    var images: [ArchivedBitmap] = []
    var imageNumbers: [Source.Identity: Int] = [:]
    var steps: [Step] = []
    for (index, node) in order.enumerated() {
      indices[ObjectIdentifier(node)] = index
      if case .source(let source) = node.op, imageNumbers[source.identity] == nil {
        imageNumbers[source.identity] = images.count
        images.append(ArchivedBitmap(source))
      }
      guard let operation = ArchivedOperation(node.op, imageNumbers) else {
        let reason = "the step \(node.op.name) cannot be archived"
        throw EncodingError.invalidValue(
          node, EncodingError.Context(codingPath: encoder.codingPath, debugDescription: reason))
      }
      steps.append(Step(operation: operation, inputs: node.inputs.compactMap { indices[ObjectIdentifier($0)] }))
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
          forKey: .steps, in: container, debugDescription: "step \(nodes.count) of the recipe is invalid")
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
