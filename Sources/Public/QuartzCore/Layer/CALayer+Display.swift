import AnimationMath
import CoreGraphics
import CoreImage
import DrawingRecipes
import Foundation
import ImageGraph

/// Where a layer's own bitmap comes from.
extension CALayer {
  /// Marks the whole layer: its contents are drawn anew before the next frame.
  public func setNeedsDisplay() { setNeedsDisplay(.infinite) }

  /// Marks a part of the layer's space; what lies outside of all marked parts is kept.
  public func setNeedsDisplay(_ r: CGRect) {
    guard !r.isEmpty else { return }
    if r.isInfinite || needingDisplay?.isInfinite == true {
      needingDisplay = .infinite
    } else if r.kept.numbers.allSatisfy({ abs($0) <= 1e15 }) {
      needingDisplay = needingDisplay.map { $0.union(r) } ?? r.kept
    }
  }

  /// True when something is marked.
  public func needsDisplay() -> Bool { needingDisplay != nil }

  /// `display()`, when something is marked.
  public func displayIfNeeded() { if needsDisplay() { display() } }

  /// The whole tree before a frame: layout, then display.
  func prepareForFrame() {
    layoutIfNeeded()
    var waiting = [self]
    while let layer = waiting.popLast() {
      layer.displayIfNeeded()
      waiting += layer.children
      if let mask = layer.maskLayer { waiting.append(mask) }
    }
  }

  /// Makes a bitmap of the bounds, has it drawn and takes it as the contents.
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
        "\(type(of: self)): a bitmap of \(width)x\(height) pixels cannot be drawn, at most 32767x32767; "
          + "make the bounds or contentsScale smaller, or use a CATiledLayer")
    }
    enterOwnSpace(context, height)
    if let part, !part.isInfinite {
      keepContents(in: context, width, height)
      context.clip(to: part)
      context.clear(part)
    }
    nothingWasDrawn = false
    draw(in: context)
    let image = context.makeImage()
    // A subclass that draws may have asked its superclass, which draws nothing, as well.
    let drawn = nothingWasDrawn && image?.isClear != false ? nil : image
    (contents, ownBitmap) = (drawn, drawn)
  }

  /// From pixels to the layer's own space.
  private func enterOwnSpace(_ context: CGContext, _ height: CGFloat) {
    if contentsAreFlipped() {
      context.translateBy(x: 0, y: height)
      context.scaleBy(x: 1, y: -1)
    }
    context.scaleBy(x: contentsScale, y: contentsScale)
    context.translateBy(x: -bounds.minX, y: -bounds.minY)
  }

  /// No bitmap holds floats: what is drawn becomes a recipe, all of it each time.
  private func drawInFloats(_ size: CGSize) {
    nothingWasDrawn = false
    let image = CIImage(size: size) { context in
      enterOwnSpace(context, size.height)
      draw(in: context)
    }
    let drawn = nothingWasDrawn ? nil : image
    (contents, ownBitmap) = (drawn, drawn)
  }

  private func bitmap(_ width: Int, _ height: Int) -> CGContext? {
    let isGrey = contentsFormat == .gray8Uint
    let alpha: CGImageAlphaInfo = isGrey ? .none : isOpaque ? .noneSkipLast : .premultipliedLast
    return CGContext(
      data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
      space: isGrey ? CGColorSpaceCreateDeviceGray() : CGColorSpaceCreateDeviceRGB(), bitmapInfo: alpha.rawValue)
  }

  /// The pixels of before, where the bitmap has the same size.
  private func keepContents(in context: CGContext, _ width: CGFloat, _ height: CGFloat) {
    guard let image = contents as? CGImage, CGFloat(image.width) == width, CGFloat(image.height) == height else {
      return
    }
    context.saveGState()
    context.concatenate(context.ctm.inverted())
    context.draw(image, in: CGRect(x: 0, y: 0, width: width, height: height))
    context.restoreGState()
  }
}

/// Where sublayers are placed.
extension CALayer {
  /// Marks the layer: `layoutSublayers()` is called before the next frame.
  public func setNeedsLayout() {
    isLayoutNeeded = true
    layoutManager?.invalidateLayout(of: self)
  }

  /// True when the layer is marked.
  public func needsLayout() -> Bool { isLayoutNeeded }

  /// Lays out from the topmost layer above this one on that needs it.
  public func layoutIfNeeded() {
    var top = self
    for layer in chain where layer.isLayoutNeeded { top = layer }
    var waiting = [top]
    while let layer = waiting.popLast() {
      if layer.isLayoutNeeded {
        layer.isLayoutNeeded = false
        layer.layoutSublayers()
      }
      waiting += layer.children
      if let mask = layer.maskLayer { waiting.append(mask) }
    }
  }

  /// See `resize(withOldSuperlayerSize:)`.
  func autoresize(withOldSuperlayerSize size: CGSize) {
    guard let superlayer, !autoresizingMask.isEmpty else { return }
    let (mask, new, old) = (autoresizingMask, superlayer.bounds.size, frame)
    func shared(_ growth: CGFloat, _ bits: [CAAutoresizingMask]) -> (start: CGFloat, length: CGFloat) {
      let parts = CGFloat(bits.count { mask.contains($0) })
      guard parts > 0 else { return (0, 0) }
      return (mask.contains(bits[0]) ? growth / parts : 0, mask.contains(bits[1]) ? growth / parts : 0)
    }
    let x = shared(new.width - size.width, [.layerMinXMargin, .layerWidthSizable, .layerMaxXMargin])
    let y = shared(new.height - size.height, [.layerMinYMargin, .layerHeightSizable, .layerMaxYMargin])
    frame = CGRect(
      x: old.minX + x.start, y: old.minY + y.start, width: max(old.width + x.length, 0),
      height: max(old.height + y.length, 0))
  }
}

extension CGImage {
  /// True when all bytes are 0.
  package var isClear: Bool { data.allSatisfy { $0 == 0 } }
}
