import ImageGraph
import ImagePrograms

/// A tracker of hazards that finds the required barriers between dispatches. Sources are never written and need none.
struct Hazards {
  /// The memory of an image: a shared block, or its own.
  enum Memory: Hashable {
    case block(Int)
    case image(Schedule.ImageID)
  }

  private var read = Set<Memory>()
  private var written: [Memory: [(image: Schedule.ImageID, region: UserRect, counts: Bool)]] = [:]

  /// Adds the next dispatch.
  ///
  /// - Returns: whether it requires a barrier before it.
  mutating func add(_ dispatch: Schedule.Dispatch, inputs: [Memory], output: Memory) -> Bool {
    let counts = if case .histogram = dispatch.program.store { true } else { false }
    // A wide kernel stores whole groups of four pixels.
    let reach = dispatch.region.outset(by: [3, 0])
    let overlapsWrite = (written[output] ?? []).contains { earlier in
      if earlier.image != dispatch.output { return true }
      return !(counts && earlier.counts) && !earlier.region.intersection(reach).isEmpty
    }
    let isNeeded = overlapsWrite || read.contains(output) || inputs.contains { written[$0] != nil }
    if isNeeded { clear() }
    read.formUnion(inputs)
    written[output, default: []].append((dispatch.output, dispatch.region, counts))
    return isNeeded
  }

  /// Removes all accesses, after a barrier.
  mutating func clear() {
    read.removeAll()
    written.removeAll()
  }
}
