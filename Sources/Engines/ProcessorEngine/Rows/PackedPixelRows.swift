import CStages

/// The nodes of a pipeline whose rows are stored pixels, one word each, instead of floats: nodes that only select among
/// pixels of images with four components of 8 bits, and may set their alpha to 1. A word replaces sixteen bytes of
/// floats, and a vector compares four times as many components.
struct PackedPixelRows {
  /// A step of a node.
  struct Step {
    var kind: Int32
    var readerCount: Int
    var row: RowStep
    var form: RowForm?
    /// The format of the image that it fetches.
    var image: BlockFormat?
    /// Whether it sets the alpha of the preceding step's colour to 1.
    var makesOpaque: Bool

    /// The nodes that it reads.
    var sources: [Int] {
      let count = kind == Int32(STEP_FETCH) ? 1 : row.stage == nil ? 0 : readerCount
      return (0..<count).map { Int(row[$0].node) }.filter { $0 >= 0 }
    }
  }

  /// The indices of the nodes.
  private(set) var nodes: Set<Int> = []
  /// The format of all of them; nil if there are none.
  private(set) var format: BlockFormat?
  private let steps: [[Step]]

  /// - Parameter steps: by node.
  init(_ steps: [[Step]]) {
    self.steps = steps
    let images = steps.joined().filter { $0.isFetchOfImage }.compactMap(\.image)
    guard let format = images.lazy.compactMap(\.canonical).first else { return }
    nodes = Set(steps.indices)
    var hasChanged = true
    while hasChanged {
      let before = nodes
      for node in steps.indices {
        if nodes.contains(node), !steps[node].allSatisfy({ canBeStored($0, format) }) { nodes.remove(node) }
        guard !nodes.contains(node) else { continue }
        // A stage that computes requires floats; a fetch converts stored pixels.
        for (position, step) in steps[node].enumerated() where step.row.stage != nil && !takesStored(node, position) {
          nodes.subtract(step.sources)
        }
      }
      hasChanged = nodes != before
    }
    if !nodes.isEmpty { self.format = format }
  }

  /// Returns whether a stage reads stored pixels: its node has stored pixels too, or it adds them.
  func takesStored(_ node: Int, _ position: Int) -> Bool {
    let step = steps[node][position]
    guard step.row.stage != nil, let form = step.form, form.stored != nil else { return false }
    return nodes.contains(node) || form.isSum && !step.sources.isEmpty && step.sources.allSatisfy(nodes.contains)
  }

  private func canBeStored(_ step: Step, _ format: BlockFormat) -> Bool {
    let access = step.row.access
    if access == Int32(ACCESS_UNUSED) || step.makesOpaque { return true }
    guard access != Int32(ACCESS_ANY) || step.row.stage != nil, step.sources.allSatisfy(nodes.contains) else {
      return false
    }
    switch step.kind {
    case Int32(STEP_FETCH): return !step.isFetchOfImage || step.image?.isSame(as: format) == true
    case Int32(STEP_MASK): return true
    default: return step.row.stage != nil && step.form.map { $0.stored != nil && !$0.isSum } ?? false
    }
  }
}

extension PackedPixelRows.Step {
  fileprivate var isFetchOfImage: Bool {
    kind == Int32(STEP_FETCH) && row.access != Int32(ACCESS_UNUSED) && row[0].node < 0
  }
}

extension BlockFormat {
  /// The format of stored rows for images in this format: an unused component becomes alpha. Nil unless a pixel has
  /// four different components of 8 bits.
  fileprivate var canonical: BlockFormat? {
    guard bytes == 4, bits == 8, is_float == 0, component_count == 4 else { return nil }
    var format = self
    func filled(_ channel: UInt8) -> UInt8 { channel == 5 ? 3 : channel }
    format.channels = (filled(channels.0), filled(channels.1), filled(channels.2), filled(channels.3))
    return Set([format.channels.0, format.channels.1, format.channels.2, format.channels.3]) == [0, 1, 2, 3]
      ? format : nil
  }

  fileprivate func isSame(as format: BlockFormat) -> Bool {
    canonical.map { $0.channels == format.channels } ?? false
  }
}
