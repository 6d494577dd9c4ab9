import ImageGraph
import ImagePasses
import ImagePlanning
import ReferenceEngine

/// What `CI_VALIDATE=1` looks at beside the passes.
extension CIContext {
  /// Has the reference compute some small tiles of what is asked for, where kernels of the app read around them: it
  /// looks at each read, as no device does. A region callback that is too small shows here, and not as a seam between
  /// tiles of a larger image.
  ///
  /// - Throws: `invalidArgument` that names the kernel, the region that it states and the point that it reads.
  func checkReads(of request: RenderRequest) throws(RenderError) {
    guard Traversal(request.root).nodes.contains(where: \.readsByAppsRule) else { return }
    let recipe = try optimized(request.root, by: meaning, options: request.options)
    for tile in request.region.sampleTiles {
      let needed = try NeededRegions(of: recipe, for: tile)
      let area = needed.order.nodes.indices.reduce(0) { $0 + needed[$1].area }
      if area > Self.checkedPixels { continue }
      do {
        _ = try ReferenceRenderer(checksReads: true).render(recipe, tile)
      } catch {
        // Anything else the render itself says.
        if case .invalidArgument = error { throw error }
      }
    }
  }

  /// The most that a tile may be made of, all steps together: more takes longer than the render.
  private static let checkedPixels = Double(1 << 20)
}

extension Node {
  /// True for a step of an app that says itself what it reads.
  fileprivate var readsByAppsRule: Bool {
    switch op {
    case .warp, .region: op.code != nil
    default: false
    }
  }
}

extension UserRect {
  /// Eight by eight pixels in each corner and in the middle.
  fileprivate var sampleTiles: [UserRect] {
    let size = SIMD2(Swift.min(8, width), Swift.min(8, height))
    return [[0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5]].map { (place: SIMD2<Double>) in
      let corner = min + ((max - min - size) * place).rounded(.down)
      return UserRect(corner, corner + size)
    }
  }
}
