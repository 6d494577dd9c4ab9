import ImageGraph
import ImagePasses
import ImagePrograms
import PixelFormats

/// A request to store a result as planes of Y'CbCr. The recipe's red, green and blue are then Y', Cb and Cr.
///
/// If no chroma quality is requested, it follows from the recipe: if every step works on single pixels and the planes
/// of result and sources match, each pixel takes the chroma of its group, and the group takes the mean of its pixels.
/// Unchanged pixels are then preserved bit by bit, and no pixel depends on its neighbours. Otherwise chroma is
/// interpolated, since edges of groups would be visible.
package struct PlaneRequest: Hashable, Sendable {
  /// The planes of the result.
  package var planes: YCbCrPlanes
  /// The size of the image in pixels, of which the result may be a part.
  package let width: Int
  package let height: Int

  package init(_ planes: YCbCrPlanes, width: Int, height: Int) {
    (self.planes, self.width, self.height) = (planes, width, height)
  }

  /// Returns the request with a chroma quality, and the recipe whose sources have it too where the recipe decides.
  package func resolved(_ root: Node) -> (root: Node, request: PlaneRequest) {
    if planes.quality != nil { return (root, self) }
    var resolved = self
    resolved.planes.quality = .smooth
    guard planes.isSubsampled, let sources = automaticSources(in: Traversal(root)), !sources.isEmpty else {
      return (root, resolved)
    }
    resolved.planes.quality = .video
    let sited = root.rewritten { node in
      guard case .source(let source) = node.op, sources.contains(source.identity) else { return node }
      return .source(Source(ofGroups: source))
    }
    return (sited, resolved)
  }

  /// Returns the sources whose chroma quality is not requested. Returns nil if a step that reads one depends on
  /// neighbouring pixels, or if the planes of one do not match those of the result.
  private func automaticSources(in steps: Traversal) -> Set<Source.Identity>? {
    var sources: Set<Source.Identity> = []
    var isReadWithNeighbours = [Bool](repeating: false, count: steps.nodes.count)
    for index in steps.indices.reversed() {
      let node = steps.nodes[index]
      if case .source(let source) = node.op, let own = source.planes, own.quality == nil, own.isSubsampled {
        guard !isReadWithNeighbours[index], matches(source, own) else { return nil }
        sources.insert(source.identity)
      }
      guard isReadWithNeighbours[index] || !node.op.isPointwise else { continue }
      for input in node.inputs.indices { isReadWithNeighbours[steps.index(ofInput: input, of: index)] = true }
    }
    return sources
  }

  /// Returns whether chroma samples of a source have the same position as those of the result.
  private func matches(_ source: Source, _ own: YCbCrPlanes) -> Bool {
    let (columns, rows) = planes.subsampling
    return own.subsampling == (columns, rows) && own.site == planes.site
      && (source.width + columns - 1) / columns == (width + columns - 1) / columns
      && (rows == 1 || source.height == height)
  }
}

extension YCbCrPlanes {
  fileprivate var isSubsampled: Bool { subsampling != (1, 1) }
}

extension Op {
  /// Whether the pixels of a step depend only on the pixels of its inputs at the same position.
  fileprivate var isPointwise: Bool {
    switch self {
    case .empty, .source, .crop, .formula, .sampled, .matched, .intermediate: true
    case .affine(let map, _): map.isIdentity
    case .clamp, .warp, .region, .histogram, .symbol: false
    }
  }
}
