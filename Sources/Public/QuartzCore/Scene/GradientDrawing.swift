import CoreGraphics
import CoreImage
import Foundation
import ImageColor
import ImageFilters
import ImageGraph

/// The drawing of gradient layers.
///
/// Colours and alpha are separate gradients, each a sum of ramps: the first colour, plus a ramp from zero to the
/// difference for each further stop. So colours are interpolated without premultiplication, and any number of stops
/// requires no lookup image.
enum GradientDrawing: LayerKind {
  static let drawsAdditionalContent = true
  static let maximumStops = 256

  private struct Stop {
    let location: Double
    let color: SIMD4<Double>
  }

  static func underContents(_ layer: SceneLayer, _ drawing: LayerDrawing, _ placement: LayerPlacement) -> Node? {
    let (stops, plane) = (stops(layer, drawing.blendSpace), placement.plane)
    guard let first = stops.first, !plane.rect(layer.read(LayerProperties.bounds)).isEmpty,
      let shape = shape(layer, plane)
    else { return nil }
    let isOpaque = stops.allSatisfy { $0.color.w == first.color.w }
    func sum(_ value: (SIMD4<Double>) -> SIMD4<Float>) -> Node {
      var image = Node.constant(value(first.color))
      for (a, b) in zip(stops, stops.dropFirst()) where a.color != b.color {
        let difference = value(b.color) - value(a.color)
        image = image.plus(shape.ramp(difference, a.location, b.location))
      }
      return image
    }
    if isOpaque {
      let alpha = Float(first.color.w)
      return placement.placed(sum { SIMD4<Float>($0) * SIMD4(alpha, alpha, alpha, 1) })
    }
    let color = sum { color in
      var all = SIMD4<Float>(color)
      all.w = 1
      return all
    }
    let alpha = sum { SIMD4(0, 0, 0, Float($0.w)) }
    return placement.placed(color.times(alphaOf: alpha))
  }

  /// Returns the stops with straight colours in the blending space; locations are increasing.
  private static func stops(_ layer: SceneLayer, _ blendSpace: BlendSpace) -> [Stop] {
    let colors = (layer.readObject(GradientProperties.colors)?.objects ?? []).prefix(maximumStops)
      .compactMap { CGColor.reading($0) }
    let locations = (layer.readObject(GradientProperties.locations)?.objects ?? []).compactMap { Double.reading($0) }
    let space: ColorSpace = blendSpace == .encoded ? .extendedSRGB : .extendedLinearSRGB
    var last = 0.0
    return colors.enumerated().map { index, color in
      let uniform = Double(index) / Double(max(colors.count - 1, 1))
      let location = locations.count == colors.count ? locations[index] : uniform
      last = location.isNaN ? last : min(max(location, last), 1)
      return Stop(location: last, color: color.components(in: space))
    }
  }

  private enum Shape {
    case axial(SIMD2<Double>, SIMD2<Double>)
    /// The centre and the half axes in pixels.
    case radial(SIMD2<Double>, SIMD2<Double>)
    /// The centre, the start direction, and 1 or −1 for the direction of rotation.
    case conic(SIMD2<Double>, SIMD2<Double>, Float)

    /// Returns a ramp from zero at one location to a colour at the next.
    func ramp(_ color: SIMD4<Float>, _ from: Double, _ to: Double) -> Node {
      // Two stops at one location: an edge without width.
      let length = max(to - from, 1e-6)
      switch self {
      case .axial(let start, let end):
        let direction = end - start
        let squared = (direction * direction).sum()
        guard squared > 0 else { return .constant(color) }
        return .generated(
          by: LinearGradient.formula, SIMD4<Float>.zero, color, SIMD2<Float>(start + direction * from),
          SIMD2<Float>(direction / (squared * length)))
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

  /// Returns the geometry; nil if nothing is drawn.
  private static func shape(_ layer: SceneLayer, _ plane: DrawingPlane) -> Shape? {
    let bounds = layer.read(LayerProperties.bounds)
    func position(_ p: CGPoint) -> SIMD2<Double> {
      plane.position(CGPoint(x: bounds.minX + p.x * bounds.width, y: bounds.minY + p.y * bounds.height))
    }
    let start = position(layer.read(GradientProperties.startPoint))
    let end = position(layer.read(GradientProperties.endPoint))
    switch layer.read(GradientProperties.type) {
    case .radial:
      let axes = SIMD2(abs(end.x - start.x), abs(end.y - start.y))
      return axes.min() > 1e-6 ? .radial(start, axes) : nil
    case .conic:
      let (direction, turn) = (end - start, plane.isMirrored ? -1 : 1 as Float)
      let length = (direction * direction).sum().squareRoot()
      return .conic(start, length > 0 ? direction / length : [1, 0], turn)
    default: return .axial(start, end)
    }
  }
}
