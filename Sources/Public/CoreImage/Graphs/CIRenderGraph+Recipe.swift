import Foundation
import ImageGraph
import ImagePasses

extension CIRenderGraph {
  /// Creates the graph of a recipe, optimised or not.
  ///
  /// - Parameter region: the whole pixels that are rendered. Nil: the extent if it is finite. If a step would need an
  ///   infinite region of another one, regions of interest are omitted; a render then throws.
  init(_ root: ImageGraph.Node, _ stage: Stage, region: UserRect? = nil) {
    let region = region ?? root.extent.rect?.pixels
    self.init(stage, region: region.map { CGRect($0) })
    let needed = region.flatMap { try? NeededRegions(of: root, for: $0) }
    var numbers: [ObjectIdentifier: Node.ID] = [:]
    for step in root.topological {
      let number = add(step.op.nodeKind, step.op.name) { node in
        node.values = step.op.shownValues(step.extent)
        node.extent = CGRect(step.extent)
        node.regionOfInterest = needed.map { CGRect(Extent($0[step])) }
        if case .source(let source) = step.op { node.describe(source) }
      }
      numbers[ObjectIdentifier(step)] = number
      for input in step.inputs { connect(numbers[ObjectIdentifier(input)]!, to: number) }
    }
  }
}

extension CIRenderGraph.Node {
  /// Sets format and size of an external image. Planes have no pixel format; they are among the values.
  mutating func describe(_ source: Source) {
    sourceIdentity = source.identity
    format = source.planes == nil ? CIFormat(source.format) : nil
    byteCount = source.byteCount
  }
}

extension Op {
  /// Returns the values that the extent does not already state.
  fileprivate func shownValues(_ extent: Extent) -> [String] {
    switch self {
    case .source: Array(values.dropFirst())
    case .crop(let rect) where Extent(rect) == extent: []
    case .empty, .crop, .clamp, .affine, .formula, .warp, .region, .histogram, .sampled, .matched, .intermediate,
      .symbol:
      values
    }
  }

  fileprivate var nodeKind: CIRenderGraph.Node.Kind {
    switch self {
    case .empty, .source: .input
    case .formula, .matched: .color
    case .affine, .warp: .warp
    case .region, .histogram: .general
    case .crop, .clamp, .sampled, .intermediate, .symbol: .geometry
    }
  }
}

extension CIImage {
  /// The recipe of this image as a graph, with the region of interest of each step for a render of its extent.
  public var graph: CIRenderGraph { CIRenderGraph(node, .initial) }
}
