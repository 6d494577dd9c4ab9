/// The bilinear samples of an app's kernel: means of four pixels as they are stored, which are decoded afterwards. So
/// the decoding steps are computed for each point that is read, not for pixels, and are never stored.
extension Node {
  /// This image as a kernel samples it at points.
  package var betweenPixels: Node { extent == .empty ? self : Node(.warp(.betweenPixels, [], .linear), [self]) }

  /// Whether a reader gets the value at the point itself, not of the pixel that contains it.
  package var isReadBetweenPixels: Bool { mixedBetweenPixels != nil }

  /// The node whose pixels are interpolated, and the steps from there to this node, which are computed for each point.
  /// Nil if the image is read pixel by pixel.
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
