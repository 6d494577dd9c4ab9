import ImageGraph

extension RenderWork {
  /// The runs that compute tiles of one image by the same dispatches.
  package struct RunGroup: Sendable {
    /// Indices into `runs`.
    package var runs: [Int]
    /// The image as a source of later runs. Nil for the render's result.
    package var result: Source?

    package init(runs: [Int], result: Source? = nil) { (self.runs, self.result) = (runs, result) }
  }

  /// The groups of the images in order of computation, the render's result last. A phase that is repeated by every tile
  /// is one group.
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
    case .phase(let phase, let remaining):
      var groups = Self.joined(phase.tiles, &next)
      if !groups.isEmpty { groups[groups.count - 1].result = phase.source }
      return groups + remaining.groups(&next)
    }
  }

  /// Returns the groups of adjacent tiles. If a tile has other phases than the first, its runs belong to the last
  /// group.
  private static func joined(_ parts: [RenderWork], _ next: inout Int) -> [RunGroup] {
    var groups: [RunGroup] = []
    for (index, part) in parts.enumerated() {
      let own = part.groups(&next)
      if index == 0 {
        groups = own
      } else if own.count == groups.count {
        for (number, group) in own.enumerated() { groups[number].runs += group.runs }
      } else {
        groups[groups.count - 1].runs += own.flatMap(\.runs)
      }
    }
    return groups
  }
}
