import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The coordinate space that sublayers are drawn into.
struct LayerContainer: Equatable {
  var plane: DrawingPlane
  /// The transform from the space of sublayers to the plane's points.
  var placement: CATransform3D
  /// The opacity inherited from layers without group opacity.
  var opacity: Double = 1
  /// Whether the back of the plane faces the viewer.
  var showsBack = false
  /// Whether `placement` mirrors because of a flipped layer, which is not the back.
  var isFlipped = false
  /// The container's local time, in seconds.
  var time = 0.0
  /// The transform from the container's points to those of the plane in which it is displayed, with z; nil unless its
  /// kind requires it.
  var space: CATransform3D?
}

/// The drawing of a layer tree as a recipe: a pure function of values.
///
/// Source: Core Animation programming guide, "Layer style properties and their animations", for the order; the equation
/// of each step is stated where it is computed.
struct LayerDrawing {
  let blendSpace: BlendSpace
  /// True for series of frames: drawings are cached in the layers.
  var cachesDrawing = false
  /// True if no layer reads the backdrop of its container.
  var hidesBackdrop = false

  /// Draws a tree in the superspace of its root, at `scale` pixels per point, in the working space.
  ///
  /// - Parameter time: the parent time of the root.
  func image(_ root: SceneLayer, at time: Double, scale: Double) -> Node {
    let container = LayerContainer(plane: DrawingPlane(scale: scale), placement: CATransform3DIdentity, time: time)
    return blendSpace.working(drawn(root, over: .empty, in: container))
  }

  /// Draws a layer with its sublayers over a background.
  func drawn(_ layer: SceneLayer, over background: Node, in container: LayerContainer) -> Node {
    guard layer.isVisible else { return background }
    if cachesDrawing, layer.isRepeatable,
      let parts = layer.drawingCache.parts(container, blendSpace, { drawnUncached(layer, over: $0, in: container) })
    {
      return parts.reduce(background) { $1.over($0) }
    }
    return drawnUncached(layer, over: background, in: container)
  }

  private func drawnUncached(_ layer: SceneLayer, over background: Node, in container: LayerContainer) -> Node {
    if layer.isTransformOnly { return SpaceDrawing(drawing: self, container: container).drawn(layer, over: background) }
    guard let placement = LayerPlacement(layer, in: container) else { return background }
    return drawn(layer, over: background, at: placement, opacity: container.opacity, time: container.time)
  }

  /// Draws a layer at a given placement.
  func drawn(
    _ layer: SceneLayer, over background: Node, at placement: LayerPlacement, opacity inherited: Double, time: Double
  ) -> Node {
    let opacity = min(max(Double(layer.read(LayerProperties.opacity)), 0), 1)
    guard opacity > 0, inherited > 0, !placement.isCulled(layer) else { return background }
    if let transition = layer.transition {
      let change = TransitionDrawing(drawing: self, placement: placement, opacity: opacity * inherited, time: time)
      return change.drawn(layer, transition, over: background)
    }
    let group = LayerGroup(layer, at: placement, opacity: opacity * inherited, time: time)
    if group.isPlain { return foreground(of: group, over: background, isClipped: false) }
    if group.exposesBackdrop, !hidesBackdrop { return drawnOverBackdrop(group, over: background) }
    return composed(group, group.placed(content(group, isClipped: group.style.clipsAll)), over: background)
  }

  /// Draws R: the layer with its sublayers, filters and shadow, in the pixels of its group.
  ///
  /// - Parameter isClipped: whether the result is clipped to the layer's bounds later.
  func content(_ group: LayerGroup, isClipped: Bool = false) -> Node {
    let foreground = foreground(of: group, over: .empty, isClipped: isClipped)
    let filtered = group.style.filters.reduce(foreground) { filter($0, $1, group.placement.plane) }
    return shadow(of: group) { filtered }.map { filtered.over($0) } ?? filtered
  }

  // MARK: Foreground

  /// Draws border over sublayers over shape over contents over background colour over `background`.
  private func foreground(of group: LayerGroup, over background: Node, isClipped: Bool) -> Node {
    let (layer, placement, inside) = (group.layer, group.drawn, group.inside)
    let box = LayerBox(layer, placement, isClipped: isClipped)
    let lower = belowSublayers(of: layer, box, over: background, placement, inside)
    let middle = layer.kind.sublayers(layer, over: lower, self, inside)
    return aboveSublayers(of: layer, box, over: middle, placement, inside)
  }

