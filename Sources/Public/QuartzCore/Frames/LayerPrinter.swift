import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The part of printing that renders layers as images, or draws them again.
///
/// Boxes, borders, clips, paths, gradients, text and images are objects of the document. Everything else is rendered as
/// in frames, at 300 pixels an inch of paper.
struct LayerPrinter {
  let renderer: CIContext
  /// The number of pixels per point of paper.
  private static let resolution = 300.0 / 72
  /// The maximum number of pixels of one image.
  private static let maximumPixels = 64e6

  // MARK: Selection

  /// Returns whether a layer is rendered as an image with its sublayers.
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
    // Sublayers that read this layer's own pixels as their backdrop must be rendered together with them.
    return (isGroup(layer) || parent == nil) && layer.children.contains { reachesBackdrop($0, depth: 0) }
  }

  private func readsBackdrop(_ layer: CALayer) -> Bool {
    !(layer.backgroundFilters ?? []).isEmpty || layer.compositingFilter != nil
  }

  /// Returns whether a layer is composited offscreen, so that its sublayers do not see the backdrop.
  private func isGroup(_ layer: CALayer) -> Bool {
    layer.masksToBounds || layer.opacity < 1 || layer.shadowOpacity > 0
  }

  private func reachesBackdrop(_ layer: CALayer, depth: Int) -> Bool {
    if layer.isHidden || depth >= SceneLayer.maximumDepth { return false }
    if readsBackdrop(layer) { return true }
    return !isGroup(layer) && layer.children.contains { reachesBackdrop($0, depth: depth + 1) }
  }

  private func placement(of layer: CALayer, in parent: CALayer?) -> CATransform3D {
    let placement = layer.geometry.placement
    return parent.map { placement.followed(by: $0.geometry.sublayerPlacement) } ?? placement
  }

  // MARK: Images

  /// Draws a layer as an image, if that is required.
  ///
  /// - Parameter parent: the layer in whose coordinates the context draws; nil is the root's superspace.
  func drawsImage(of layer: CALayer, in parent: CALayer?, into context: CGContext) -> Bool {
    guard isImage(layer, in: parent) else { return false }
    let isFlipped = (parent ?? layer.superlayer)?.contentsAreFlipped() ?? false
    let plane = DrawingPlane(scale: scale(in: context), flipsImages: isFlipped)
    let container = LayerContainer(
      plane: plane, placement: parent?.geometry.sublayerPlacement ?? CATransform3DIdentity,
      isFlipped: parent?.isGeometryFlipped ?? false)
    let drawing = LayerDrawing(blendSpace: .encoded)
    let image = drawing.drawn(SceneCapture.tree(of: layer, at: layer.timeInRoot), over: .empty, in: container)
    put(drawing.blendSpace.working(image), plane.scale, into: context)
    return true
  }

  /// Draws a layer's contents, if they are more than one image in a rectangle, or the layer draws them itself.
  func drawsContents(of layer: CALayer, into context: CGContext) -> Bool {
    guard let contents = layer.contents else { return true }
    if let bitmap = layer.ownBitmap, bitmap === contents as AnyObject {
      redraw(layer, into: context)
      return true
    }
    let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
    let isOne =
      contents is CGImage && layer.contentsCenter == unit && unit.contains(layer.contentsRect)
      && layer.magnificationFilter == .linear && layer.minificationFilter == .linear
    if isOne { return false }
    let plane = DrawingPlane(
      scale: scale(in: context), flipsImages: layer.superlayer?.contentsAreFlipped() ?? false)
    let placement = LayerPlacement(alone: plane)
    guard let drawing = ContentsDrawing(SceneCapture.layer(layer), .encoded, placement, clip: nil) else { return true }
    put(BlendSpace.encoded.working(drawing.image), plane.scale, into: context)
    return true
  }

  /// Draws a layer that draws itself, with the page as the destination.
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

  /// Returns the number of pixels per unit of the context, limited by `maximumPixels` for the clip.
  private func scale(in context: CGContext) -> Double {
    let map = context.ctm
    let resolution = Double(max(hypot(map.a, map.b), hypot(map.c, map.d))) * Self.resolution
    let clip = context.boundingBoxOfClipPath
    let pixels = Double(clip.width) * Double(clip.height) * resolution * resolution
    let shrink = pixels > Self.maximumPixels ? (Self.maximumPixels / pixels).squareRoot() : 1
    return min(max(resolution * shrink, 1e-6), 1e6)
  }

  private func put(_ source: Node, _ scale: Double, into context: CGContext) {
    let clip = context.boundingBoxOfClipPath
    let area = CGRect(
      x: clip.minX * scale, y: clip.minY * scale, width: clip.width * scale, height: clip.height * scale)
    let image = CIImage(node: source).cropped(to: area.insetBy(dx: -1, dy: -1).integral)
    let from = image.extent
    guard !from.isEmpty, from.width <= 1e6, from.height <= 1e6 else { return }
    let target = CGRect(
      x: from.minX / scale, y: from.minY / scale, width: from.width / scale, height: from.height / scale)
    renderer.draw(image, in: target, from: from, into: context)
  }
}

extension CALayer {
  /// The parent time of the layer if frames of its tree are rendered; otherwise 0.
  fileprivate var timeInRoot: Double { chain.last?.frameTime.flatMap { superlayer?.localTime(atRoot: $0) ?? $0 } ?? 0 }
}
