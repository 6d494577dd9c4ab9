import ImageGraph

/// The nodes that become images in memory. All others are computed where they are read.
package struct StoredNodes: Sendable {
  private var stored = Set<ObjectIdentifier>()

  package func contains(_ node: Node) -> Bool {
    // Histograms are always stored, also those of a part that tiling creates.
    node.isHistogram || stored.contains(ObjectIdentifier(node))
  }

  /// The cost of a node that is computed where it is read.
  fileprivate struct Weight {
    var cost = 0.0
    var instructions = 0
    var inputs = 0
    var slots = 0
  }

  /// Chooses the nodes of a recipe.
  ///
  /// - Parameter needed: the regions of the recipe's steps.
  package init(needed: NeededRegions, rules: CostRules) {
    let order = needed.order
    let reads = order.nodes.map { $0.op.reads }
    let isMixed = Self.mixedBetweenPixels(order)
    let demands = Demand.all(needed, reads, isMixed)
    var isStored = [Bool](repeating: false, count: order.nodes.count)
    var weights: [Weight] = []
    for (step, node) in order.nodes.enumerated() {
      var weight = Weight()
      for index in node.inputs.indices {
        let input = order.index(ofInput: index, of: step)
        let operand = isStored[input] ? Self.fetch : weights[input]
        weight.cost += operand.cost * reads[step] + (reads[step] > 1 ? reads[step] * rules.tap : 0)
        weight.instructions += operand.instructions
        weight.inputs += operand.inputs
        weight.slots += operand.slots
      }
      if !node.cutsNothing(of: needed.readRegion(at: step)) { weight.add(node.op, rules) }
      weights.append(weight)

      if step == order.indices.last || mustStore(node) {
        isStored[step] = true
      } else if case .source = node.op {
        continue
      } else if !isMixed[step] {
        isStored[step] = isCheaperStored(node, weight, demands[step], needed[step].area, rules)
      }
    }
    // A reader of many inputs can exceed a limit although each input is small. If so, the computed inputs are stored.
    for (step, node) in order.nodes.enumerated() {
      let inputs = node.inputs.indices.map { order.index(ofInput: $0, of: step) }
      let inPlace = inputs.filter { !isStored[$0] && !order.nodes[$0].isHistogram }
      let total = inPlace.reduce(Weight()) { $0.adding(weights[$1]) }
      guard total.exceeds(rules) else { continue }
      for var input in inPlace {
        while isMixed[input] { input = order.index(ofInput: 0, of: input) }
        if order.nodes[input].op.isComputed { isStored[input] = true }
      }
    }
    for (step, node) in order.nodes.enumerated() where isStored[step] { stored.insert(ObjectIdentifier(node)) }
  }

  /// Returns which steps an app's kernel reads at points between pixels. They are never stored.
  private static func mixedBetweenPixels(_ order: Traversal) -> [Bool] {
    var isMixed = [Bool](repeating: false, count: order.nodes.count)
    for (step, node) in order.nodes.enumerated() {
      guard case .region = node.op, node.op.code != nil else { continue }
      for index in node.inputs.indices where node.inputs[index].isReadBetweenPixels {
        var input = order.index(ofInput: index, of: step)
        while !isMixed[input] {
          isMixed[input] = true
          if case .warp = order.nodes[input].op { break }
          input = order.index(ofInput: 0, of: input)
        }
      }
    }
    return isMixed
  }

  /// The number of pixel reads by the readers of a step.
  private struct Demand {
    /// Reads at other positions. Each is an evaluation of its own.
    var elsewhere = 0.0
    /// Reads at the pixel itself, which share one evaluation in a program.
    var inPlace = 0.0

    /// Returns the demand for each step.
    ///
    /// - Parameter isMixed: the steps that are computed for each read.
    static func all(_ needed: NeededRegions, _ reads: [Double], _ isMixed: [Bool]) -> [Demand] {
      var demands = [Demand](repeating: Demand(), count: reads.count)
      for (step, node) in needed.order.nodes.enumerated().reversed() {
        let evaluations = isMixed[step] ? demands[step].elsewhere + demands[step].inPlace : needed[step].area
        let readCount = reads[step] * evaluations
        for index in node.inputs.indices {
          let input = needed.order.index(ofInput: index, of: step)
          if reads[step] > 1 || isMixed[step] {
            demands[input].elsewhere += readCount
          } else {
            demands[input].inPlace = max(demands[input].inPlace, readCount)
          }
        }
      }
      return demands
    }
  }

  private static let fetch = Weight(cost: 1, instructions: 2, inputs: 1, slots: 1)

  private func mustStore(_ node: Node) -> Bool {
    switch node.op {
    case .intermediate, .histogram: true
    case .region(let formula, _): formula.needsFloat
    case .empty, .source, .crop, .clamp, .affine, .formula, .warp, .sampled, .matched, .symbol: false
    }
  }

  /// Whether writing the node once and reading that costs less than computing it for each read.
  private func isCheaperStored(
    _ node: Node, _ weight: Weight, _ demand: Demand, _ pixels: Double, _ rules: CostRules
  ) -> Bool {
    if rules.neverFuses { return node.op.isComputed }
    if weight.exceeds(rules) { return true }
    if pixels == 0 { return false }
    if node.mixesTwoPixels, !rules.usesRowRings, weight.cost <= rules.pair { return false }
    let evaluations = demand.elsewhere + demand.inPlace
    return evaluations * weight.cost > pixels * (weight.cost + rules.write) + evaluations
  }
}

extension Node {
  /// Whether this is a mean of two pixels, for example one axis of an interpolation.
  fileprivate var mixesTwoPixels: Bool {
    guard case .region(let formula, let arguments) = op else { return false }
    return formula.weights == .mean && formula.taps(arguments) <= 2
  }
}

extension StoredNodes.Weight {
  fileprivate mutating func add(_ op: Op, _ rules: CostRules) {
    switch op {
    case .empty: slots += 1
    case .source: (cost, instructions, inputs, slots) = (1, 2, 1, 1)
    case .crop, .clamp:
      instructions += 2
      slots += 1
      cost += 0.2
    case .formula(let formula, _, _) where formula.isSame:
      instructions += 2
      slots += 1
      cost += 0.2
    case .affine:
      instructions += 4
      slots += 3
      cost += 1
    case .formula(_, let arguments, _):
      cost += rules.formula
      instructions += 1 + arguments.count
      slots += arguments.count + 1
    case .warp(_, let arguments, _), .region(_, let arguments):
      cost += rules.formula
      instructions += 4 + arguments.count
      slots += arguments.count + 2
    case .histogram, .sampled, .matched, .intermediate, .symbol: break
    }
  }

  fileprivate func adding(_ other: Self) -> Self {
    Self(
      cost: cost + other.cost, instructions: instructions + other.instructions, inputs: inputs + other.inputs,
      slots: slots + other.slots)
  }

  fileprivate func exceeds(_ rules: CostRules) -> Bool {
    instructions > rules.programInstructions || inputs > rules.programInputs || slots > rules.programSlots
  }
}
