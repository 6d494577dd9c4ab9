import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Images of layers.
extension CIImage {
  /// Creates an image of a layer with its sublayers at a time: a recipe, without rendering pixels.
  ///
  /// Layers that need layout or display are updated first. The image has the coordinates of the root's superspace: a
  /// layer whose `frame` begins at (0, 0) has the image's origin at its corner. Layers are blended in gamma-encoded
  /// sRGB, as in Core Animation; their filters are applied in the linear working space.
  ///
  /// - Parameters:
  ///   - time: seconds, in the root's parent time. Animations without a begin time begin at 0 of their layer's time, or
  ///     with the first frame if a `CARenderer` renders frames of the tree.
  ///   - scale: pixels per point. With values that are not above 0, the result is the empty image, and a message is
  ///     logged.
  public convenience init(layer: CALayer, at time: CFTimeInterval = 0, scale: CGFloat = 1) {
    self.init(layer: layer, at: time, scale: scale, blendsLinearly: false)
  }

  /// Creates an image of a layer, optionally blended in the linear working space, as by Core Image's own filters.
  public convenience init(layer: CALayer, at time: CFTimeInterval, scale: CGFloat, blendsLinearly: Bool) {
    self.init(layer: layer, at: time, scale: scale, blendsLinearly: blendsLinearly, cachesDrawing: false)
  }

  /// - Parameter cachesDrawing: true for series of frames: drawings are cached in the layers.
  package convenience init(
    layer: CALayer, at time: CFTimeInterval, scale: CGFloat, blendsLinearly: Bool = false, cachesDrawing: Bool
  ) {
    guard scale > 0, scale <= 1e6 else {
      RenderLog.process.note("CIImage(layer:): scale must be above 0 and at most 1e6 pixels per point (got \(scale))")
      self.init(node: .empty)
      return
    }
    layer.prepareForFrame()
    let drawing = LayerDrawing(blendSpace: blendsLinearly ? .working : .encoded, cachesDrawing: cachesDrawing)
    let now = time.isFinite ? time : 0
    self.init(node: drawing.image(SceneCapture.tree(of: layer, at: now), at: now, scale: Double(scale)))
  }
}
