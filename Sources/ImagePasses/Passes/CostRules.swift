import ImageGraph

/// The numbers behind every decision between computing again and storing, and of kernels' form, in one place.
///
/// Unit: what reading one stored pixel costs. The figures here are for lavapipe, where arithmetic is dear compared with memory;
/// `CostRules(for:)` has those of other devices.
package struct CostRules: Hashable, Sendable {
  /// A colour formula on one pixel. They run from one multiplication to three powers; the mean decides well enough.
  package var formula = 3.0
  /// Writing one pixel of an intermediate picture.
  package var write = 4.0
  /// The arithmetic around one read of a neighbourhood.
  package var tap = 0.5
  /// Instructions in one program; above, drivers take long to compile and registers spill.
  package var programInstructions = 160
  /// Pictures that one program reads.
  package var programInputs = 8
  /// Argument slots of one program (16 bytes each; 16 KiB is what every device's uniform buffers hold).
  package var programSlots = 512
  /// Invocations of a work group, side by side in a row.
  package var groupWidth = 64
  /// Four pixels are stored as 64-bit integers, where the device has such.
  package var stores64 = true
  /// Store every step: the measure of what fusion is worth.
  package var neverFuses = false

  package init() {}
}

/// Which nodes become pictures in memory; all others are computed where they are read.
package struct StoredNodes: Sendable {
  private var stored = Set<ObjectIdentifier>()

  package func contains(_ node: Node) -> Bool {
    // Of a part of a histogram that was cut, too.
    if case .histogram = node.op { return true }
    return stored.contains(ObjectIdentifier(node))
  }

  /// A node's own share when it is computed in place.
  fileprivate struct Weight {
    var cost = 0.0
    var instructions = 0
    var inputs = 0
    var slots = 0
  }

  package init(of root: Node, needed: NeededRegions, rules: CostRules) {
    let order = root.topological
    var readers: [ObjectIdentifier: [Node]] = [:]
    for node in order { for input in node.inputs { readers[ObjectIdentifier(input), default: []].append(node) } }

    var weights: [ObjectIdentifier: Weight] = [:]
    for node in order {
      var weight = Weight()
      for input in node.inputs {
        let part = stored.contains(ObjectIdentifier(input)) ? Self.fetch : weights[ObjectIdentifier(input)]!
        weight.cost += part.cost * node.op.reads + (node.op.reads > 1 ? node.op.reads * rules.tap : 0)
        weight.instructions += part.instructions
        weight.inputs += part.inputs
        weight.slots += part.slots
      }
      if !node.cutsNothing(of: needed.asked(of: node)) { weight.add(node.op, rules) }
      weights[ObjectIdentifier(node)] = weight

      if node === root || mustStore(node) {
        stored.insert(ObjectIdentifier(node))
      } else if case .source = node.op {
        continue
      } else if storingPays(node, weight, readers[ObjectIdentifier(node)] ?? [], needed, rules) {
        stored.insert(ObjectIdentifier(node))
      }
    }
    // A reader of many parts can pass a limit although each part is small: store its heaviest parts.
    for node in order {
      let parts = node.inputs.filter { !contains($0) }.map { weights[ObjectIdentifier($0)]! }
      let total = parts.reduce(Weight()) { $0.adding($1) }
      if total.passes(rules) {
        for input in node.inputs where !contains(input) && input.op.isComputed { stored.insert(ObjectIdentifier(input)) }
      }
    }
  }

  private static let fetch = Weight(cost: 1, instructions: 2, inputs: 1, slots: 1)

  private func mustStore(_ node: Node) -> Bool {
    switch node.op {
    case .intermediate, .histogram: true
    case .region(let formula, _): formula.needsFloat
    default: false
    }
  }

  /// Compares computing the node at each read with writing it once and reading that.
  private func storingPays(
    _ node: Node, _ weight: Weight, _ readers: [Node], _ needed: NeededRegions, _ rules: CostRules
  ) -> Bool {
    if rules.neverFuses { return node.op.isComputed }
    if weight.passes(rules) { return true }
    let pixels = needed[node].area
    if pixels == 0 { return false }
    var evaluations = 0.0
    var inPlace = 0.0
    for reader in readers {
      let reads = reader.op.reads * needed[reader].area
      // Readers at the pixel itself share one evaluation in a program.
      if reader.op.reads <= 1 { inPlace = max(inPlace, reads) } else { evaluations += reads }
    }
    evaluations += inPlace
    return evaluations * weight.cost > pixels * (weight.cost + rules.write) + evaluations
  }
}

extension Node {
  /// True for a crop that leaves every pixel of `area` as it was: no program masks it there.
  func cutsNothing(of area: UserRect) -> Bool {
    if case .crop(let rect) = op { rect.pixels.contains(inputs[0].extent.pixels(in: area)) } else { false }
  }
}

extension StoredNodes.Weight {
  fileprivate mutating func add(_ op: Op, _ rules: CostRules) {
    switch op {
    case .empty: slots += 1
    case .source: (cost, instructions, inputs, slots) = (1, 2, 1, 1)
    case .crop, .clamp: instructions += 2; slots += 1; cost += 0.2
    case .formula(let formula, _, _) where formula.isSame: instructions += 2; slots += 1; cost += 0.2
    case .affine: instructions += 4; slots += 3; cost += 1
    case .formula(_, let arguments, _): cost += rules.formula; instructions += 1 + arguments.count; slots += arguments.count + 1
    case .warp(_, let arguments, _), .region(_, let arguments):
      cost += rules.formula; instructions += 4 + arguments.count; slots += arguments.count + 2
    case .histogram, .sampled, .matched, .intermediate: break
    }
  }

  fileprivate func adding(_ other: Self) -> Self {
    Self(
      cost: cost + other.cost, instructions: instructions + other.instructions, inputs: inputs + other.inputs,
      slots: slots + other.slots)
  }

  fileprivate func passes(_ rules: CostRules) -> Bool {
    instructions > rules.programInstructions || inputs > rules.programInputs || slots > rules.programSlots
  }
}

extension Op {
  /// How many pixels of its input one pixel of the result reads.
  fileprivate var reads: Double {
    switch self {
    case .affine(let map, let sampling): map.integerTranslation != nil || sampling == .nearest ? 1 : 4
    case .warp(_, _, let sampling): sampling == .nearest ? 1 : 4
    case .region(let formula, let arguments): formula.taps(arguments)
    default: 1
    }
  }

  /// False for what has no pixels to compute of its own: storing it saves nothing.
  fileprivate var isComputed: Bool {
    switch self {
    case .empty, .source, .crop, .clamp, .sampled, .matched: false
    default: true
    }
  }
}

extension UserRect {
  package var area: Double { isEmpty ? 0 : width * height }
}
