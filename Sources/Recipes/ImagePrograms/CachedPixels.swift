import ImageGraph

/// The pixels of an intermediate that a device caches across renders.
package protocol CachedPixels: AnyObject, Sendable {}

/// The content of an intermediate. Equal contents have equal pixels, so that a later render can reuse them.
package struct IntermediateContent: Hashable, Sendable {
  /// The step of the optimised recipe whose result it is, by value. Its sources have identities but no pixels, so that
  /// the cache retains no source images.
  package let step: Node
  package let region: UserRect
  package let store: Program.StoreForm

  package init(_ step: Node, region: UserRect, store: Program.StoreForm) {
    (self.step, self.region, self.store) = (step, region, store)
  }

  /// The identities of its sources.
  package var sources: Set<Source.Identity> {
    Set(Traversal(step).nodes.compactMap { if case .source(let source) = $0.op { source.identity } else { nil } })
  }

  /// The argument of `insertingIntermediate(cache:)`. Nil if the planner chose to store the step.
  package var requestedCaching: Bool? { if case .intermediate(let cache, _) = step.op { cache } else { nil } }

  package static func == (a: Self, b: Self) -> Bool { a.region == b.region && a.store == b.store && a.step == b.step }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(region)
  }
}

extension Schedule {
  /// Returns the schedule without dispatches whose results are not read, as a cached image replaces them.
  package func withoutUnread() -> Schedule {
    var needed = Set(outputs)
    var remaining: [Dispatch] = []
    for dispatch in dispatches.reversed() {
      guard needed.contains(dispatch.output) else { continue }
      if case .cached = images[dispatch.output].kind { continue }
      needed.formUnion(dispatch.inputs)
      remaining.append(dispatch)
    }
    return Schedule(images: images, dispatches: remaining.reversed(), outputs: outputs)
  }
}
