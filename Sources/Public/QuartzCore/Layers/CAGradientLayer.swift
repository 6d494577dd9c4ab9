import CoreGraphics
import Foundation
import ImageGraph

/// A layer that draws a colour gradient over the background colour, in the rounded bounds.
///
/// Colours are interpolated in the blending space of the layers, with straight alpha.
open class CAGradientLayer: CALayer {
  override class var properties: LayerPropertyTable { GradientProperties.table }
  override class var kind: any LayerKind.Type { GradientDrawing.self }

  /// The `CGColor`s of the gradient; nil draws nothing.
  public var colors: [Any]? {
    get { readObject(GradientProperties.colors)?.objects }
    set { set(GradientProperties.colors, newValue.map { ObjectList(objects: $0) }) }
  }

  /// The locations of the colours, 0...1 and increasing, one for each; nil spaces them evenly.
  public var locations: [NSNumber]? {
    get { readObject(GradientProperties.locations)?.objects as? [NSNumber] }
    set { set(GradientProperties.locations, newValue.map { ObjectList(objects: $0) }) }
  }

  /// The position of the first colour, as a fraction of the bounds; the centre of radial and conic gradients.
  public var startPoint: CGPoint {
    get { read(GradientProperties.startPoint) }
    set { set(GradientProperties.startPoint, newValue) }
  }

  /// The position of the last colour, as a fraction of the bounds: a corner of the bounding box of a radial gradient's
  /// ellipse.
  public var endPoint: CGPoint {
    get { read(GradientProperties.endPoint) }
    set { set(GradientProperties.endPoint, newValue) }
  }

  /// The geometry of the gradient.
  public var type: CAGradientLayerType {
    get { read(GradientProperties.type) }
    set { set(GradientProperties.type, newValue) }
  }
}
