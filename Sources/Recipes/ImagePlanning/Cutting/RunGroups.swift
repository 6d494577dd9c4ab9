import ImageGraph

extension RenderWork {
  /// Runs that make parts of one image by the same dispatches.
  package struct RunGroup: Sendable {
    /// Indices into `runs`.
    package var runs: [Int]
    /// How later runs know the image; nil for what is rendered.
    package var made: Source?

    package init(runs: [Int], made: Source? = nil) { (self.runs, self.made) = (runs, made) }
  }

  /// The images that are made one after the other, the rendered one last. What every tile makes for itself first is
  /// one group.
  package var groups: [RunGroup] {
    var next = 0
    return groups(&next)
  }

  private func groups(_ next: inout Int) -> [RunGroup] {
    switch self {
    case .run:
      defer { next += 1 }
      return [RunGroup(runs: [next])]
    case .tiles(let tiles):
      return Self.joined(tiles.bands.flatMap { $0 }, &next)
    case .phase(let phase, let rest):
      var groups = Self.joined(phase.parts, &next)
      if !groups.isEmpty { groups[groups.count - 1].made = phase.source }
      return groups + rest.groups(&next)
    }
  }

  /// Parts beside each other. Where one takes other steps than the first, its runs count as runs of the last group.
  private static func joined(_ parts: [RenderWork], _ next: inout Int) -> [RunGroup] {
    var groups: [RunGroup] = []
    for (index, part) in parts.enumerated() {
      let own = part.groups(&next)
      if index == 0 {
        groups = own
      } else if own.count == groups.count {
        for (place, group) in own.enumerated() { groups[place].runs += group.runs }
      } else {
        groups[groups.count - 1].runs += own.flatMap(\.runs)
      }
    }
    return groups
  }
}
