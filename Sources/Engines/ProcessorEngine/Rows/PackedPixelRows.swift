import CStages

/// Which nodes of a pipeline have rows of pixels as they are stored, one word each, in place of floats: those that do
/// nothing but choose among pixels of images in four components of 8 bits, and perhaps make them opaque. Such a word
/// holds sixteen bytes of floats, and a vector compares sixteen times as many numbers.
struct PackedPixelRows {
  /// A step of a node.
  struct Step {
    var kind: Int32
    var readerCount: Int
    var row: RowStep
    var form: RowForm?
    /// How the image that it fetches from is stored.
    var image: BlockFormat?
    /// True when it gives the colour of the step before it an alpha of 1.
    var makesOpaque: Bool

    /// Nodes that it reads.
    var sources: [Int] {
      let count = kind == Int32(STEP_FETCH) ? 1 : row.stage == nil ? 0 : readerCount
      return (0..<count).map { Int(row[$0].node) }.filter { $0 >= 0 }
    }
  }

  /// By number.
  private(set) var nodes: Set<Int> = []
  /// How all of them are stored; nil where there are none.
  private(set) var format: BlockFormat?
  private let steps: [[Step]]

  /// - Parameter steps: by node.
  init(_ steps: [[Step]]) {
    self.steps = steps
    let images = steps.joined().filter { $0.isFetchOfImage }.compactMap(\.image)
    guard let format = images.lazy.compactMap(\.canonical).first else { return }
    nodes = Set(steps.indices)
    var isNew = true
    while isNew {
      let before = nodes
      for node in steps.indices {
        if nodes.contains(node), !steps[node].allSatisfy({ canBeStored($0, format) }) { nodes.remove(node) }
        guard !nodes.contains(node) else { continue }
        // A stage that computes takes floats; a fetch makes them of what is stored.
        for (position, step) in steps[node].enumerated() where step.row.stage != nil && !takesStored(node, position) {
          nodes.subtract(step.sources)
        }
      }
      isNew = nodes != before
    }
    if !nodes.isEmpty { self.format = format }
  }

  /// True for a stage that reads stored pixels, of a node that has such itself or of one that adds them up.
  func takesStored(_ node: Int, _ position: Int) -> Bool {
    let step = steps[node][position]
    guard step.row.stage != nil, let form = step.form, form.stored != nil else { return false }
    return nodes.contains(node) || form.sums && !step.sources.isEmpty && step.sources.allSatisfy(nodes.contains)
  }

  private func canBeStored(_ step: Step, _ format: BlockFormat) -> Bool {
    let place = step.row.place
    if place == Int32(PLACE_UNUSED) || step.makesOpaque { return true }
    guard place != Int32(PLACE_ANY) || step.row.stage != nil, step.sources.allSatisfy(nodes.contains) else {
      return false
    }
    switch step.kind {
    case Int32(STEP_FETCH): return !step.isFetchOfImage || step.image?.isSame(as: format) == true
    case Int32(STEP_MASK): return true
    default: return step.row.stage != nil && step.form.map { $0.stored != nil && !$0.sums } ?? false
    }
  }
}

extension PackedPixelRows.Step {
  fileprivate var isFetchOfImage: Bool {
    kind == Int32(STEP_FETCH) && row.place != Int32(PLACE_UNUSED) && row[0].node < 0
  }
}

extension BlockFormat {
  /// The format of stored rows from images of this one: what is nothing there is alpha. Nil where a pixel is not four
  /// different components of 8 bits.
  fileprivate var canonical: BlockFormat? {
    guard bytes == 4, bits == 8, is_float == 0, component_count == 4 else { return nil }
    var format = self
    func known(_ channel: UInt8) -> UInt8 { channel == 5 ? 3 : channel }
    format.channels = (known(channels.0), known(channels.1), known(channels.2), known(channels.3))
    return Set([format.channels.0, format.channels.1, format.channels.2, format.channels.3]) == [0, 1, 2, 3]
      ? format : nil
  }

  fileprivate func isSame(as format: BlockFormat) -> Bool {
    canonical.map { $0.channels == format.channels } ?? false
  }
}
