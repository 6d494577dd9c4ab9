import CoreVideo
import ImageGraph
import PixelFormats

/// The choice of chroma resampling for `CIChromaQuality.automatic`.
///
/// If every step works on single pixels and the planes of result and sources match, each pixel takes the chroma of its
/// group, and the group takes the mean of its pixels. Unchanged pixels are then preserved bit by bit, and no pixel
/// depends on its neighbours. Otherwise chroma is interpolated, since edges of groups would be visible.
struct AutomaticChroma {
  /// The recipe to render.
  private(set) var node: Node
  /// The quality of reducing chroma to planes.
  private(set) var quality: ChromaQuality

  /// - Parameter requested: nil for automatic.
  init(of root: Node, to buffer: CVPixelBuffer, requested: ChromaQuality?) {
    (node, quality) = (root, requested ?? .smooth)
    guard requested == nil, buffer.layout.isYCbCr else { return }
    func expansions(_ quality: ChromaQuality) -> [[Argument]] {
      ChromaSiting(quality, buffer.chromaSite, buffer.layout, height: buffer.height).expansions
    }
    let (smooth, video) = (expansions(.smooth), expansions(.video))
    let steps = Traversal(root)
    guard !smooth.isEmpty, let ends = Self.ends(in: steps), !ends.isEmpty else { return }
    var planes: [Int: Node] = [:]
    for end in ends {
      let (plane, expansionArguments) = Self.plane(below: steps.nodes[end])
      guard expansionArguments == smooth, case .clamp(let rect) = plane.op, rect == buffer.chromaRect else { return }
      planes[end] = plane
    }
    var rewritten: [Node] = []
    rewritten.reserveCapacity(steps.nodes.count)
    for index in steps.indices {
      let plane = planes[index]
      rewritten.append(
        plane.map { video.reduce($0) { Node(.region(PlaneFormulas.expand, $1), [$0]) } }
          ?? steps.node(at: index, reading: rewritten))
    }
    (node, quality) = (rewritten[rewritten.count - 1], .video)
  }

  private static func isAutomaticExpansion(_ node: Node) -> Bool {
    if case .region(let formula, _) = node.op { formula === PlaneFormulas.expandUnspecified } else { false }
  }

  /// Returns the chroma plane below the last of the steps that expand it to all pixels, and the arguments of these
  /// steps.
  private static func plane(below end: Node) -> (plane: Node, expansionArguments: [[Argument]]) {
    var (node, expansionArguments) = (end, [[Argument]]())
    while isAutomaticExpansion(node), case .region(_, let arguments) = node.op {
      expansionArguments.insert(arguments, at: 0)
      node = node.inputs[0]
    }
    return (node, expansionArguments)
  }

  /// Returns the steps whose results are chroma of all pixels. Returns nil if a step that reads them depends on
  /// neighbouring pixels.
  private static func ends(in steps: Traversal) -> [Int]? {
    var ends: [Int] = []
    var (isReadWithNeighbours, isInner) = (
      [Bool](repeating: false, count: steps.nodes.count), [Bool](repeating: false, count: steps.nodes.count)
    )
    for index in steps.indices.reversed() {
      let node = steps.nodes[index]
      let isExpansion = isAutomaticExpansion(node)
      if isExpansion, !isInner[index] {
        if isReadWithNeighbours[index] { return nil }
        ends.append(index)
      }
      let readsNeighbours = !isExpansion && (isReadWithNeighbours[index] || !isPointwise(node.op))
      for inputIndex in node.inputs.indices {
        let input = steps.index(ofInput: inputIndex, of: index)
        if readsNeighbours { isReadWithNeighbours[input] = true }
        if isExpansion { isInner[input] = true }
      }
    }
    return ends
  }

  /// Returns whether the pixels of a step depend only on the pixels of its inputs at the same position.
  private static func isPointwise(_ op: Op) -> Bool {
    switch op {
    case .empty, .source, .crop, .formula, .sampled, .matched, .intermediate: true
    case .affine(let map, _): map.isIdentity
    case .clamp, .warp, .region, .histogram, .symbol: false
    }
  }
}

extension CVBuffer {
  /// The rectangle of all chroma samples.
  fileprivate var chromaRect: UserRect {
    let subsampling = layout.chromaSubsampling
    return UserRect(
      x: 0, y: 0, width: Double((width - 1) / subsampling.columns + 1),
      height: Double((height - 1) / subsampling.rows + 1))
  }
}
