import AnimationMath
import CoreGraphics
import Foundation
import ImageFilters
import ImageGraph

/// Its sublayers, again and again: each copy moved, delayed and coloured against the one before.
open class CAReplicatorLayer: CALayer {
  override class var properties: LayerPropertyTable { ReplicatorProperties.table }
  override class var kind: any LayerKind.Type { ReplicatorDrawing.self }
  override var lastDelay: Double {
    max(Double(min(max(instanceCount, 1), ReplicatorDrawing.most) - 1) * instanceDelay, 0)
  }

  /// How many copies there are, the first one counted; at most 1000 are drawn.
  public var instanceCount: Int {
    get { read(ReplicatorProperties.instanceCount) }
    set { set(ReplicatorProperties.instanceCount, newValue) }
  }

  /// Seconds by which each copy is behind the one before: its animations, particles, and all that has a time. An
  /// animation is over with its last copy.
  public var instanceDelay: CFTimeInterval {
    get { read(ReplicatorProperties.instanceDelay) }
    set { set(ReplicatorProperties.instanceDelay, newValue) }
  }

  /// Moves each copy against the one before, about the centre of the bounds.
  public var instanceTransform: CATransform3D {
    get { read(ReplicatorProperties.instanceTransform) }
    set { set(ReplicatorProperties.instanceTransform, newValue) }
  }

  /// What the colours of the first copy are multiplied with.
  public var instanceColor: CGColor? {
    get { readObject(ReplicatorProperties.instanceColor) }
    set { set(ReplicatorProperties.instanceColor, newValue) }
  }

  /// Added to red of that colour for each copy.
  public var instanceRedOffset: Float {
    get { read(ReplicatorProperties.red) }
    set { set(ReplicatorProperties.red, newValue) }
  }

  /// Added to green of that colour for each copy.
  public var instanceGreenOffset: Float {
    get { read(ReplicatorProperties.green) }
    set { set(ReplicatorProperties.green, newValue) }
  }

  /// Added to blue of that colour for each copy.
  public var instanceBlueOffset: Float {
    get { read(ReplicatorProperties.blue) }
    set { set(ReplicatorProperties.blue, newValue) }
  }

  /// Added to alpha of that colour for each copy.
  public var instanceAlphaOffset: Float {
    get { read(ReplicatorProperties.alpha) }
    set { set(ReplicatorProperties.alpha, newValue) }
  }

  /// True: copies are not flattened to the plane of the layer, but share a space with each other and with what else is
  /// in the nearest layer that flattens. Such a layer draws nothing of its own, as a `CATransformLayer`.
  public var preservesDepth: Bool {
    get { read(ReplicatorProperties.preservesDepth) }
    set { set(ReplicatorProperties.preservesDepth, newValue) }
  }
}
