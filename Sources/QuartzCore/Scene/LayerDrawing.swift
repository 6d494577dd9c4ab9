import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import LayerTime

/// What a sublayer is drawn into.
struct LayerHolder: Equatable {
  var plane: DrawingPlane
  /// From the space in which sublayers are placed to that of the plane's points.
  var placement: CATransform3D
  /// Handed down by layers whose opacity is not that of a group.
  var opacity: Double = 1
  /// True when the viewer sees the back of the plane.
  var showsBack = false
  /// True when `placement` mirrors, as flipped layers do: that is no back.
  var isFlipped = false
  /// The holder's own time, seconds.
  var time = 0.0
  /// From the holder's points to those of the plane in which it is seen, with z; only where its kind asks for it.
  var space: CATransform3D?
}

/// Makes the recipe of a tree: a pure function of values.
///
/// Source: Core Animation programming guide, "Layer style properties and their animations", for the order; the equation
/// of each step stands where it is computed.
struct LayerDrawing {
  let light: BlendLight
  /// True where frame follows frame: what layers drew is kept with them.
  var remembers = false

  /// The tree in the space in which its root lies, `scale` pixels a point, in the working space.
  ///
  /// - Parameter time: of what the root is in.
  func picture(_ root: SceneLayer, at time: Double, scale: Double) -> Node {
    let holder = LayerHolder(plane: DrawingPlane(scale: scale), placement: CATransform3DIdentity, time: time)
    return light.working(drawn(root, over: .empty, in: holder))
  }

  /// A layer with all that is in it over what is behind it.
  func drawn(_ layer: SceneLayer, over background: Node, in holder: LayerHolder) -> Node {
    guard layer.isSeen else { return background }
    if remembers, layer.isRepeatable,
      let parts = layer.parts.parts(holder, light, { drawnAnew(layer, over: $0, in: holder) })
    {
      return parts.reduce(background) { $1.over($0) }
    }
    return drawnAnew(layer, over: background, in: holder)
  }

  private func drawnAnew(_ layer: SceneLayer, over background: Node, in holder: LayerHolder) -> Node {
    if layer.onlyMoves { return SpaceDrawing(drawing: self, holder: holder).drawn(layer, over: background) }
    guard let place = LayerPlace(layer, in: holder) else { return background }
    return drawn(layer, over: background, at: place, opacity: holder.opacity, time: holder.time)
  }

  /// The same at a place that is known.
  func drawn(
    _ layer: SceneLayer, over background: Node, at place: LayerPlace, opacity outer: Double, time: Double
  ) -> Node {
    let own = min(max(Double(layer.read(LayerProperties.opacity)), 0), 1)
    guard own > 0, outer > 0, !place.isTurnedAway(layer) else { return background }
    if let transition = layer.transition {
      let change = TransitionDrawing(drawing: self, place: place, opacity: own * outer, time: time)
      return change.drawn(layer, transition, over: background)
    }
    let group = LayerGroup(layer, at: place, opacity: own * outer, time: time)
    if group.isPlain { return foreground(of: layer, over: background, place.plane, group.inside, isCut: false) }
    if group.isOpen { return opened(group, over: background) }
    return composed(group, made(group, isCut: group.style.cutsAll), over: background)
  }

  /// R: the layer with all that is in it, its filters and its shadow.
  ///
  /// - Parameter isCut: it is cut by its own bounds afterwards.
  func made(_ group: LayerGroup, isCut: Bool = false) -> Node {
    let plane = group.place.plane
    let foreground = foreground(of: group.layer, over: .empty, plane, group.inside, isCut: isCut)
    return shaded(group.layer, group.style, foreground, plane, group.inside.opacity)
  }

  // MARK: What the layer itself holds

  /// Border over sublayers over shape over contents over background colour, over what is there.
  private func foreground(
    of layer: SceneLayer, over background: Node, _ plane: DrawingPlane, _ inside: LayerHolder, isCut: Bool
  ) -> Node {
    let box = LayerBox(layer, plane, isCut: isCut)
    let lower = lower(of: layer, box, over: background, plane, inside)
    return upper(of: layer, box, over: layer.kind.sublayers(layer, over: lower, self, inside), plane, inside)
  }

