import CoreGraphics
import CoreImage
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// What a gradient layer draws.
///
/// Colours and alpha are two gradients, each a sum of ramps: a colour at the first place, then for each further one a
/// ramp from nothing to the difference. So colours are mixed without being multiplied with alpha, and any number of
/// places needs no image.
enum GradientDrawing: LayerKind {
  static let drawsMore = true
  static let most = 256

  private struct Stop {
    let place: Double
    let color: SIMD4<Double>
  }

  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ place: LayerPlacement) -> Node? {
    let (stops, plane) = (stops(layer, drawing.light), place.plane)
    guard let first = stops.first, !plane.rect(layer.read(LayerProperties.bounds)).isEmpty,
      let shape = shape(layer, plane)
    else { return nil }
    let isOpaque = stops.allSatisfy { $0.color.w == first.color.w }
    func sum(_ value: (SIMD4<Double>) -> SIMD4<Float>) -> Node {
      var image = Node.constant(value(first.color))
      for (a, b) in zip(stops, stops.dropFirst()) where a.color != b.color {
        let difference = value(b.color) - value(a.color)
        image = image.plus(shape.ramp(difference, a.place, b.place))
      }
      return image
    }
    if isOpaque {
      let alpha = Float(first.color.w)
      return place.placed(sum { SIMD4<Float>($0) * SIMD4(alpha, alpha, alpha, 1) })
    }
    let color = sum { color in
      var all = SIMD4<Float>(color)
      all.w = 1
      return all
    }
    let alpha = sum { SIMD4(0, 0, 0, Float($0.w)) }
    return place.placed(color.times(alphaOf: alpha))
  }

  /// Straight, in the numbers that are blended; places rising.
  private static func stops(_ layer: SceneLayer, _ light: BlendLight) -> [Stop] {
    let colors = (layer.readObject(GradientProperties.colors)?.objects ?? []).prefix(most)
      .compactMap { CGColor.reading($0) }
    let given = (layer.readObject(GradientProperties.locations)?.objects ?? []).compactMap { Double.reading($0) }
    let space: ColorSpace = light == .encoded ? .extendedSRGB : .extendedLinearSRGB
    var last = 0.0
    return colors.enumerated().map { index, color in
      let even = Double(index) / Double(max(colors.count - 1, 1))
      let place = given.count == colors.count ? given[index] : even
      last = place.isNaN ? last : min(max(place, last), 1)
      return Stop(place: last, color: color.components(in: space))
    }
  }

  private enum Shape {
    case axial(SIMD2<Double>, SIMD2<Double>)
    /// Half axes in pixels.
    case radial(SIMD2<Double>, SIMD2<Double>)
    /// The centre, where a turn begins, and 1 or -1 for the way around.
    case conic(SIMD2<Double>, SIMD2<Double>, Float)

    /// From nothing at one place to a colour at the next.
    func ramp(_ color: SIMD4<Float>, _ from: Double, _ to: Double) -> Node {
      // Two colours in one place: an edge without width.
      let length = max(to - from, 1e-6)
      switch self {
      case .axial(let start, let end):
        let way = end - start
        let squared = (way * way).sum()
        guard squared > 0 else { return .constant(color) }
        return .generated(
          by: LinearGradient.formula, SIMD4<Float>.zero, color, SIMD2<Float>(start + way * from),
          SIMD2<Float>(way / (squared * length)))
      case .radial(let center, let axes):
        let size = axes.max()
        let circle = Node.generated(
          by: RadialGradient.formula, SIMD4<Float>.zero, color, SIMD2<Float>.zero, Float(from * size),
          Float(1 / (length * size)))
        let map = AffineMap(a: axes.x / size, b: 0, c: 0, d: axes.y / size, tx: center.x, ty: center.y)
        return circle.transformed(by: map, reading: .bilinear) ?? .empty
      case .conic(let center, let axis, let turn):
        return .generated(
          by: ConicRamp.formula, color, SIMD2<Float>(center), SIMD2<Float>(axis), turn, Float(from), Float(1 / length))
      }
    }
  }

  /// Nil where nothing is drawn.
  private static func shape(_ layer: SceneLayer, _ plane: DrawingPlane) -> Shape? {
    let bounds = layer.read(LayerProperties.bounds)
    func place(_ p: CGPoint) -> SIMD2<Double> {
      plane.place(CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height))
    }
    let start = place(layer.read(GradientProperties.startPoint))
    let end = place(layer.read(GradientProperties.endPoint))
    switch layer.read(GradientProperties.type) {
    case .radial:
      let axes = SIMD2(abs(end.x - start.x), abs(end.y - start.y))
      return axes.min() > 1e-6 ? .radial(start, axes) : nil
    case .conic:
      let (way, turn) = (end - start, plane.isMirrored ? -1 : 1 as Float)
      let length = (way * way).sum().squareRoot()
      return .conic(start, length > 0 ? way / length : [1, 0], turn)
    default: return .axial(start, end)
    }
  }
}
