import AnimationMath
import CoreGraphics
import CoreImage
import ImageGraph

extension CALayer {
  /// The layer as an image of its frame, whose lower left corner is the origin, upright as it is seen, whatever layers
  /// above it flip.
  ///
  /// - Parameters:
  ///   - scale: pixels in a point, above 0, at most 1e6; others give the empty image and a line in the log.
  ///   - time: seconds, in the parent time of the layer.
  package func seenImage(scale: CGFloat, at time: Double) -> CIImage {
    guard scale > 0, scale <= 1e6 else {
      RenderLog.process.note("layers: scale is \(scale); give a number of pixels above 0, at most 1e6")
      return CIImage.empty()
    }
    prepareForFrame()
    let (box, pixels, now) = (frame, Double(scale), time.isFinite ? time : 0)
    let isFlipped = superlayer?.contentsAreFlipped() ?? false
    let origin = SIMD2(-Double(box.minX), isFlipped ? Double(box.maxY) : -Double(box.minY)) * pixels
    let plane = DrawingPlane(scale: pixels, origin: origin, isMirrored: isFlipped, turnsImages: isFlipped)
    let drawing = LayerDrawing(light: .encoded)
    let holder = LayerHolder(plane: plane, placement: CATransform3DIdentity, time: now)
    let image = drawing.drawn(SceneCapture.tree(of: self, at: now), over: .empty, in: holder)
    let whole = CGRect(x: 0, y: 0, width: box.width * scale, height: box.height * scale)
    return CIImage(node: drawing.light.working(image)).cropped(to: whole)
  }

  /// The time of the last frame of the tree; nil while nobody makes frames of it.
  package var shownTime: Double? { frameTime }

  /// True when a layer of the tree is to be laid out or drawn anew.
  package var needsPreparation: Bool {
    var waiting = [self]
    while let layer = waiting.popLast() {
      if layer.isLayoutNeeded || layer.needingDisplay != nil { return true }
      waiting += layer.children
      if let mask = layer.maskLayer { waiting.append(mask) }
    }
    return false
  }
}

extension CATransaction {
  /// Changes of layers on this thread so far, for who wants to know whether there were any.
  package class var changeCount: Int { TransactionStack.current.changeCount }
}