  /// What lies under the sublayers.
  private func lower(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ plane: DrawingPlane, _ inside: LayerHolder
  ) -> Node {
    var image = background
    if let color = layer.readObject(LayerProperties.backgroundColor), color.alpha > 0 {
      image = put(box.ground(opacity: inside.opacity).painted(light.argument(color)), over: image, inside)
    }
    image = put(layer.kind.underContents(layer, box.outline, self, plane), over: image, inside)
    image = put(ContentsDrawing(layer, light, plane)?.picture, over: image, inside)
    return put(layer.kind.aboveContents(layer, self, plane), over: image, inside)
  }

  /// What lies over them.
  private func upper(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ plane: DrawingPlane, _ inside: LayerHolder
  ) -> Node {
    let image = put(box.painted(by: light), over: background, inside)
    return layer.kind.aboveBorder(layer, over: image, self, plane, inside)
  }

  private func put(_ part: Node?, over image: Node, _ inside: LayerHolder) -> Node {
    part.map { $0.faded(by: inside.opacity).over(image) } ?? image
  }

  /// A layer that is no group for those in it: they see what lies behind it too. Its parts are drawn one by one over
  /// that, and its mask chooses between all of them and what was there.
  private func opened(_ group: LayerGroup, over background: Node) -> Node {
    let (layer, style, place, inside) = (group.layer, group.style, group.place, group.inside)
    let plane = place.plane
    var through = place.through(layer)
    through.time = inside.time
    var image = behind(style, background, at: place, opacity: 1)
    if let shadow = style.shadow {
      let whole = foreground(of: layer, over: .empty, plane, inside, isCut: false)
      image = place.placed(shadow.picture(layer, of: whole, light, plane, 1)).over(image)
    }
    let box = LayerBox(layer, plane, isCut: style.cutsAll)
    image = place.placed(lower(of: layer, box, over: .empty, plane, inside)).over(image)
    image = layer.kind.sublayers(layer, over: image, self, through)
    image = place.placed(upper(of: layer, box, over: .empty, plane, inside)).over(image)
    guard let coverage = coverage(layer, style, plane, inside.time) else { return image }
    return image.mixed(over: background, byAlphaOf: place.placed(coverage.cut(.white)))
  }

  // MARK: Filters and shadow

  /// R = G′ over S: the foreground through the filters, over its shadow.
  private func shaded(
    _ layer: SceneLayer, _ style: LayerStyle, _ foreground: Node, _ plane: DrawingPlane, _ opacity: Double
  ) -> Node {
    let filtered = style.filters.reduce(foreground) { filter($0, $1, plane) }
    guard let shadow = style.shadow else { return filtered }
    return filtered.over(shadow.picture(layer, of: filtered, light, plane, opacity))
  }

  /// An image through a filter of the layer's, which sees light and the layer's own coordinates.
  func filter(_ image: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    let fitted = FittedFilter(filter, to: plane)
    return light.blended(fitted.apply(to: light.working(image)))
  }

  // MARK: Composition

  /// out = B + M (C − B), C the finished layer composed with B′, M the bounds where they mask, times the mask.
  func composed(_ group: LayerGroup, _ made: Node, over background: Node) -> Node {
    let (style, place, opacity) = (group.style, group.place, group.opacity)
    let image = made.faded(by: opacity)
    let coverage = coverage(group.layer, style, place.plane, group.inside.time)
    guard !style.backgroundFilters.isEmpty || style.compositing != nil else {
      return place.placed(coverage.map { $0.cut(image) } ?? image).over(background)
    }
    let behind = behind(style, background, at: place, opacity: opacity)
    let placed = place.placed(image)
    let result = style.compositing.map { composed(placed, behind, $0, place.blendingPlane) } ?? placed.over(behind)
    guard let coverage else { return result }
    return result.mixed(over: background, byAlphaOf: place.placed(coverage.cut(.white)))
  }

