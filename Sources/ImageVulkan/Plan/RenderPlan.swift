import ImageGraph
import ImagePasses
import Synchronization

/// A picture to be rendered: an optimised recipe and what is wanted of it.
package struct RenderRequest: Sendable {
  package var root: Node
  /// Whole pixels.
  package var region: UserRect
  package var store: Program.StoreForm
  package var working: Program.StoreForm
  /// See `makeSchedule`.
  package var codesWorking: Bool
  package var rules: CostRules
  /// True when the parts have to be whole rows, top first.
  package var inRows: Bool

  package init(
    _ root: Node, region: UserRect, store: Program.StoreForm, working: Program.StoreForm = .rgbaHalf,
    codesWorking: Bool = true, rules: CostRules = CostRules(), inRows: Bool = true
  ) {
    (self.root, self.region, self.store, self.working) = (root, region, store, working)
    (self.codesWorking, self.rules, self.inRows) = (codesWorking, rules, inRows)
  }
}

/// How a render is cut so that each of its runs fits the memory target and the limits of the device. Nothing is allocated yet.
package indirect enum RenderPlan: Sendable {
  /// One run makes it.
  case run(Schedule)
  case tiles(Tiles)
  /// Something is made first, and is there while the rest is made.
  case phase(Phase, then: RenderPlan)

  /// Parts that cover a region: bands, top first, each of tiles from left to right.
  package struct Tiles: Sendable {
    package var region: UserRect
    package var bands: [[RenderPlan]]
    /// True when the tiles of a band are put together to rows before they are handed out.
    package var inRows: Bool
  }

  /// A step whose picture is small but whose input is not: made part by part, then it takes the place of the step.
  package struct Phase: Sendable {
    package enum Kind: Sendable {
      /// The parts lie side by side.
      case pixels
      /// The parts are counts of different pixels, to be added up.
      case counts
    }

    package var kind: Kind
    package var parts: [RenderPlan]
    /// The pixels of the step that are made.
    package var region: UserRect
    let picture: MadePicture
    /// The picture as the rest knows it.
    package let source: Source
  }

  /// The pixels that it makes.
  package var region: UserRect {
    switch self {
    case .run(let schedule): schedule.pictures[schedule.output].region
    case .tiles(let tiles): tiles.region
    case .phase(_, let rest): rest.region
    }
  }

  /// Every run in order.
  package var schedules: [Schedule] {
    switch self {
    case .run(let schedule): [schedule]
    case .tiles(let tiles): tiles.bands.flatMap { $0.flatMap(\.schedules) }
    case .phase(let phase, let rest): phase.parts.flatMap(\.schedules) + rest.schedules
    }
  }

  /// The runs that make the picture itself, without those that are made first.
  package var finalSchedules: [Schedule] {
    switch self {
    case .run, .tiles: schedules
    case .phase(_, let rest): rest.finalSchedules
    }
  }

  /// Pixels that its dispatches compute: what tiles have in common counts in each of them.
  package var pixelCount: Int { schedules.reduce(0) { $0 + $1.pixelCount } }
}

/// The place of a picture that a phase makes. Filled when the phase was run, emptied when nobody reads it any more.
final class MadePicture: Sendable {
  let width: Int
  let height: Int
  let format: PixelFormat
  private let pixels = Mutex<PixelBuffer?>(nil)

  init(_ region: UserRect, _ format: PixelFormat) {
    (width, height, self.format) = (Int(region.width), Int(region.height), format)
  }

  var byteCount: Int { width * height * format.bytesPerPixel }

  func fill(_ made: PixelBuffer?) { pixels.withLock { $0 = made } }

  /// The picture as schedules know it.
  func source(named label: String) -> Source {
    Source(
      width: width, height: height, format: format, colorSpace: nil, alpha: .premultiplied, label: label,
      keepsPixels: false
    ) { () throws(RenderError) in
      guard let pixels = self.pixels.withLock({ $0 }) else {
        throw .invalidArgument("\(label) is read before it is made")
      }
      return pixels
    }
  }
}

extension Schedule {
  package var pixelCount: Int { dispatches.reduce(0) { $0 + $1.pixelCount } }
}

extension Schedule.Dispatch {
  /// True for what counts pixels instead of making them.
  var counts: Bool { if case .histogram = program.store { true } else { false } }
}
