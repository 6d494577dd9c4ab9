import AnimationMath
import CoreImage
import Foundation
import ImageGraph

/// Layers as images.
extension CIImage {
  /// A layer with all that is in it, as it is shown at a time: a recipe, made without touching a pixel.
  ///
  /// Before it is made, layers are laid out and displayed that need it. The image lies as the root lies in its own
  /// superspace: a layer whose `frame` begins at (0, 0) has the image's origin at its corner. Layers are blended in
  /// sRGB's coded values, as Core Animation does; their filters see the working space's light.
  ///
  /// - Parameters:
  ///   - time: seconds, in the root's parent time. Animations that do not say when they begin, begin at 0 of their
  ///     layer's time, or with the first frame where a `CARenderer` makes frames of the tree.
  ///   - scale: pixels in a point; what is not above 0 gives the empty image and a line in the log.
  public convenience init(layer: CALayer, at time: CFTimeInterval = 0, scale: CGFloat = 1) {
    self.init(layer: layer, at: time, scale: scale, blendsLinearly: false)
  }

  /// The same, where layers may be blended in the working space's light, as Core Image's own filters are.
  public convenience init(layer: CALayer, at time: CFTimeInterval, scale: CGFloat, blendsLinearly: Bool) {
    self.init(layer: layer, at: time, scale: scale, blendsLinearly: blendsLinearly, remembers: false)
  }

  /// - Parameter remembers: true where frame follows frame: what layers drew is kept with them.
  package convenience init(
    layer: CALayer, at time: CFTimeInterval, scale: CGFloat, blendsLinearly: Bool = false, remembers: Bool
  ) {
    guard scale > 0, scale <= 1e6 else {
      RenderLog.process.note("CIImage(layer:): scale is \(scale); give a number of pixels above 0, at most 1e6")
      self.init(node: .empty)
      return
    }
    layer.prepareForFrame()
    let drawing = LayerDrawing(light: blendsLinearly ? .working : .encoded, remembers: remembers)
    let now = time.isFinite ? time : 0
    self.init(node: drawing.image(SceneCapture.tree(of: layer, at: now), at: now, scale: Double(scale)))
  }
}
