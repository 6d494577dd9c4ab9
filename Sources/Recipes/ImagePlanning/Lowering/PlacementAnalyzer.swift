import ImageGraph
import ImagePrograms

/// An evaluator of the conditions and arguments of a dispatch.
struct PlacementAnalyzer {
  let builder: ScheduleBuilder
  /// The pixels to compute.
  let region: UserRect
  /// The rectangle that is passed to the program as its output.
  let target: UserRect
  private var offsets: [SIMD2<Double>] = []
  private var regions: [UserRect] = []

  init(_ builder: ScheduleBuilder, region: UserRect, target: UserRect) {
    (self.builder, self.region, self.target) = (builder, region, target)
  }

  private func node(_ step: Int) -> Node { builder.needed.order.nodes[step] }

  mutating func add(_ area: Placement.Area) {
    switch area {
    case .target: append(.zero, region)
    case .read(let step): append(.zero, builder.needed.readRegion(at: step))
    case .moved(let from, let step):
      let translation = node(step).inverseMap.integerTranslation ?? .zero
      append(offsets[from] + translation, regions[from].offset(by: translation))
    case .nearest(let from, let step):
      let bounds = node(step).clampRect.pixels
      append(.zero, regions[from].isFinite ? bounds.nearestPart(to: regions[from]) : bounds)
    }
  }

  private mutating func append(_ offset: SIMD2<Double>, _ areaRegion: UserRect) {
    offsets.append(offset)
    regions.append(areaRegion)
  }

  func holds(_ condition: Placement.Condition) -> Bool {
    switch condition {
    case .movesByPixels(let step): node(step).inverseMap.integerTranslation != nil
    case .isUnread(let step): builder.needed[step].isEmpty
    case .isRead(let step): builder.isRead(step)
    case .cutsNothing(let step, let area): node(step).cutsNothing(of: regions[area])
    case .cropMasks(let step, let area): masks(Extent(node(step).cropRect), area)
    case .extentMasks(let step, let area): masks(node(step).extent, area)
    case .coversInputs(let step): node(step).coversInputs
    case .hasOffset(let area): offsets[area] != .zero
    case .isAligned(let image, let area):
      // The group of the last pixel may extend into the padding of a row, never beyond it.
      {
        let stored = self.region(of: image, area)
        return stored.min.x <= region.min.x && region.max.x <= stored.max.x && Int(region.min.x - stored.min.x) % 4 == 0
      }()
    case .holdsTarget(let image, let area): region(of: image, area).contains(region)
    case .isCovered(let step, let area): node(step).extent.covers(regions[area])
    }
  }

  func argument(_ slot: Placement.Slot) -> Argument {
    switch slot {
    case .value(let argument): argument
    case .target: .geometry(target)
    case .image(let image, let area): .geometry(region(of: image, area))
    case .clamp(let step): .corners(node(step).clampRect.pixels)
    case .row(let row, let step):
      {
        let map = node(step).inverseMap
        return .float3(
          row == 0
            ? [Float(map.a), Float(map.c), Float(map.tx)] : [Float(map.b), Float(map.d), Float(map.ty)])
      }()
    case .argument(let index, let step): node(step).op.arguments[index]
    case .cropRect(let step, let area): .corners(node(step).cropRect.pixels.offset(by: -offsets[area]))
    case .extent(let step, let area): .corners((node(step).extent.rect ?? .nothing).pixels.offset(by: -offsets[area]))
    case .offsetRow(let row, let area):
      .float3(row == 0 ? [1, 0, Float(offsets[area].x)] : [0, 1, Float(offsets[area].y)])
    }
  }

  private func masks(_ extent: Extent, _ area: Int) -> Bool { extent.rect != nil && !extent.covers(regions[area]) }

  private func region(of image: Schedule.ImageID, _ area: Int) -> UserRect {
    builder.images[image].region.offset(by: -offsets[area])
  }
}

extension Node {
  fileprivate var inverseMap: AffineMap {
    if case .affine(let map, _) = op { map.inverse ?? .identity } else { .identity }
  }
  fileprivate var clampRect: UserRect { if case .clamp(let rect) = op { rect } else { .nothing } }
  fileprivate var cropRect: UserRect { if case .crop(let rect) = op { rect } else { .nothing } }

  /// Whether the inputs do not exceed the extent, so that clear inputs give clear pixels outside of it.
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
  /// Returns left, top, width and height of an image's region.
  fileprivate static func geometry(_ region: UserRect) -> Argument {
    .float4([Float(region.min.x), Float(region.max.y), Float(region.width), Float(region.height)])
  }

  fileprivate static func corners(_ rect: UserRect) -> Argument {
    .float4([Float(rect.min.x), Float(rect.min.y), Float(rect.max.x), Float(rect.max.y)])
  }
}
