import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// What of a tree a document gets as images, and which layers it draws anew.
///
/// Boxes, borders, clips, paths, gradients, text and images are objects of the document. What such objects cannot say
/// is rendered as frames are, at 300 pixels an inch of paper.
struct LayerPrinter {
  let renderer: CIContext
  /// Pixels in a point of paper.
  private static let resolution = 300.0 / 72
  /// Pixels that one image may have.
  private static let mostPixels = 64e6

  // MARK: What becomes an image

  /// True for a layer that becomes an image with all that is in it.
  private func isImage(_ layer: CALayer, in parent: CALayer?) -> Bool {
    let plain: [any LayerKind.Type] = [PlainLayer.self, ShapeDrawing.self, GradientDrawing.self]
    let kind = type(of: layer).kind
    guard plain.contains(where: { $0 == kind }) else { return true }
    if !(layer.filters ?? []).isEmpty || readsBackdrop(layer) || layer.mask != nil || layer.shouldRasterize {
      return true
    }
    if layer.shadowOpacity > 0, layer.shadowPath != nil { return true }
    if layer.opacity < 1, !layer.allowsGroupOpacity { return true }
    if !layer.isDoubleSided || layer.transition != nil { return true }
    if PlaneMap(placement(of: layer, in: parent)).affine == nil { return true }
    // What reads through to this layer's own pixels has to be rendered together with them.
    return (isGroup(layer) || parent == nil) && layer.children.contains { reachesBackdrop($0, depth: 0) }
  }

  private func readsBackdrop(_ layer: CALayer) -> Bool {
    !(layer.backgroundFilters ?? []).isEmpty || layer.compositingFilter != nil
  }

  /// True for layers that are composed apart: nothing in them sees what is behind them.
  private func isGroup(_ layer: CALayer) -> Bool {
    layer.masksToBounds || layer.opacity < 1 || layer.shadowOpacity > 0
  }

  private func reachesBackdrop(_ layer: CALayer, depth: Int) -> Bool {
    if layer.isHidden || depth >= SceneLayer.deepest { return false }
    if readsBackdrop(layer) { return true }
    return !isGroup(layer) && layer.children.contains { reachesBackdrop($0, depth: depth + 1) }
  }

  private func placement(of layer: CALayer, in parent: CALayer?) -> CATransform3D {
    let own = layer.geometry.placement
    return parent.map { own.followed(by: $0.geometry.sublayerPlacement) } ?? own
  }

  // MARK: Images

  /// Draws a layer as an image where it has to be one.
  ///
  /// - Parameter parent: in whose own space the context draws; nil: in that of the root's superspace.
  func drawsImage(of layer: CALayer, in parent: CALayer?, into context: CGContext) -> Bool {
    guard isImage(layer, in: parent) else { return false }
    let isFlipped = (parent ?? layer.superlayer)?.contentsAreFlipped() ?? false
    let plane = DrawingPlane(scale: scale(in: context), turnsImages: isFlipped)
    let holder = LayerHolder(
      plane: plane, placement: parent?.geometry.sublayerPlacement ?? CATransform3DIdentity,
      isFlipped: parent?.isGeometryFlipped ?? false)
    let drawing = LayerDrawing(light: .encoded)
    let image = drawing.drawn(SceneCapture.tree(of: layer, at: layer.timeInRoot), over: .empty, in: holder)
    put(drawing.light.working(image), plane.scale, into: context)
    return true
  }

  /// Draws a layer's contents, where those are more than one image in a rectangle, and those that it draws itself.
  func drawsContents(of layer: CALayer, into context: CGContext) -> Bool {
    guard let contents = layer.contents else { return true }
    if let own = layer.ownBitmap, own === contents as AnyObject {
      redraw(layer, into: context)
      return true
    }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let isOne =
      contents is CGImage && layer.contentsCenter == unit && unit.contains(layer.contentsRect)
      && layer.magnificationFilter == .linear && layer.minificationFilter == .linear
    if isOne { return false }
    let plane = DrawingPlane(
      scale: scale(in: context), turnsImages: layer.superlayer?.contentsAreFlipped() ?? false)
    let place = LayerPlacement(alone: plane)
    guard let drawing = ContentsDrawing(SceneCapture.layer(layer), .encoded, place, cut: nil) else { return true }
    put(BlendLight.encoded.working(drawing.image), plane.scale, into: context)
    return true
  }

  /// Has a layer draw itself as it did for its bitmap, but on paper.
  private func redraw(_ layer: CALayer, into context: CGContext) {
    let bounds = layer.bounds
    context.saveGState()
    context.clip(to: bounds)
    if layer.isGeometryFlipped {
      context.translateBy(x: 0, y: bounds.minY + bounds.maxY)
      context.scaleBy(x: 1, y: -1)
    }
    layer.draw(in: context)
    context.restoreGState()
  }

  /// Pixels in a unit of the context's space, fewer where what is seen would have too many.
  private func scale(in context: CGContext) -> Double {
    let map = context.ctm
    let wanted = Double(max(hypot(map.a, map.b), hypot(map.c, map.d))) * Self.resolution
    let seen = context.boundingBoxOfClipPath
    let pixels = Double(seen.width) * Double(seen.height) * wanted * wanted
    let shrink = pixels > Self.mostPixels ? (Self.mostPixels / pixels).squareRoot() : 1
    return min(max(wanted * shrink, 1e-6), 1e6)
  }

  private func put(_ source: Node, _ scale: Double, into context: CGContext) {
    let seen = context.boundingBoxOfClipPath
    let area = CGRect(
      x: seen.minX * scale, y: seen.minY * scale, width: seen.width * scale, height: seen.height * scale)
    let image = CIImage(node: source).cropped(to: area.insetBy(dx: -1, dy: -1).integral)
    let from = image.extent
    guard !from.isEmpty, from.width <= 1e6, from.height <= 1e6 else { return }
    let target = CGRect(
      x: from.minX / scale, y: from.minY / scale, width: from.width / scale, height: from.height / scale)
    renderer.draw(image, in: target, from: from, into: context)
  }
}

extension CALayer {
  /// The time of what holds the layer, where frames are made of its tree; else 0.
  fileprivate var timeInRoot: Double { chain.last?.frameTime.flatMap { superlayer?.localTime(atRoot: $0) ?? $0 } ?? 0 }
}
