import CoreVideo
import ImageGraph
import PixelFormats

/// How chroma comes to pixels and back where nobody said it.
///
/// Where every step is about single pixels and planes lie in the result as in the sources, each pixel takes its group's
/// chroma and the group gets their mean: what was not changed comes back bit by bit, and no pixel looks at others. All
/// else mixes neighbours, since edges of groups would show.
struct AutomaticChroma {
  /// The recipe as it is rendered.
  private(set) var node: Node
  /// Of the way back.
  private(set) var quality: ChromaQuality

  /// - Parameter asked: nil where nobody said it.
  init(of root: Node, to buffer: CVPixelBuffer, asked: ChromaQuality?) {
    (node, quality) = (root, asked ?? .smooth)
    guard asked == nil, buffer.layout.isYCbCr else { return }
    func expansions(_ quality: ChromaQuality) -> [[Argument]] {
      ChromaSiting(quality, buffer.chromaSite, buffer.layout, height: buffer.height).expansions
    }
    let (smooth, video) = (expansions(.smooth), expansions(.video))
    let steps = Traversal(root)
    guard !smooth.isEmpty, let ends = Self.ends(in: steps), !ends.isEmpty else { return }
    var planes: [Int: Node] = [:]
    for end in ends {
      let (plane, told) = Self.plane(below: steps.nodes[end])
      guard told == smooth, case .clamp(let rect) = plane.op, rect == buffer.chromaRect else { return }
      planes[end] = plane
    }
    var made: [Node] = []
    made.reserveCapacity(steps.nodes.count)
    for place in steps.indices {
      let plane = planes[place]
      made.append(
        plane.map { video.reduce($0) { Node(.region(PlaneFormulas.expand, $1), [$0]) } }
          ?? steps.node(at: place, reading: made))
    }
    (node, quality) = (made[made.count - 1], .video)
  }

  private static func isAtWill(_ node: Node) -> Bool {
    if case .region(let formula, _) = node.op { formula === PlaneFormulas.expandAtWill } else { false }
  }

  /// A plane of chroma, and what the steps are told that bring it to all pixels, of which this is the last one.
  private static func plane(below end: Node) -> (plane: Node, told: [[Argument]]) {
    var (node, told) = (end, [[Argument]]())
    while isAtWill(node), case .region(_, let arguments) = node.op {
      told.insert(arguments, at: 0)
      node = node.inputs[0]
    }
    return (node, told)
  }

  /// Where chroma has come to all pixels; nil where what reads it looks at other pixels than its own.
  private static func ends(in steps: Traversal) -> [Int]? {
    var ends: [Int] = []
    var (isFar, isInner) = (
      [Bool](repeating: false, count: steps.nodes.count), [Bool](repeating: false, count: steps.nodes.count)
    )
    for place in steps.indices.reversed() {
      let node = steps.nodes[place]
      let isExpansion = isAtWill(node)
      if isExpansion, !isInner[place] {
        if isFar[place] { return nil }
        ends.append(place)
      }
      let reachesFar = !isExpansion && (isFar[place] || !isAboutPixels(node.op))
      for index in node.inputs.indices {
        let input = steps.place(ofInput: index, of: place)
        if reachesFar { isFar[input] = true }
        if isExpansion { isInner[input] = true }
      }
    }
    return ends
  }

  /// True for steps whose pixels depend on no other pixels of their inputs than those at the same place.
  private static func isAboutPixels(_ op: Op) -> Bool {
    switch op {
    case .empty, .source, .crop, .formula, .sampled, .matched, .intermediate: true
    case .affine(let map, _): map.isIdentity
    case .clamp, .warp, .region, .histogram, .symbol: false
    }
  }
}

extension CVBuffer {
  /// All numbers of chroma.
  fileprivate var chromaRect: UserRect {
    let shrink = layout.chromaShrink
    return UserRect(
      x: 0, y: 0, width: Double((width - 1) / shrink.columns + 1), height: Double((height - 1) / shrink.rows + 1))
  }
}
