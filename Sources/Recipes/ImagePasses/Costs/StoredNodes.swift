import ImageGraph

/// Which nodes become images in memory; all others are computed where they are read.
package struct StoredNodes: Sendable {
  private var stored = Set<ObjectIdentifier>()

  package func contains(_ node: Node) -> Bool {
    // Of a part of a histogram that was cut, too.
    node.isHistogram || stored.contains(ObjectIdentifier(node))
  }

  /// A node's own share when it is computed in place.
  fileprivate struct Weight {
    var cost = 0.0
    var instructions = 0
    var inputs = 0
    var slots = 0
  }

  /// - Parameter needed: of the recipe whose steps are chosen from.
  package init(needed: NeededRegions, rules: CostRules) {
    let order = needed.order
    let reads = order.nodes.map { $0.op.reads }
    let isMixed = Self.mixedBetweenPixels(order)
    let demands = Demand.all(needed, reads, isMixed)
    var isStored = [Bool](repeating: false, count: order.nodes.count)
    var weights: [Weight] = []
    for (place, node) in order.nodes.enumerated() {
      var weight = Weight()
      for index in node.inputs.indices {
        let input = order.place(ofInput: index, of: place)
        let part = isStored[input] ? Self.fetch : weights[input]
        weight.cost += part.cost * reads[place] + (reads[place] > 1 ? reads[place] * rules.tap : 0)
        weight.instructions += part.instructions
        weight.inputs += part.inputs
        weight.slots += part.slots
      }
      if !node.cutsNothing(of: needed.asked(at: place)) { weight.add(node.op, rules) }
      weights.append(weight)

      if place == order.indices.last || mustStore(node) {
        isStored[place] = true
      } else if case .source = node.op {
        continue
      } else if !isMixed[place] {
        isStored[place] = storingPays(node, weight, demands[place], needed[place].area, rules)
      }
    }
    // A reader of many parts can pass a limit although each part is small: store its heaviest parts.
    for (place, node) in order.nodes.enumerated() {
      let inputs = node.inputs.indices.map { order.place(ofInput: $0, of: place) }
      let inPlace = inputs.filter { !isStored[$0] && !order.nodes[$0].isHistogram }
      let total = inPlace.reduce(Weight()) { $0.adding(weights[$1]) }
      guard total.passes(rules) else { continue }
      for var input in inPlace {
        while isMixed[input] { input = order.place(ofInput: 0, of: input) }
        if order.nodes[input].op.isComputed { isStored[input] = true }
      }
    }
    for (place, node) in order.nodes.enumerated() where isStored[place] { stored.insert(ObjectIdentifier(node)) }
  }

  /// The steps that a kernel of an app wants at points between pixels: no image has them.
  private static func mixedBetweenPixels(_ order: Traversal) -> [Bool] {
    var isMixed = [Bool](repeating: false, count: order.nodes.count)
    for (place, node) in order.nodes.enumerated() {
      guard case .region = node.op, node.op.code != nil else { continue }
      for index in node.inputs.indices where node.inputs[index].isReadBetweenPixels {
        var input = order.place(ofInput: index, of: place)
        while !isMixed[input] {
          isMixed[input] = true
          if case .warp = order.nodes[input].op { break }
          input = order.place(ofInput: 0, of: input)
        }
      }
    }
    return isMixed
  }

  /// What the readers of a step ask for, in reads of a pixel.
  private struct Demand {
    /// By readers that move between pixels: each read is an evaluation of its own.
    var elsewhere = 0.0
    /// By readers at the pixel itself, which share one evaluation in a program.
    var inPlace = 0.0

    /// - Parameter isMixed: steps that are computed for each read.
    static func all(_ needed: NeededRegions, _ reads: [Double], _ isMixed: [Bool]) -> [Demand] {
      var demands = [Demand](repeating: Demand(), count: reads.count)
      for (place, node) in needed.order.nodes.enumerated().reversed() {
        let made = isMixed[place] ? demands[place].elsewhere + demands[place].inPlace : needed[place].area
        let asked = reads[place] * made
        for index in node.inputs.indices {
          let input = needed.order.place(ofInput: index, of: place)
          if reads[place] > 1 || isMixed[place] {
            demands[input].elsewhere += asked
          } else {
            demands[input].inPlace = max(demands[input].inPlace, asked)
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

  /// Compares computing the node at each read with writing it once and reading that.
  private func storingPays(
    _ node: Node, _ weight: Weight, _ demand: Demand, _ pixels: Double, _ rules: CostRules
  ) -> Bool {
    if rules.neverFuses { return node.op.isComputed }
    if weight.passes(rules) { return true }
    if pixels == 0 { return false }
    if node.mixesTwoPixels, !rules.keepsRows, weight.cost <= rules.pair { return false }
    let evaluations = demand.elsewhere + demand.inPlace
    return evaluations * weight.cost > pixels * (weight.cost + rules.write) + evaluations
  }
}

extension Node {
  /// True for a mean of two pixels, such as one axis of an interpolation.
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

  fileprivate func passes(_ rules: CostRules) -> Bool {
    instructions > rules.programInstructions || inputs > rules.programInputs || slots > rules.programSlots
  }
}
