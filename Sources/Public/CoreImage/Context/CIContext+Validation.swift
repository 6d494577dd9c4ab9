import ImageGraph
import ImagePasses
import ImagePlanning
import ReferenceEngine

/// Checks of `CI_VALIDATE=1` in addition to those of the passes.
extension CIContext {
  /// Renders some small tiles of the request on the reference if kernels of the app read other positions than their
  /// own. The reference checks each read; devices do not. Thus a region callback that returns too small a rectangle
  /// fails here, instead of causing a seam between tiles of a larger image.
  ///
  /// - Throws: `invalidArgument` with the kernel, the region that its callback returned, and the point that it reads.
  func checkReads(of request: RenderRequest) throws(RenderError) {
    guard Traversal(request.root).nodes.contains(where: \.usesRegionCallback) else { return }
    let recipe = try optimized(request.root, by: referencePasses, options: request.options)
    for tile in request.region.sampleTiles {
      let needed = try NeededRegions(of: recipe, for: tile)
      let area = needed.order.nodes.indices.reduce(0) { $0 + needed[$1].area }
      if area > Self.maxCheckedPixels { continue }
      do {
        _ = try ReferenceRenderer(checksReads: true).render(recipe, tile)
      } catch {
        // The render itself reports all other errors.
        if case .invalidArgument = error { throw error }
      }
    }
  }

  /// The largest number of pixels of all steps of a tile. Larger tiles would take longer than the render.
  private static let maxCheckedPixels = Double(1 << 20)
}

extension Node {
  /// Whether the region of the step is computed by a callback of the app.
  fileprivate var usesRegionCallback: Bool {
    switch op {
    case .warp, .region: op.code != nil
    default: false
    }
  }
}

extension UserRect {
  /// Tiles of eight by eight pixels in each corner and in the middle.
  fileprivate var sampleTiles: [UserRect] {
    let size = SIMD2(Swift.min(8, width), Swift.min(8, height))
    return [[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]].map { (fraction: SIMD2<Double>) in
      let corner = min + ((max - min - size) * fraction).rounded(.down)
      return UserRect(corner, corner + size)
    }
  }
}
