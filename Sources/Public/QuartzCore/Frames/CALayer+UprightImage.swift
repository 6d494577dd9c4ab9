import AnimationMath
import CoreGraphics
import CoreImage
import ImageGraph

extension CALayer {
  /// Returns the layer as an image of its frame with the origin at the lower left corner, upright as displayed, even if
  /// its ancestors are flipped.
  ///
  /// - Parameters:
  ///   - scale: pixels per point, above 0, at most 1e6. With other values, the result is the empty image, and a message
  ///     is logged.
  ///   - time: seconds, in the layer's parent time.
  package func uprightImage(scale: CGFloat, at time: Double) -> CIImage {
    guard scale > 0, scale <= 1e6 else {
      RenderLog.process.note("layers: scale must be above 0 and at most 1e6 pixels per point (got \(scale))")
      return CIImage.empty()
    }
    prepareForFrame()
    let (box, pixels, now) = (frame, Double(scale), time.isFinite ? time : 0)
    let isFlipped = superlayer?.contentsAreFlipped() ?? false
    let origin = SIMD2(-Double(box.minX), isFlipped ? Double(box.maxY) : -Double(box.minY)) * pixels
    let plane = DrawingPlane(scale: pixels, origin: origin, isMirrored: isFlipped, flipsImages: isFlipped)
    let drawing = LayerDrawing(blendSpace: .encoded)
    let container = LayerContainer(plane: plane, placement: CATransform3DIdentity, time: now)
    let image = drawing.drawn(SceneCapture.tree(of: self, at: now), over: .empty, in: container)
    let bounds = CGRect(x: 0, y: 0, width: box.width * scale, height: box.height * scale)
    return CIImage(node: drawing.blendSpace.working(image)).cropped(to: bounds)
  }

  /// The time of the last frame of the tree; nil if no frames of it are rendered.
  package var lastFrameTime: Double? { frameTime }

  /// Whether a layer of the tree must be laid out or redrawn.
  package var needsPreparation: Bool {
    var pending = [self]
    while let layer = pending.popLast() {
      if layer.isLayoutNeeded || layer.dirtyRect != nil { return true }
      pending += layer.children
      if let mask = layer.maskLayer { pending.append(mask) }
    }
    return false
  }
}

extension CATransaction {
  /// The number of layer changes on this thread.
  package class var changeCount: Int { TransactionStack.current.changeCount }
}
