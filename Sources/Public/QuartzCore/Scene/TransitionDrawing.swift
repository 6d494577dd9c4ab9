import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// A layer on the way from how it was to how it is, where it is now.
///
/// Source: Core Animation's `CATransition`; with p the progress and s the way from the layer to the side that the new
/// comes from, as long as the bounds: push moves the old by −p s and the new by (1 − p) s, moveIn only the new, above
/// the old, reveal only the old, above the new; fade is old + (new − old) p.
struct TransitionDrawing {
  let drawing: LayerDrawing
  let place: LayerPlacement
  let opacity: Double
  /// Of what the layer is in.
  let time: Double

  func drawn(_ layer: SceneLayer, _ transition: SceneTransition, over background: Node) -> Node {
    let new = group(layer, at: place, time: time)
    let old = before(transition)
    if case .fade = transition.way { return faded(old, new, transition.progress, over: background) }
    let image = changed(cut(was(old), old), cut(now(new), new), new, transition)
    return drawing.composed(new, new.seen(image), over: background)
  }

  /// What is moved is an image of the layer's own pixels.
  private func group(_ layer: SceneLayer, at place: LayerPlacement, time: Double) -> LayerGroup {
    LayerGroup(layer, at: place, opacity: opacity, time: time, isApart: true)
  }

  private func before(_ transition: SceneTransition) -> LayerGroup? {
    transition.before.map { group($0.layer, at: place.showing($0.layer), time: $0.time) }
  }

  /// Both finished, each by its own mask and its own way to be blended.
  private func faded(_ old: LayerGroup?, _ new: LayerGroup, _ progress: Double, over background: Node) -> Node {
    func isOver(_ group: LayerGroup) -> Bool { group.style.backgroundFilters.isEmpty && group.style.compositing == nil }
    // What lies over all else can be mixed before it gets there: the lines are the same.
    let isLast = isOver(new) && old.map(isOver) ?? true
    let behind = isLast ? Node.empty : background
    func composed(_ group: LayerGroup?, _ image: Node) -> Node {
      guard let group, !group.isHidden else { return behind }
      return drawing.composed(group, group.seen(image), over: behind)
    }
    let mixed = composed(old, was(old)).faded(into: composed(new, now(new)), by: progress)
    return isLast ? mixed.over(background) : mixed
  }

  /// R as it is.
  private func now(_ group: LayerGroup) -> Node { group.isHidden ? .empty : drawing.made(group) }

  /// R as it was, which may have been on its way itself.
  private func was(_ group: LayerGroup?) -> Node {
    guard let group else { return .empty }
    guard let transition = group.layer.transition else { return now(group) }
    let old = before(transition)
    return changed(cut(was(old), old), cut(now(group), group), group, transition)
  }

  /// What is moved of a layer that masks at its bounds: the pixels in them. The mask itself, with its corners, stays.
  private func cut(_ image: Node, _ group: LayerGroup?) -> Node {
    guard let group, group.style.masksToBounds else { return image }
    let rect = BoxShape(group.layer, place.plane).rect
    return rect.isEmpty ? .empty : image.cropped(to: rect.pixels)
  }

  private func changed(_ old: Node, _ new: Node, _ group: LayerGroup, _ transition: SceneTransition) -> Node {
    let plane = place.plane
    let size = group.layer.read(LayerProperties.bounds).size
    // Up is where images have their tops.
    let up = plane.invertsImages ? -transition.side.y : transition.side.y
    let way = SIMD2(transition.side.x * Double(size.width), up * Double(size.height)) * plane.scale
    let (p, light) = (transition.progress, drawing.light)
    switch transition.way {
    case .fade: return old.faded(into: new, by: p)
    case .push: return new.shifted(way * (1 - p)).over(old.shifted(way * -p))
    case .moveIn: return new.shifted(way * (1 - p)).over(old)
    case .reveal: return old.shifted(way * -p).over(new)
    case .filter(let filter):
      let fitted = FittedFilter(filter.reaching(group.layer.read(LayerProperties.bounds)), to: plane)
      let made = fitted.apply(from: light.working(old), to: light.working(new), progress: p)
      return made.map(light.blended) ?? old.faded(into: new, by: p)
    }
  }
}

extension LayerGroup {
  fileprivate var isHidden: Bool { layer.read(LayerProperties.isHidden) }
}

extension Node {
  fileprivate func shifted(_ way: SIMD2<Double>) -> Node {
    extent == .empty || way == .zero ? self : transformed(by: .translation(way.x, way.y)) ?? self
  }
}

extension CIFilter {
  /// A copy whose extent, where it has one, is this.
  fileprivate func reaching(_ rect: CGRect) -> CIFilter {
    let copy = ownCopy
    if copy.inputKeys.contains(kCIInputExtentKey) {
      copy.setValue(
        CIVector(values: [rect.minX, rect.minY, rect.width, rect.height], count: 4), forKey: kCIInputExtentKey)
    }
    return copy
  }
}
