import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// A rectangle with round corners among pixels, or seen through a map from them to others. What a pixel shows of it is
/// the area that is covered: exact along straight edges, and along arcs within 0.01 where the radius is 5 pixels or
/// more.
struct BoxShape {
  let rect: UserRect
  let radius: Double
  /// As `CACornerMask`, by the pixels' axes.
  let corners: UInt
  /// Keeps the image of corners that are continuous; nil for those that are quarters of circles.
  private let smooth: SceneLayer?
  /// To the pixels among which it is seen; nil: they are the same.
  private let map: PlaneMap?

  /// - Parameters:
  ///   - smooth: the layer, where its corners are continuous. Where they do not fit they are not.
  ///   - map: to the pixels among which it is seen; nil: they are the same.
  init(_ rect: UserRect, radius: Double, corners: UInt, smooth: SceneLayer? = nil, through map: PlaneMap? = nil) {
    let shorter = min(rect.width, rect.height)
    (self.rect, self.map) = (rect, map)
    self.radius = min(max(radius, 0), shorter / 2)
    self.corners = self.radius > 0 ? corners & 15 : 0
    self.smooth = self.corners != 0 && ContinuousCorner.fits(radius: self.radius, in: rect.size) ? smooth : nil
  }

  /// The shape of a layer's bounds.
  init(_ layer: SceneLayer, _ plane: DrawingPlane, through map: PlaneMap? = nil) {
    let corners = layer.read(LayerProperties.maskedCorners).rawValue
    self.init(
      HardSides(layer, plane).moved(plane.rect(layer.read(LayerProperties.bounds))),
      radius: Double(layer.read(LayerProperties.cornerRadius)) * plane.scale,
      corners: plane.isMirrored ? (corners & 3) << 2 | (corners & 12) >> 2 : corners,
      smooth: layer.read(LayerProperties.cornerCurve) == .continuous ? layer : nil, through: map)
  }

  /// The same farther inside; nothing of it may be left.
  func inset(by width: Double) -> BoxShape? {
    let inner = UserRect(rect.min + width, rect.max - width)
    return inner.isEmpty
      ? nil : BoxShape(inner, radius: radius - width, corners: corners, smooth: smooth, through: map)
  }

  /// A rectangle that holds all pixels of which the shape covers a part.
  var around: BoxShape {
    // Through a map a pixel of these can be any part of one of those.
    let wide = map == nil ? rect : rect.outset(by: max(rect.width, rect.height) + 2)
    return BoxShape(wide.pixels, radius: 0, corners: 0, through: map)
  }

  /// True when the shape is all of some pixels.
  private var isWhole: Bool { corners == 0 && rect == rect.pixels && map == nil }

  /// The part of an image that is in the shape.
  func cut(_ image: Node) -> Node {
    if rect.isEmpty { return .empty }
    return isWhole ? image.cropped(to: rect) : image.times(alphaOf: painted(SIMD4<Float>(1, 1, 1, 1)))
  }

  /// The shape in one colour.
  func painted(_ color: any FormulaArgument) -> Node {
    if rect.isEmpty { return .empty }
    if let map { return seen(color, through: map) }
    guard corners != 0 else { return straight(color, rect.pixels) }
    if let smooth {
      let outline = ContinuousCorner.outline(rect.size, radius: radius, corners: corners)
      let plane = DrawingPlane(scale: 1, origin: rect.min)
      // Larger than a mask can be: nobody sees the bends.
      if let mask = smooth.pathMask(outline, .winding, nil, plane) { return Node.constant(color).times(alphaOf: mask) }
    }
    if corners == 15, rect.width == 2 * radius, rect.height == 2 * radius {
      return disc(color, at: rect.center, in: rect.pixels)
    }
    // Pixels whose centre lies beyond that of a corner's circle, both ways, are the circle's.
    let low = (rect.min + radius - 0.5).rounded(.up)
    let high = (rect.max - radius - 0.5).rounded(.up)
    let all = rect.pixels
    func corner(_ bit: UInt) -> Bool { corners & bit != 0 }
    func band(_ y: ClosedRange<Double>, _ left: UInt, _ right: UInt) -> Node {
      let part = UserRect(
        [corner(left) ? low.x : all.min.x, y.lowerBound], [corner(right) ? high.x : all.max.x, y.upperBound])
      return part.isEmpty ? .empty : straight(color, part)
    }
    func round(_ bit: UInt, _ center: SIMD2<Double>, _ part: UserRect) -> Node {
      corner(bit) && !part.isEmpty ? disc(color, at: center, in: part) : .empty
    }
    let (from, to) = (rect.min + radius, rect.max - radius)
    let parts = [
      band(all.min.y...max(low.y, all.min.y), 1, 2), band(min(high.y, all.max.y)...all.max.y, 4, 8),
      low.y < high.y ? straight(color, UserRect([all.min.x, low.y], [all.max.x, high.y])) : .empty,
      round(1, from, UserRect(all.min, low)),
      round(2, [to.x, from.y], UserRect([high.x, all.min.y], [all.max.x, low.y])),
      round(4, [from.x, to.y], UserRect([all.min.x, high.y], [low.x, all.max.y])),
      round(8, to, UserRect(high, all.max)),
    ]
    return parts.reduce(Node.empty) { $1.plus($0) }
  }

