import ImageGraph
import ImagePrograms

/// Answers the questions of one dispatch.
struct PlacementAnalyzer {
  let builder: ScheduleBuilder
  /// The pixels to be made.
  let region: UserRect
  /// Those that the program is told of as its output.
  let target: UserRect
  private var offsets: [SIMD2<Double>] = []
  private var withins: [UserRect] = []

  init(_ builder: ScheduleBuilder, region: UserRect, target: UserRect) {
    (self.builder, self.region, self.target) = (builder, region, target)
  }

  private func node(_ step: Int) -> Node { builder.needed.order.nodes[step] }

  mutating func add(_ spot: Placement.Spot) {
    switch spot {
    case .target: append(.zero, region)
    case .asked(let step): append(.zero, builder.needed.asked(at: step))
    case .moved(let from, let step):
      let way = node(step).inverseMap.integerTranslation ?? .zero
      append(offsets[from] + way, withins[from].offset(by: way))
    case .nearest(let from, let step):
      let bounds = node(step).clampRect.pixels
      append(.zero, withins[from].isFinite ? bounds.nearestPart(to: withins[from]) : bounds)
    }
  }

  private mutating func append(_ offset: SIMD2<Double>, _ within: UserRect) {
    offsets.append(offset)
    withins.append(within)
  }

  func answer(_ question: Placement.Question) -> Bool {
    switch question {
    case .movesByPixels(let step): node(step).inverseMap.integerTranslation != nil
    case .isUnread(let step): builder.needed[step].isEmpty
    case .isRead(let step): builder.isRead(step)
    case .cutsNothing(let step, let spot): node(step).cutsNothing(of: withins[spot])
    case .cropMasks(let step, let spot): masks(Extent(node(step).cropRect), spot)
    case .extentMasks(let step, let spot): masks(node(step).extent, spot)
    case .coversInputs(let step): node(step).coversInputs
    case .hasOffset(let spot): offsets[spot] != .zero
    case .isAligned(let image, let spot):
      // The group that holds the last pixel may reach into the padding of a row, never past it.
      {
        let held = self.region(of: image, spot)
        return held.min.x <= region.min.x && region.max.x <= held.max.x && Int(region.min.x - held.min.x) % 4 == 0
      }()
    case .holdsTarget(let image, let spot): region(of: image, spot).contains(region)
    case .isCovered(let step, let spot): node(step).extent.covers(withins[spot])
    }
  }

  func argument(_ slot: Placement.Slot) -> Argument {
    switch slot {
    case .value(let argument): argument
    case .target: .geometry(target)
    case .image(let image, let spot): .geometry(region(of: image, spot))
    case .clamp(let step): .corners(node(step).clampRect.pixels)
    case .row(let row, let step):
      {
        let map = node(step).inverseMap
        return .float3(
          row == 0
            ? [Float(map.a), Float(map.c), Float(map.tx)] : [Float(map.b), Float(map.d), Float(map.ty)])
      }()
    case .argument(let index, let step): node(step).op.arguments[index]
    case .cropRect(let step, let spot): .corners(node(step).cropRect.pixels.offset(by: -offsets[spot]))
    case .extent(let step, let spot): .corners((node(step).extent.rect ?? .nothing).pixels.offset(by: -offsets[spot]))
    case .offsetRow(let row, let spot):
      .float3(row == 0 ? [1, 0, Float(offsets[spot].x)] : [0, 1, Float(offsets[spot].y)])
    }
  }

  private func masks(_ extent: Extent, _ spot: Int) -> Bool { extent.rect != nil && !extent.covers(withins[spot]) }

  private func region(of image: Schedule.ImageID, _ spot: Int) -> UserRect {
    builder.images[image].region.offset(by: -offsets[spot])
  }
}

extension Node {
  fileprivate var inverseMap: AffineMap {
    if case .affine(let map, _) = op { map.inverse ?? .identity } else { .identity }
  }
  fileprivate var clampRect: UserRect { if case .clamp(let rect) = op { rect } else { .nothing } }
  fileprivate var cropRect: UserRect { if case .crop(let rect) = op { rect } else { .nothing } }

  /// True when nothing of the inputs reaches past the extent, so that clear outside follows from clear inputs.
  fileprivate var coversInputs: Bool {
    inputs.allSatisfy { input in
      switch (extent, input.extent) {
      case (.infinite, _), (_, .empty): true
      case (.finite(let own), .finite(let part)): own.pixels.contains(part.pixels)
      default: false
      }
    }
  }
}

extension Argument {
  /// Left, top, width and height of an image's region.
  fileprivate static func geometry(_ region: UserRect) -> Argument {
    .float4([Float(region.min.x), Float(region.max.y), Float(region.width), Float(region.height)])
  }

  fileprivate static func corners(_ rect: UserRect) -> Argument {
    .float4([Float(rect.min.x), Float(rect.min.y), Float(rect.max.x), Float(rect.max.y)])
  }
}
