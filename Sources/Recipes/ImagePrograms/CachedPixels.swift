import ImageGraph

/// Pixels of an intermediate image that a device keeps from one render to the next.
package protocol CachedPixels: AnyObject, Sendable {}

/// What an intermediate image shows. Equal contents have equal pixels, so that a later render can take them as they
/// are.
package struct IntermediateContent: Hashable, Sendable {
  /// The step whose result it is, of the optimised recipe, by value; its sources have identities and no pixels, so that
  /// what is kept keeps no image in memory.
  package let step: Node
  package let region: UserRect
  package let store: Program.StoreForm

  package init(_ step: Node, region: UserRect, store: Program.StoreForm) {
    (self.step, self.region, self.store) = (step, region, store)
  }

  /// The sources that it is made of, by identity.
  package var sources: Set<Source.Identity> {
    Set(Traversal(step).nodes.compactMap { if case .source(let source) = $0.op { source.identity } else { nil } })
  }

  /// How `insertingIntermediate(cache:)` asked for it; nil where the planner stored it by itself.
  package var askedToKeep: Bool? { if case .intermediate(let cache, _) = step.op { cache } else { nil } }

  package static func == (a: Self, b: Self) -> Bool { a.region == b.region && a.store == b.store && a.step == b.step }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(step)
    hasher.combine(region)
  }
}

extension Schedule {
  /// The schedule without the dispatches whose results nobody reads now, because something is kept.
  package func withoutUnread() -> Schedule {
    var needed = Set(outputs)
    var read: [Dispatch] = []
    for dispatch in dispatches.reversed() {
      guard needed.contains(dispatch.output) else { continue }
      if case .cached = images[dispatch.output].kind { continue }
      needed.formUnion(dispatch.inputs)
      read.append(dispatch)
    }
    return Schedule(images: images, dispatches: read.reversed(), outputs: outputs)
  }
}
