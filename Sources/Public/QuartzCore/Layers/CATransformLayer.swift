/// A layer that only moves what is in it, and keeps its depth: all layers in it share one space with those of other
/// such layers around it.
///
/// It has no box, contents, filters, mask or shadow of its own; its opacity goes to each of its sublayers.
open class CATransformLayer: CALayer {
  override class var kind: any LayerKind.Type { MovingLayer.self }
}