  /// Draws the parts below the sublayers.
  private func belowSublayers(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ placement: LayerPlacement, _ inside: LayerContainer
  ) -> Node {
    let shape = box.backgroundShape(opacity: inside.opacity)
    var image = background
    if let color = layer.readObject(LayerProperties.backgroundColor), color.alpha > 0 {
      image = put(shape.painted(blendSpace.argument(color)), over: image, inside)
    }
    image = put(layer.kind.underContents(layer, self, placement).map(shape.clipped), over: image, inside)
    image = put(ContentsDrawing(layer, blendSpace, placement, clip: box.clip)?.image, over: image, inside)
    return put(layer.kind.aboveContents(layer, self, placement), over: image, inside)
  }

  /// Draws the parts above the sublayers.
  private func aboveSublayers(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ placement: LayerPlacement, _ inside: LayerContainer
  ) -> Node {
    let image = put(box.painted(by: blendSpace), over: background, inside)
    return layer.kind.aboveBorder(layer, self, placement, inside)?.over(image) ?? image
  }

  private func put(_ part: Node?, over image: Node, _ inside: LayerContainer) -> Node {
    part.map { $0.faded(by: inside.opacity).over(image) } ?? image
  }

  /// The drawing of a shadow's source, which has no backdrop. Without it, each layer with `exposesBackdrop` would draw
  /// its content twice.
  private var withoutBackdrop: LayerDrawing {
    var drawing = self
    (drawing.hidesBackdrop, drawing.cachesDrawing) = (true, false)
    return drawing
  }

  /// Draws a layer whose sublayers read its backdrop. Its parts are drawn one by one over the background; its mask
  /// selects between the result and the background.
  private func drawnOverBackdrop(_ group: LayerGroup, over background: Node) -> Node {
    let (layer, style, placement, inside) = (group.layer, group.style, group.placement, group.inside)
    var image = backdrop(style, background, at: placement, opacity: 1)
    let source = { withoutBackdrop.foreground(of: group.offscreen, over: .empty, isClipped: false) }
    if let shadow = shadow(of: group, source) { image = shadow.over(image) }
    let box = LayerBox(layer, placement, isClipped: style.clipsAll)
    image = belowSublayers(of: layer, box, over: image, placement, inside)
    image = layer.kind.sublayers(layer, over: image, self, inside)
    image = aboveSublayers(of: layer, box, over: image, placement, inside)
    guard let coverage = coverage(group) else { return image }
    return image.mixed(over: background, byAlphaOf: coverage.clipped(.white))
  }

  // MARK: Filters and shadow

  /// Draws S, the shadow, in the group's pixels; returns nil if there is none.
  ///
  /// - Parameter image: G′, the filtered foreground, in the layer's own pixels.
  private func shadow(of group: LayerGroup, _ image: () -> Node) -> Node? {
    group.style.shadow.map {
      group.drawn.placed($0.image(group.layer, of: image, blendSpace, group.placement.plane, group.inside.opacity))
    }
  }

  /// Applies a filter of the layer, in the working space and the layer's coordinates.
  func filter(_ image: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    let fitted = FittedFilter(filter, to: plane)
    return blendSpace.blended(fitted.apply(to: blendSpace.working(image)))
  }

  // MARK: Composition

  /// Composites: out = B + M (C − B), where C is the finished layer composited with B′, and M its coverage: the bounds
  /// if they mask, times the mask.
  ///
  /// - Parameter content: R in the container's pixels.
  func composed(_ group: LayerGroup, _ content: Node, over background: Node) -> Node {
    let (style, placement) = (group.style, group.placement)
    let image = content.faded(by: group.opacity)
    let coverage = coverage(group)
    guard !style.backgroundFilters.isEmpty || style.compositing != nil else {
      return (coverage.map { $0.clipped(image) } ?? image).over(background)
    }
    let backdrop = backdrop(style, background, at: placement, opacity: group.opacity)
    let result =
      style.compositing.map { composed(image, backdrop, $0, placement.blendingPlane) } ?? image.over(backdrop)
    guard let coverage else { return result }
    return result.mixed(over: background, byAlphaOf: coverage.clipped(.white))
  }

  /// Composites a layer with its backdrop by a filter, in the blending space.
  private func composed(_ image: Node, _ background: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    FittedFilter(filter, to: plane, composes: true).apply(to: image, over: background) ?? image.over(background)
  }

  /// Returns B′ = backgroundFilters(B), mixed with B by the opacity.
  private func backdrop(
    _ style: LayerStyle, _ background: Node, at placement: LayerPlacement, opacity: Double
  ) -> Node {
    guard !style.backgroundFilters.isEmpty, background.extent != .empty else { return background }
    var filtered = placement.unplaced(background.clampedToExtent)
    for next in style.backgroundFilters { filtered = filter(filtered, next, placement.plane) }
    let result = placement.placed(filtered).cropped(to: background.extent)
    if opacity == 1 { return result }
    return result.mixed(over: background, byAlphaOf: .constant([0, 0, 0, Float(opacity)] as SIMD4<Float>))
  }

