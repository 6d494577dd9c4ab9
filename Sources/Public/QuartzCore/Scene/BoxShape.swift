import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// A rectangle with rounded corners on a pixel grid, optionally seen through a map. Each pixel has the covered area:
/// exact along straight edges, and within 0.01 along arcs if the radius is 5 pixels or more.
struct BoxShape {
  let rect: UserRect
  let radius: Double
  /// The rounded corners, as `CACornerMask`, in the axes of the pixels.
  let corners: UInt
  /// The layer that caches the mask of continuous corners; nil for circular corners.
  private let smooth: SceneLayer?
  /// The map to the displayed pixels; nil is the identity.
  private let map: PlaneMap?

  /// - Parameters:
  ///   - smooth: the layer, if its corners are continuous. If they do not fit, they are circular.
  ///   - map: to the displayed pixels; nil is the identity.
  init(_ rect: UserRect, radius: Double, corners: UInt, smooth: SceneLayer? = nil, through map: PlaneMap? = nil) {
    let shorter = min(rect.width, rect.height)
    (self.rect, self.map) = (rect, map)
    self.radius = min(max(radius, 0), shorter / 2)
    self.corners = self.radius > 0 ? corners & 15 : 0
    self.smooth = self.corners != 0 && ContinuousCorner.fits(radius: self.radius, in: rect.size) ? smooth : nil
  }

  /// Creates the shape of a layer's bounds.
  init(_ layer: SceneLayer, _ plane: DrawingPlane, through map: PlaneMap? = nil) {
    let corners = layer.read(LayerProperties.maskedCorners).rawValue
    self.init(
      AliasedEdges(layer, plane).snapped(plane.rect(layer.read(LayerProperties.bounds))),
      radius: Double(layer.read(LayerProperties.cornerRadius)) * plane.scale,
      corners: plane.isMirrored ? (corners & 3) << 2 | (corners & 12) >> 2 : corners,
      smooth: layer.read(LayerProperties.cornerCurve) == .continuous ? layer : nil, through: map)
  }

  /// Returns the shape inset by a width; nil if it vanishes.
  func inset(by width: Double) -> BoxShape? {
    let inner = UserRect(rect.min + width, rect.max - width)
    return inner.isEmpty
      ? nil : BoxShape(inner, radius: radius - width, corners: corners, smooth: smooth, through: map)
  }

  /// The rectangle of all pixels that the shape partly covers.
  var enclosingPixels: BoxShape {
    // Through a map, a target pixel may cover any fraction of a source pixel.
    let wide = map == nil ? rect : rect.outset(by: max(rect.width, rect.height) + 2)
    return BoxShape(wide.pixels, radius: 0, corners: 0, through: map)
  }

  /// Whether the shape covers whole pixels only.
  private var isPixelAligned: Bool { corners == 0 && rect == rect.pixels && map == nil }

  /// Returns the part of an image inside the shape.
  func clipped(_ image: Node) -> Node {
    if rect.isEmpty { return .empty }
    return isPixelAligned ? image.cropped(to: rect) : image.times(alphaOf: painted(SIMD4<Float>(1, 1, 1, 1)))
  }

  /// Returns the shape filled with a colour.
  func painted(_ color: any FormulaArgument) -> Node {
    if rect.isEmpty { return .empty }
    if let map { return projected(color, through: map) }
    guard corners != 0 else { return filledRectangle(color, rect.pixels) }
    if let smooth {
      let outline = ContinuousCorner.outline(rect.size, radius: radius, corners: corners)
      let plane = DrawingPlane(scale: 1, origin: rect.min)
      // A shape larger than a mask can be: the difference of the corners is invisible.
      if let mask = smooth.pathMask(outline, .winding, nil, plane) { return Node.constant(color).times(alphaOf: mask) }
    }
    if corners == 15, rect.width == 2 * radius, rect.height == 2 * radius {
      return disc(color, at: rect.center, in: rect.pixels)
    }
    // Pixels beyond the centre of a corner's circle in both directions belong to the circle.
    let low = (rect.min + radius - 0.5).rounded(.up)
    let high = (rect.max - radius - 0.5).rounded(.up)
    let all = rect.pixels
    func corner(_ bit: UInt) -> Bool { corners & bit != 0 }
    func row(_ y: ClosedRange<Double>, _ left: UInt, _ right: UInt) -> Node {
      let rectangle = UserRect(
        [corner(left) ? low.x : all.min.x, y.lowerBound], [corner(right) ? high.x : all.max.x, y.upperBound])
      return rectangle.isEmpty ? .empty : filledRectangle(color, rectangle)
    }
    func arc(_ bit: UInt, _ center: SIMD2<Double>, _ pixels: UserRect) -> Node {
      corner(bit) && !pixels.isEmpty ? disc(color, at: center, in: pixels) : .empty
    }
    let (from, to) = (rect.min + radius, rect.max - radius)
    let parts = [
      row(all.min.y...max(low.y, all.min.y), 1, 2), row(min(high.y, all.max.y)...all.max.y, 4, 8),
      low.y < high.y ? filledRectangle(color, UserRect([all.min.x, low.y], [all.max.x, high.y])) : .empty,
      arc(1, from, UserRect(all.min, low)),
      arc(2, [to.x, from.y], UserRect([high.x, all.min.y], [all.max.x, low.y])),
      arc(4, [from.x, to.y], UserRect([all.min.x, high.y], [low.x, all.max.y])),
      arc(8, to, UserRect(high, all.max)),
    ]
    return parts.reduce(Node.empty) { $1.plus($0) }
  }

