import CoreGraphics
import Foundation
import ImageGraph

/// Colours that pass into each other, over the background colour, in the rounded bounds.
///
/// Colours are mixed as the numbers that layers are blended in, not multiplied with alpha.
open class CAGradientLayer: CALayer {
  override class var properties: LayerPropertyTable { GradientProperties.table }
  override class var kind: any LayerKind.Type { GradientDrawing.self }

  /// `CGColor`s; nil: nothing is drawn.
  public var colors: [Any]? {
    get { readObject(GradientProperties.colors)?.objects }
    set { set(GradientProperties.colors, newValue.map { ObjectList(objects: $0) }) }
  }

  /// As many places 0...1, rising; nil: evenly.
  public var locations: [NSNumber]? {
    get { readObject(GradientProperties.locations)?.objects as? [NSNumber] }
    set { set(GradientProperties.locations, newValue.map { ObjectList(objects: $0) }) }
  }

  /// Where the first colour is, in parts of the bounds; the centre of radial and conic gradients.
  public var startPoint: CGPoint {
    get { read(GradientProperties.startPoint) }
    set { set(GradientProperties.startPoint, newValue) }
  }

  /// Where the last colour is, in parts of the bounds: a corner around the ellipse of radial gradients.
  public var endPoint: CGPoint {
    get { read(GradientProperties.endPoint) }
    set { set(GradientProperties.endPoint, newValue) }
  }

  /// The shape.
  public var type: CAGradientLayerType {
    get { read(GradientProperties.type) }
    set { set(GradientProperties.type, newValue) }
  }
}
