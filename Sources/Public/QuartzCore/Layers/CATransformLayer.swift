/// A layer that only transforms its sublayers, and preserves their depth: its sublayers share one 3D space with those
/// of enclosing layers of this kind.
///
/// It has no box, contents, filters, mask or shadow of its own; its opacity is applied to each of its sublayers.
open class CATransformLayer: CALayer {
  override class var kind: any LayerKind.Type { TransformOnlyLayer.self }
}