  private func seen(_ color: any FormulaArgument, through map: PlaneMap) -> Node {
    guard smooth == nil, let back = map.inverse, let corners = map.corners(of: rect),
      let area = UserRect(around: corners)
    else {
      return BoxShape(rect, radius: radius, corners: self.corners, smooth: smooth).painted(color).moved(by: map)
    }
    let extent = Extent(area.pixels)
    guard self.corners != 0 else { return QuadArea(corners).painted(color, extent: extent) }
    func round(_ bit: UInt) -> Double { self.corners & bit != 0 ? radius : 0 }
    let middle = rect.center
    return RoundedQuadArea(
      corners, back.x - back.w * middle.x, back.y - back.w * middle.y, back.w, reach: rect.size / 2,
      radii: [round(1), round(2), round(4), round(8)]
    ).painted(color, extent: extent)
  }

  /// What of the rectangle is in some pixels, without corners.
  private func straight(_ color: any FormulaArgument, _ part: UserRect) -> Node {
    var image = Node.constant(color).cropped(to: part)
    for axis in 0..<2 {
      let (low, high) = (rect.min[axis], rect.max[axis])
      if low.rounded(.down) + 1 >= high {
        // Both edges in one pixel.
        image = image.faded(by: high - low)
        continue
      }
      var way = SIMD2<Float>.zero
      way[axis] = 1
      if low != low.rounded(), part.min[axis] < low { image = image.times(alphaOf: ramp(at: low, way)) }
      if high != high.rounded(), part.max[axis] > high { image = image.times(alphaOf: ramp(at: high, -way)) }
    }
    return image
  }

  /// Alpha 0 half a pixel before the edge, 1 half a pixel behind it.
  private func ramp(at edge: Double, _ way: SIMD2<Float>) -> Node {
    let start = SIMD2<Float>(repeating: Float(edge)) - way * 0.5
    return .generated(
      by: LinearGradient.formula, SIMD4<Float>.zero, SIMD4<Float>(1, 1, 1, 1), start, way)
  }

  private func disc(_ color: any FormulaArgument, at center: SIMD2<Double>, in part: UserRect) -> Node {
    Node.generated(by: DiscArea.formula, color, SIMD2<Float>(center), DiscArea.radius(of: radius)).cropped(to: part)
  }
}

/// Sides of a layer that are not to be soft: they lie between whole pixels, so that layers which abut there show no
/// seam.
struct HardSides: Equatable {
  /// As `CAEdgeAntialiasingMask`, by the pixels' axes.
  private let sides: UInt32

  init(_ layer: SceneLayer, _ plane: DrawingPlane) {
    let isSoft = layer.read(LayerProperties.allowsEdgeAntialiasing)
    let own = isSoft ? ~layer.read(LayerProperties.edgeAntialiasingMask).rawValue & 15 : 15
    sides = plane.isMirrored ? own & 3 | (own & 4) << 1 | (own & 8) >> 1 : own
  }

  /// A pixel belongs to what its centre lies in.
  func moved(_ rect: UserRect) -> UserRect {
    guard sides != 0 else { return rect }
    func side(_ bit: UInt32, _ place: Double) -> Double { sides & bit != 0 ? place.rounded() : place }
    return UserRect(
      [side(1, rect.min.x), side(4, rect.min.y)], [side(2, rect.max.x), side(8, rect.max.y)])
  }
}

extension BoxShape {
  /// The shape in one colour, blurred by a Gaussian: a formula, no pass over an image.
  func blurred(_ color: any FormulaArgument, sigma: Double) -> Node {
    guard sigma >= 0.16 else { return painted(color) }
    let extent = Extent(rect.outset(by: 3 * sigma).pixels)
    if corners == 0 {
      return .generated(
        by: BlurredRectangleGenerator.formula, color, SIMD2<Float>(rect.min), SIMD2<Float>(rect.max),
        Float(1 / (sigma * 2.0.squareRoot())), extent: extent)
    }
    return .generated(
      by: BlurredRoundedRectangleGenerator.formula, color, SIMD2<Float>(rect.center), SIMD2<Float>(rect.size / 2),
      SIMD3(Float(radius), 2, Float(sigma)), extent: extent)
  }

  /// False for some round corners and others that are not, as the formula has one radius, and for continuous ones.
  var blursByFormula: Bool { corners == 0 || corners == 15 && smooth == nil }
}
