import AnimationMath
import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// A layer that draws copies of its sublayers: each copy is transformed, delayed and coloured relative to the previous
/// one.
open class CAReplicatorLayer: CALayer {
  override class var properties: LayerPropertyTable { ReplicatorProperties.table }
  override class var kind: any LayerKind.Type { ReplicatorDrawing.self }
  override var maximumDelay: Double {
    max(Double(min(max(instanceCount, 1), ReplicatorDrawing.maximumCount) - 1) * instanceDelay, 0)
  }

  /// The number of copies, including the first; at most 1000 are drawn.
  public var instanceCount: Int {
    get { read(ReplicatorProperties.instanceCount) }
    set { set(ReplicatorProperties.instanceCount, newValue) }
  }

  /// The delay of each copy relative to the previous one, in seconds. It applies to animations, particles, and
  /// everything else that depends on time. An animation ends with its last copy.
  public var instanceDelay: CFTimeInterval {
    get { read(ReplicatorProperties.instanceDelay) }
    set { set(ReplicatorProperties.instanceDelay, newValue) }
  }

  /// The transform of each copy relative to the previous one, about the centre of the bounds.
  public var instanceTransform: CATransform3D {
    get { read(ReplicatorProperties.instanceTransform) }
    set { set(ReplicatorProperties.instanceTransform, newValue) }
  }

  /// The colour that the first copy is multiplied by.
  public var instanceColor: CGColor? {
    get { readObject(ReplicatorProperties.instanceColor) }
    set { set(ReplicatorProperties.instanceColor, newValue) }
  }

  /// The change of red of that colour for each copy.
  public var instanceRedOffset: Float {
    get { read(ReplicatorProperties.red) }
    set { set(ReplicatorProperties.red, newValue) }
  }

  /// The change of green of that colour for each copy.
  public var instanceGreenOffset: Float {
    get { read(ReplicatorProperties.green) }
    set { set(ReplicatorProperties.green, newValue) }
  }

  /// The change of blue of that colour for each copy.
  public var instanceBlueOffset: Float {
    get { read(ReplicatorProperties.blue) }
    set { set(ReplicatorProperties.blue, newValue) }
  }

  /// The change of alpha of that colour for each copy.
  public var instanceAlphaOffset: Float {
    get { read(ReplicatorProperties.alpha) }
    set { set(ReplicatorProperties.alpha, newValue) }
  }

  /// If true, copies are not flattened to the plane of the layer. They share a 3D space with each other, and with the
  /// other content of the nearest flattening ancestor. The layer then draws nothing of its own, like a
  /// `CATransformLayer`.
  public var preservesDepth: Bool {
    get { read(ReplicatorProperties.preservesDepth) }
    set { set(ReplicatorProperties.preservesDepth, newValue) }
  }
}
