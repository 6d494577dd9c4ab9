import AnimationMath
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

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
  /// True where no layer sees what lies behind the one that holds it.
  var isClosed = false

  /// The tree in the space in which its root lies, `scale` pixels a point, in the working space.
  ///
  /// - Parameter time: of what the root is in.
  func image(_ root: SceneLayer, at time: Double, scale: Double) -> Node {
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
    guard let place = LayerPlacement(layer, in: holder) else { return background }
    return drawn(layer, over: background, at: place, opacity: holder.opacity, time: holder.time)
  }

  /// The same at a place that is known.
  func drawn(
    _ layer: SceneLayer, over background: Node, at place: LayerPlacement, opacity outer: Double, time: Double
  ) -> Node {
    let own = min(max(Double(layer.read(LayerProperties.opacity)), 0), 1)
    guard own > 0, outer > 0, !place.isTurnedAway(layer) else { return background }
    if let transition = layer.transition {
      let change = TransitionDrawing(drawing: self, place: place, opacity: own * outer, time: time)
      return change.drawn(layer, transition, over: background)
    }
    let group = LayerGroup(layer, at: place, opacity: own * outer, time: time)
    if group.isPlain { return foreground(of: group, over: background, isCut: false) }
    if group.isOpen, !isClosed { return opened(group, over: background) }
    return composed(group, group.seen(made(group, isCut: group.style.cutsAll)), over: background)
  }

  /// R: the layer with all that is in it, its filters and its shadow, among the pixels that it is drawn in.
  ///
  /// - Parameter isCut: it is cut by its own bounds afterwards.
  func made(_ group: LayerGroup, isCut: Bool = false) -> Node {
    let foreground = foreground(of: group, over: .empty, isCut: isCut)
    let filtered = group.style.filters.reduce(foreground) { filter($0, $1, group.place.plane) }
    return shadow(of: group) { filtered }.map { filtered.over($0) } ?? filtered
  }

  // MARK: What the layer itself holds

  /// Border over sublayers over shape over contents over background colour, over what is there.
  private func foreground(of group: LayerGroup, over background: Node, isCut: Bool) -> Node {
    let (layer, place, inside) = (group.layer, group.drawn, group.inside)
    let box = LayerBox(layer, place, isCut: isCut)
    let lower = lower(of: layer, box, over: background, place, inside)
    return upper(of: layer, box, over: layer.kind.sublayers(layer, over: lower, self, inside), place, inside)
  }

  /// What lies under the sublayers.
  private func lower(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ place: LayerPlacement, _ inside: LayerHolder
  ) -> Node {
    let ground = box.ground(opacity: inside.opacity)
    var image = background
    if let color = layer.readObject(LayerProperties.backgroundColor), color.alpha > 0 {
      image = put(ground.painted(light.argument(color)), over: image, inside)
    }
    image = put(layer.kind.underContents(layer, self, place).map(ground.cut), over: image, inside)
    image = put(ContentsDrawing(layer, light, place, cut: box.cut)?.image, over: image, inside)
    return put(layer.kind.aboveContents(layer, self, place), over: image, inside)
  }

  /// What lies over them.
  private func upper(
    of layer: SceneLayer, _ box: LayerBox, over background: Node, _ place: LayerPlacement, _ inside: LayerHolder
  ) -> Node {
    let image = put(box.painted(by: light), over: background, inside)
    return layer.kind.aboveBorder(layer, self, place, inside)?.over(image) ?? image
  }

  private func put(_ part: Node?, over image: Node, _ inside: LayerHolder) -> Node {
    part.map { $0.faded(by: inside.opacity).over(image) } ?? image
  }

  /// For what throws a shadow, which has nothing behind it. Layers in it that are open would draw all that is in them
  /// twice, each.
  private var closed: LayerDrawing {
    var drawing = self
    (drawing.isClosed, drawing.remembers) = (true, false)
    return drawing
  }

  /// A layer that is no group for those in it: they see what lies behind it too. Its parts are drawn one by one over
  /// that, and its mask chooses between all of them and what was there.
  private func opened(_ group: LayerGroup, over background: Node) -> Node {
    let (layer, style, place, inside) = (group.layer, group.style, group.place, group.inside)
    var image = behind(style, background, at: place, opacity: 1)
    let own = { closed.foreground(of: group.apart, over: .empty, isCut: false) }
    if let shadow = shadow(of: group, own) { image = shadow.over(image) }
    let box = LayerBox(layer, place, isCut: style.cutsAll)
    image = lower(of: layer, box, over: image, place, inside)
    image = layer.kind.sublayers(layer, over: image, self, inside)
    image = upper(of: layer, box, over: image, place, inside)
    guard let coverage = coverage(group) else { return image }
    return image.mixed(over: background, byAlphaOf: coverage.cut(.white))
  }

  // MARK: Filters and shadow

  /// S among the pixels that the layer is drawn in; nil: it has none.
  ///
  /// - Parameter image: G′, the foreground through the filters, among the layer's own pixels.
  private func shadow(of group: LayerGroup, _ image: () -> Node) -> Node? {
    group.style.shadow.map {
      group.drawn.placed($0.image(group.layer, of: image, light, group.place.plane, group.inside.opacity))
    }
  }

  /// An image through a filter of the layer's, which sees light and the layer's own coordinates.
  func filter(_ image: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    let fitted = FittedFilter(filter, to: plane)
    return light.blended(fitted.apply(to: light.working(image)))
  }

  // MARK: Composition

  /// out = B + M (C − B), C the finished layer composed with B′, M the bounds where they mask, times the mask.
  ///
  /// - Parameter seen: R among the holder's pixels.
  func composed(_ group: LayerGroup, _ seen: Node, over background: Node) -> Node {
    let (style, place) = (group.style, group.place)
    let image = seen.faded(by: group.opacity)
    let coverage = coverage(group)
    guard !style.backgroundFilters.isEmpty || style.compositing != nil else {
      return (coverage.map { $0.cut(image) } ?? image).over(background)
    }
    let behind = behind(style, background, at: place, opacity: group.opacity)
    let result = style.compositing.map { composed(image, behind, $0, place.blendingPlane) } ?? image.over(behind)
    guard let coverage else { return result }
    return result.mixed(over: background, byAlphaOf: coverage.cut(.white))
  }

  /// A layer and what is behind it through a filter with two images, in the numbers that are blended.
  private func composed(_ image: Node, _ background: Node, _ filter: CIFilter, _ plane: DrawingPlane) -> Node {
    FittedFilter(filter, to: plane, composes: true).apply(to: image, over: background) ?? image.over(background)
  }

  /// B′ = backgroundFilters(B), as far as the layer is opaque.
  private func behind(_ style: LayerStyle, _ background: Node, at place: LayerPlacement, opacity: Double) -> Node {
    guard !style.backgroundFilters.isEmpty, background.extent != .empty else { return background }
    var seen = place.taken(background.clampedToExtent)
    for next in style.backgroundFilters { seen = filter(seen, next, place.plane) }
    let filtered = place.placed(seen).cropped(to: background.extent)
    if opacity == 1 { return filtered }
    return filtered.mixed(over: background, byAlphaOf: .constant([0, 0, 0, Float(opacity)] as SIMD4<Float>))
  }

  /// Where the layer shows among the holder's pixels: inside of its bounds where they mask, and of its mask; nil:
  /// everywhere.
  private func coverage(_ group: LayerGroup) -> LayerCoverage? {
    let layer = group.layer
    // A bitmap has both in it.
    let place = group.place.isBitmap ? group.place.apart : group.place
    var mask: Node?
    if let maskLayer = layer.mask {
      // A mask has no background: what it does to one does not count.
      var holder = place.maskHolder
      holder.time = group.inside.time
      mask = drawn(maskLayer.asMask, over: .empty, in: holder)
    }
    let box = group.style.masksToBounds ? BoxShape(layer, place.plane, through: place.map) : nil
    if box == nil && mask == nil { return nil }
    let coverage = LayerCoverage(box: box, mask: mask)
    guard group.place.isBitmap, !group.place.isDirect else { return coverage }
    return LayerCoverage(box: nil, mask: group.place.placed(coverage.cut(.white)))
  }
}