  /// A layer and what is behind it through a filter with two images, in the numbers that are blended.
  private func composed(_ image: Node, _ background: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    FittedFilter(filter, to: plane, composes: true).apply(to: image, over: background) ?? image.over(background)
  }

  /// B′ = backgroundFilters(B), as far as the layer is opaque.
  private func behind(_ style: LayerStyle, _ background: Node, at place: LayerPlace, opacity: Double) -> Node {
    guard !style.backgroundFilters.isEmpty, background.extent != .empty else { return background }
    var seen = place.taken(background.clampedToExtent)
    for next in style.backgroundFilters { seen = filter(seen, next, place.plane) }
    let filtered = place.placed(seen).cropped(to: background.extent)
    if opacity == 1 { return filtered }
    return filtered.mixed(over: background, byAlphaOf: .constant([0, 0, 0, Float(opacity)] as SIMD4<Float>))
  }

  /// Where the layer shows: inside of its bounds where they mask, and of its mask; nil: everywhere.
  private func coverage(
    _ layer: SceneLayer, _ style: LayerStyle, _ plane: DrawingPlane, _ time: Double
  ) -> LayerCoverage? {
    var mask: Node?
    if let maskLayer = layer.mask {
      // A mask has no background: what it does to one does not count.
      let holder = LayerHolder(plane: plane, placement: CATransform3DIdentity, time: time)
      mask = drawn(maskLayer.asMask, over: .empty, in: holder)
    }
    let box = style.masksToBounds ? BoxShape(layer, plane) : nil
    return box == nil && mask == nil ? nil : LayerCoverage(box: box, mask: mask)
  }
}

/// A layer that is drawn apart, at a place and a time.
struct LayerGroup {
  let layer: SceneLayer
  let style: LayerStyle
  let place: LayerPlace
  /// What its sublayers are drawn into.
  let inside: LayerHolder
  /// Of all of it at once; 1 where each part has been faded.
  let opacity: Double

  /// - Parameter time: of what the layer is in.
  init(_ layer: SceneLayer, at place: LayerPlace, opacity: Double, time: Double) {
    (self.layer, self.place, style) = (layer, place, LayerStyle(layer))
    let isGroup = layer.read(LayerProperties.allowsGroupOpacity)
    var inside = place.inside(layer)
    inside.opacity = isGroup ? 1 : opacity
    inside.time = layer.ownTime(at: time)
    (self.inside, self.opacity) = (inside, isGroup ? opacity : 1)
  }

  /// True when those in it look at what is behind it, which hides nothing from them.
  var isOpen: Bool { opacity == 1 && inside.opacity == 1 && style.letsThrough(layer) }

  /// True when it can be drawn over what is behind it part by part.
  var isPlain: Bool { opacity == 1 && inside.opacity == 1 && !style.needsGroup && place.isDirect }
}

/// Where a layer shows.
private struct LayerCoverage {
  let box: BoxShape?
  let mask: Node?

  func cut(_ image: Node) -> Node {
    let inside = box.map { $0.cut(image) } ?? image
    return mask.map { inside.times(alphaOf: $0) } ?? inside
  }
}

extension SceneLayer {
  /// The layer without what reads a background.
  fileprivate var asMask: SceneLayer {
    var values = values
    values[LayerProperties.compositingFilter.key] = nil
    values[LayerProperties.backgroundFilters.key] = nil
    return SceneLayer(
      kind: kind, values: values, sublayers: sublayers, mask: mask, pictures: pictures, copies: copies,
      transition: transition)
  }
}

extension SceneLayer {
  /// The layer's own time when that of what holds it is this.
  func ownTime(at time: Double) -> Double {
    let own = (time - read(LayerProperties.beginTime)) * Double(read(LayerProperties.speed))
    return own + read(LayerProperties.timeOffset)
  }
}