  private func projected(_ color: any FormulaArgument, through map: PlaneMap) -> Node {
    guard smooth == nil, let back = map.inverse, let corners = map.corners(of: rect),
      let area = UserRect(around: corners)
    else {
      return BoxShape(rect, radius: radius, corners: self.corners, smooth: smooth).painted(color).moved(by: map)
    }
    let extent = Extent(area.pixels)
    guard self.corners != 0 else { return QuadArea(corners).painted(color, extent: extent) }
    func cornerRadius(_ bit: UInt) -> Double { self.corners & bit != 0 ? radius : 0 }
    let middle = rect.center
    return RoundedQuadArea(
      corners, back.x - back.w * middle.x, back.y - back.w * middle.y, back.w, reach: rect.size / 2,
      radii: [cornerRadius(1), cornerRadius(2), cornerRadius(4), cornerRadius(8)]
    ).painted(color, extent: extent)
  }

  /// Returns the rectangle without corners, cropped to some pixels.
  private func filledRectangle(_ color: any FormulaArgument, _ pixels: UserRect) -> Node {
    var image = Node.constant(color).cropped(to: pixels)
    for axis in 0..<2 {
      let (low, high) = (rect.min[axis], rect.max[axis])
      if low.rounded(.down) + 1 >= high {
        // Both edges are in one pixel.
        image = image.faded(by: high - low)
        continue
      }
      var direction = SIMD2<Float>.zero
      direction[axis] = 1
      if low != low.rounded(), pixels.min[axis] < low { image = image.times(alphaOf: ramp(at: low, direction)) }
      if high != high.rounded(), pixels.max[axis] > high { image = image.times(alphaOf: ramp(at: high, -direction)) }
    }
    return image
  }

  /// Returns a ramp of alpha, from 0 half a pixel before the edge to 1 half a pixel after it.
  private func ramp(at edge: Double, _ direction: SIMD2<Float>) -> Node {
    let start = SIMD2<Float>(repeating: Float(edge)) - direction * 0.5
    return .generated(
      by: LinearGradient.formula, SIMD4<Float>.zero, SIMD4<Float>(1, 1, 1, 1), start, direction)
  }

  private func disc(_ color: any FormulaArgument, at center: SIMD2<Double>, in pixels: UserRect) -> Node {
    Node.generated(by: DiscArea.formula, color, SIMD2<Float>(center), DiscArea.radius(of: radius)).cropped(to: pixels)
  }
}

/// The edges of a layer that are not antialiased: they are snapped to whole pixels, so that adjacent layers show no
/// seam.
struct AliasedEdges: Equatable {
  /// As `CAEdgeAntialiasingMask`, in the axes of the pixels.
  private let edges: UInt32

  init(_ layer: SceneLayer, _ plane: DrawingPlane) {
    let allowsAntialiasing = layer.read(LayerProperties.allowsEdgeAntialiasing)
    let mask = allowsAntialiasing ? ~layer.read(LayerProperties.edgeAntialiasingMask).rawValue & 15 : 15
    edges = plane.isMirrored ? mask & 3 | (mask & 4) << 1 | (mask & 8) >> 1 : mask
  }

  /// Returns the rectangle with these edges snapped. A pixel belongs to the shape that contains its centre.
  func snapped(_ rect: UserRect) -> UserRect {
    guard edges != 0 else { return rect }
    func edge(_ bit: UInt32, _ position: Double) -> Double { edges & bit != 0 ? position.rounded() : position }
    return UserRect(
      [edge(1, rect.min.x), edge(4, rect.min.y)], [edge(2, rect.max.x), edge(8, rect.max.y)])
  }
}

extension BoxShape {
  /// Returns the shape filled with a colour and blurred by a Gaussian: one formula, without a pass over an image.
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

  /// Whether the formula can blur the shape: it has one radius, so all corners or none must be rounded, and not
  /// continuous.
  var blursByFormula: Bool { corners == 0 || corners == 15 && smooth == nil }
}