/// A layer that is drawn apart, at a place and a time.
struct LayerGroup {
  let layer: SceneLayer
  let style: LayerStyle
  /// Where it is seen.
  let place: LayerPlacement
  /// Where its parts are drawn: there, or among pixels of the layer's own.
  let drawn: LayerPlacement
  /// What its sublayers are drawn into.
  let inside: LayerHolder
  /// Of what the layer is in.
  private let time: Double
  private let outerOpacity: Double
  /// Of all of it at once; 1 where each part has been faded.
  let opacity: Double

  /// - Parameters:
  ///   - time: of what the layer is in.
  ///   - isApart: it is an image of its own pixels, which is moved afterwards.
  init(_ layer: SceneLayer, at place: LayerPlacement, opacity: Double, time: Double, isApart: Bool = false) {
    let style = LayerStyle(layer)
    (self.layer, self.place, self.style, self.time, outerOpacity) = (layer, place, style, time, opacity)
    let needsPixels =
      place.isBitmap || !style.filters.isEmpty || layer.sublayers.contains(where: \.onlyMoves)
      || style.shadow?.isOfImage(layer, place.plane) == true
    drawn = isApart || needsPixels ? place.apart : place
    let isGroup = layer.read(LayerProperties.allowsGroupOpacity)
    var inside = drawn.holder(layer)
    inside.opacity = isGroup ? 1 : opacity
    inside.time = layer.ownTime(at: time)
    (self.inside, self.opacity) = (inside, isGroup ? opacity : 1)
  }

  /// The same, drawn among the layer's own pixels.
  var apart: LayerGroup { LayerGroup(layer, at: place, opacity: outerOpacity, time: time, isApart: true) }

  /// What was drawn, among the holder's pixels.
  func seen(_ image: Node) -> Node { drawn.isDirect ? place.placed(image) : image }

  /// True when those in it look at what is behind it, which hides nothing from them.
  var isOpen: Bool { opacity == 1 && inside.opacity == 1 && style.letsThrough(layer) }

  /// True when it can be drawn over what is behind it part by part.
  var isPlain: Bool {
    opacity == 1 && inside.opacity == 1 && !style.needsGroup && drawn.isDirect == place.isDirect
  }
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
      kind: kind, values: values, sublayers: sublayers, mask: mask, images: images, copies: copies,
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
