/// What a kernel of an app samples at points: means of four pixels as they are stored, which become light afterwards.
/// So the steps that make light of them are computed for each point that is read, never for pixels, and never stored.
extension Node {
  /// This node as a kernel samples it at points.
  package var betweenPixels: Node { extent == .empty ? self : Node(.warp(.betweenPixels, [], .linear), [self]) }

  /// True where a reader gets what lies at its very point, not the pixel that holds it.
  package var isReadBetweenPixels: Bool { mixedBetweenPixels != nil }

  /// The node whose pixels are mixed, and the steps from there to this node, which each point takes; nil for what is
  /// read pixel by pixel.
  package var mixedBetweenPixels: (pixels: Node, steps: [Node])? {
    var (node, steps) = (self, [Node]())
    while true {
      switch node.op {
      case .warp(let formula, _, _):
        return formula === WarpFormula.betweenPixels ? (node.inputs[0], steps.reversed()) : nil
      case .formula(let formula, _, _) where node.inputs.count == 1 && !formula.takesPosition: break
      case .crop, .matched: break
      case .empty, .source, .clamp, .affine, .formula, .region, .histogram, .sampled, .intermediate, .symbol: return nil
      }
      steps.append(node)
      node = node.inputs[0]
    }
  }
}
