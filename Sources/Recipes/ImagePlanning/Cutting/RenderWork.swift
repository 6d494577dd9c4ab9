import ImageGraph
import ImagePrograms

/// Runs that each fit the memory target and the limits of the device.
package indirect enum RenderWork: Sendable {
  /// One run makes it.
  case run(Run)
  case tiles(Tiles)
  /// Something is made first, and is there while the rest is made.
  case phase(Phase, then: RenderWork)

  /// Parts that cover a region: bands, top first, each of tiles from left to right.
  package struct Tiles: Sendable {
    package var region: UserRect
    package var bands: [[RenderWork]]
    /// True when the tiles of a band are put together to rows before they are handed out.
    package var inRows: Bool
    /// Bytes that were left for rows that are read before they are needed, and as many for rows that wait to be
    /// written.
    package var aheadBytes = 0
  }

  /// A step whose image is small but whose input is not: made part by part, then it takes the place of the step.
  package struct Phase: Sendable {
    package enum Kind: Sendable {
      /// The parts lie side by side.
      case pixels
      /// The parts are counts of different pixels, to be added up.
      case counts
    }

    package var kind: Kind
    package var parts: [RenderWork]
    /// The pixels of the step that are made.
    package var region: UserRect
    package let image: PhaseResult
    /// The image as the rest knows it.
    package let source: Source
  }

  /// The pixels that it makes.
  package var region: UserRect {
    switch self {
    case .run(let run): run.schedule.images[run.schedule.output].region
    case .tiles(let tiles): tiles.region
    case .phase(_, let rest): rest.region
    }
  }

  /// See `Tiles.aheadBytes`.
  package var aheadBytes: Int { if case .tiles(let tiles) = self { tiles.aheadBytes } else { 0 } }

  /// Every run in order.
  package var runs: [Run] {
    switch self {
    case .run(let run): [run]
    case .tiles(let tiles): tiles.bands.flatMap { $0.flatMap(\.runs) }
    case .phase(let phase, let rest): phase.parts.flatMap(\.runs) + rest.runs
    }
  }

  /// The schedules of all runs.
  package var schedules: [Schedule] { runs.map(\.schedule) }

  /// The runs that make the image itself, without those that are made first.
  package var finalRuns: [Run] {
    switch self {
    case .run, .tiles: runs
    case .phase(_, let rest): rest.finalRuns
    }
  }

  /// Pixels that its dispatches compute: what tiles have in common counts in each of them.
  package var pixelCount: Int { runs.reduce(0) { $0.plus($1.schedule.pixelCount) } }
}
