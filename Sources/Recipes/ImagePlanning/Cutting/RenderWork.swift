import ImageGraph
import ImagePrograms

/// The runs of a render. Each fits the memory target and the limits of the device.
package indirect enum RenderWork: Sendable {
  /// A single run.
  case run(Run)
  case tiles(Tiles)
  /// A step that is computed first. Its image stays in memory for the remaining work.
  case phase(Phase, then: RenderWork)

  /// Tiles that cover a region: bands, top first, each with tiles from left to right.
  package struct Tiles: Sendable {
    package var region: UserRect
    package var bands: [[RenderWork]]
    /// Whether the tiles of a band are joined to rows before they are passed on.
    package var inRows: Bool
    /// The bytes for prefetched rows. As many are reserved for rows that wait to be written.
    package var prefetchBytes = 0
  }

  /// A step with a small image and a large region of interest. It is computed by tiles, and its image then replaces the
  /// step.
  package struct Phase: Sendable {
    package enum Kind: Sendable {
      /// The tiles are adjacent.
      case pixels
      /// The tiles are histograms of different pixels, to be summed.
      case counts
    }

    package var kind: Kind
    package var tiles: [RenderWork]
    /// The pixels of the step that are computed.
    package var region: UserRect
    package let image: PhaseResult
    /// The image as a source of the remaining work.
    package let source: Source
  }

  /// The region of the result.
  package var region: UserRect {
    switch self {
    case .run(let run): run.schedule.images[run.schedule.output].region
    case .tiles(let tiles): tiles.region
    case .phase(_, let remaining): remaining.region
    }
  }

  /// See `Tiles.prefetchBytes`.
  package var prefetchBytes: Int { if case .tiles(let tiles) = self { tiles.prefetchBytes } else { 0 } }

  /// The runs in order.
  package var runs: [Run] {
    switch self {
    case .run(let run): [run]
    case .tiles(let tiles): tiles.bands.flatMap { $0.flatMap(\.runs) }
    case .phase(let phase, let remaining): phase.tiles.flatMap(\.runs) + remaining.runs
    }
  }

  /// The schedules of all runs.
  package var schedules: [Schedule] { runs.map(\.schedule) }

  /// The runs that compute the result itself, without phases.
  package var finalRuns: [Run] {
    switch self {
    case .run, .tiles: runs
    case .phase(_, let remaining): remaining.finalRuns
    }
  }

  /// The number of pixels that its dispatches compute. Overlaps of tiles are counted for each tile.
  package var pixelCount: Int { runs.reduce(0) { $0.plus($1.schedule.pixelCount) } }
}