  /// Returns the layer's coverage in the container's pixels, by its bounds if they mask and by its mask; nil if it is
  /// unlimited.
  private func coverage(_ group: LayerGroup) -> LayerCoverage? {
    let layer = group.layer
    // The offscreen bitmap includes bounds and mask.
    let placement = group.placement.isBitmap ? group.placement.offscreen : group.placement
    var mask: Node?
    if let maskLayer = layer.mask {
      // A mask has no backdrop, so its background filters have no effect.
      var container = placement.maskContainer
      container.time = group.inside.time
      mask = drawn(maskLayer.asMask, over: .empty, in: container)
    }
    let box = group.style.masksToBounds ? BoxShape(layer, placement.plane, through: placement.map) : nil
    if box == nil && mask == nil { return nil }
    let coverage = LayerCoverage(box: box, mask: mask)
    guard group.placement.isBitmap, !group.placement.isDirect else { return coverage }
    return LayerCoverage(box: nil, mask: group.placement.placed(coverage.clipped(.white)))
  }
}

/// A layer that is drawn as a group, with a placement and a time.
struct LayerGroup {
  let layer: SceneLayer
  let style: LayerStyle
  /// The placement at which it is displayed.
  let placement: LayerPlacement
  /// The placement at which its parts are drawn: the same, or in the layer's own offscreen pixels.
  let drawn: LayerPlacement
  /// The container of its sublayers.
  let inside: LayerContainer
  /// The parent time.
  private let time: Double
  private let outerOpacity: Double
  /// The opacity of the whole group; 1 if it is applied to each part.
  let opacity: Double

  /// - Parameters:
  ///   - time: the parent time.
  ///   - isOffscreen: whether it is drawn in its own pixels, which are transformed afterwards.
  init(_ layer: SceneLayer, at placement: LayerPlacement, opacity: Double, time: Double, isOffscreen: Bool = false) {
    let style = LayerStyle(layer)
    (self.layer, self.placement, self.style, self.time, outerOpacity) = (layer, placement, style, time, opacity)
    let needsPixels =
      placement.isBitmap || !style.filters.isEmpty || layer.sublayers.contains(where: \.isTransformOnly)
      || style.shadow?.requiresImage(layer, placement.plane) == true
    drawn = isOffscreen || needsPixels ? placement.offscreen : placement
    let isGroup = layer.read(LayerProperties.allowsGroupOpacity)
    var inside = drawn.container(layer)
    inside.opacity = isGroup ? 1 : opacity
    inside.time = layer.localTime(at: time)
    (self.inside, self.opacity) = (inside, isGroup ? opacity : 1)
  }

  /// This group, drawn in the layer's own pixels.
  var offscreen: LayerGroup {
    LayerGroup(layer, at: placement, opacity: outerOpacity, time: time, isOffscreen: true)
  }

  /// Returns drawn pixels in the container's pixels.
  func placed(_ image: Node) -> Node { drawn.isDirect ? placement.placed(image) : image }

  /// Whether its sublayers read its backdrop.
  var exposesBackdrop: Bool { opacity == 1 && inside.opacity == 1 && style.exposesBackdrop(layer) }

  /// Whether it can be drawn over the background part by part.
  var isPlain: Bool {
    opacity == 1 && inside.opacity == 1 && !style.needsGroup && drawn.isDirect == placement.isDirect
  }
}

/// The coverage of a layer.
private struct LayerCoverage {
  let box: BoxShape?
  let mask: Node?

  func clipped(_ image: Node) -> Node {
    let inside = box.map { $0.clipped(image) } ?? image
    return mask.map { inside.times(alphaOf: $0) } ?? inside
  }
}

extension SceneLayer {
  /// The layer without its filters that read a backdrop.
  fileprivate var asMask: SceneLayer {
    var values = values
    values[LayerProperties.compositingFilter.key] = nil
    values[LayerProperties.backgroundFilters.key] = nil
    return SceneLayer(
      kind: kind, values: values, sublayers: sublayers, mask: mask, images: images, copies: copies,
      transition: transition)
  }
}

extension SceneLayer {
  /// Returns the layer's local time at a parent time.
  func localTime(at time: Double) -> Double {
    let local = (time - read(LayerProperties.beginTime)) * Double(read(LayerProperties.speed))
    return local + read(LayerProperties.timeOffset)
  }
}
