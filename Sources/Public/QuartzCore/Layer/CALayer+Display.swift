import AnimationMath
import CoreGraphics
import CoreImage
import DrawingRecipes
import Foundation
import ImageGraph

/// Drawing of a layer's own bitmap.
extension CALayer {
  /// Marks the whole layer to be redrawn before the next frame.
  public func setNeedsDisplay() { setNeedsDisplay(.infinite) }

  /// Marks a part in the layer's coordinates; everything outside of all marked parts is preserved.
  public func setNeedsDisplay(_ r: CGRect) {
    guard !r.isEmpty else { return }
    if r.isInfinite || dirtyRect?.isInfinite == true {
      dirtyRect = .infinite
    } else if r.storable.scalars.allSatisfy({ abs($0) <= 1e15 }) {
      dirtyRect = dirtyRect.map { $0.union(r) } ?? r.storable
    }
  }

  /// Returns whether anything is marked.
  public func needsDisplay() -> Bool { dirtyRect != nil }

  /// Calls `display()` if anything is marked.
  public func displayIfNeeded() { if needsDisplay() { display() } }

  /// Prepares the whole tree for a frame: layout, then display.
  func prepareForFrame() {
    layoutIfNeeded()
    var pending = [self]
    while let layer = pending.popLast() {
      layer.displayIfNeeded()
      pending += layer.children
      if let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  /// Creates a bitmap of the bounds, draws it, and sets it as the contents.
  func drawOwnBitmap(_ part: CGRect?) {
    delegate?.layerWillDraw(self)
    let scale = contentsScale
    let width = (bounds.width * scale).rounded(.up)
    let height = (bounds.height * scale).rounded(.up)
    guard width >= 1, height >= 1 else {
      contents = nil
      return
    }
    if contentsFormat == .RGBA16Float { return drawInFloats(CGSize(width: width, height: height)) }
    guard width <= 32_767, height <= 32_767, let context = bitmap(Int(width), Int(height)) else {
      return RenderLog.process.note(
        "\(type(of: self)): the bitmap must have at most 32767x32767 pixels (got \(width)x\(height)); "
          + "reduce the bounds or contentsScale, or use a CATiledLayer")
    }
    applyLayerTransform(context, height)
    if let part, !part.isInfinite {
      drawPreviousContents(in: context, width, height)
      context.clip(to: part)
      context.clear(part)
    }
    usedDefaultDraw = false
    draw(in: context)
    let image = context.makeImage()
    // A subclass that draws may also have called super, which draws nothing.
    let drawn = usedDefaultDraw && image?.isClear != false ? nil : image
    (contents, ownBitmap) = (drawn, drawn)
  }

  /// Applies the transform from pixels to the layer's coordinates.
  private func applyLayerTransform(_ context: CGContext, _ height: CGFloat) {
    if contentsAreFlipped() {
      context.translateBy(x: 0, y: height)
      context.scaleBy(x: 1, y: -1)
    }
    context.scaleBy(x: contentsScale, y: contentsScale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  /// Draws into a recipe, as a bitmap cannot have float components. The whole layer is drawn each time.
  private func drawInFloats(_ size: CGSize) {
    usedDefaultDraw = false
    let image = CIImage(size: size) { context in
      applyLayerTransform(context, size.height)
      draw(in: context)
    }
    let drawn = usedDefaultDraw ? nil : image
    (contents, ownBitmap) = (drawn, drawn)
  }

  private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
    let isGrey = contentsFormat == .gray8Uint
    let alpha: CGImageAlphaInfo = isGrey ? .none : isOpaque ? .noneSkipLast : .premultipliedLast
    return CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: isGrey ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue)
  }

  /// Draws the previous contents, if the bitmap has the same size.
  private func drawPreviousContents(in context: CGContext, _ width: CGFloat, _ height: CGFloat) {
    guard let image = contents as? CGImage, CGFloat(image.width) == width, CGFloat(image.height) == height else {
      return
    }
    context.saveGState()
    context.concatenate(context.ctm.inverted())
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    context.restoreGState()
  }
}

/// Layout of sublayers.
extension CALayer {
  /// Marks the layer: `layoutSublayers()` is called before the next frame.
  public func setNeedsLayout() {
    isLayoutNeeded = true
    layoutManager?.invalidateLayout(of: self)
  }

  /// Returns whether the layer is marked.
  public func needsLayout() -> Bool { isLayoutNeeded }

  /// Lays out the tree from the topmost ancestor that is marked.
  public func layoutIfNeeded() {
    var top = self
    for layer in chain where layer.isLayoutNeeded { top = layer }
    var pending = [top]
    while let layer = pending.popLast() {
      if layer.isLayoutNeeded {
        layer.isLayoutNeeded = false
        layer.layoutSublayers()
      }
      pending += layer.children
      if let mask = layer.maskLayer { pending.append(mask) }
    }
  }

  /// Implements `resize(withOldSuperlayerSize:)`.
  func autoresize(withOldSuperlayerSize size: CGSize) {
    guard let superlayer, !autoresizingMask.isEmpty else { return }
    let (mask, new, old) = (autoresizingMask, superlayer.bounds.size, frame)
    func distributed(_ growth: CGFloat, _ bits: [CAAutoresizingMask]) -> (start: CGFloat, length: CGFloat) {
      let count = CGFloat(bits.count { mask.contains($0) })
      guard count > 0 else { return (0, 0) }
      return (mask.contains(bits[0]) ? growth / count : 0, mask.contains(bits[1]) ? growth / count : 0)
    }
    let x = distributed(new.width - size.width, [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin])
    let y = distributed(new.height - size.height, [.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin])
    frame = CGRect(
      x: old.minX + x.start, y: old.minY + y.start, width: max(old.width + x.length, 0),
      height: max(old.height + y.length, 0))
  }
}

extension CGImage {
  /// Whether all bytes are 0.
  package var isClear: Bool { data.allSatisfy { $0 == 0 } }
}
