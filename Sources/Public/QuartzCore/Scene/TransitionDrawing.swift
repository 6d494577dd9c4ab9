import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The drawing of a layer with a transition, at its current placement.
///
/// Source: Core Animation's `CATransition`. Let p be the progress, and s the vector from the layer to the side that the
/// new content comes from, as long as the bounds. Push moves the old content by −p s and the new one by (1 − p) s.
/// MoveIn moves only the new one, above the old one. Reveal moves only the old one, above the new one. Fade is old +
/// (new − old) p.
struct TransitionDrawing {
  let drawing: LayerDrawing
  let placement: LayerPlacement
  let opacity: Double
  /// The parent time.
  let time: Double

  func drawn(_ layer: SceneLayer, _ transition: SceneTransition, over background: Node) -> Node {
    let new = group(layer, at: placement, time: time)
    let old = previous(transition)
    if case .fade = transition.kind { return faded(old, new, transition.progress, over: background) }
    let image = combined(clipped(previousContent(old), old), clipped(currentContent(new), new), new, transition)
    return drawing.composed(new, new.placed(image), over: background)
  }

  /// Returns the group of a layer, drawn offscreen, as its image is moved.
  private func group(_ layer: SceneLayer, at placement: LayerPlacement, time: Double) -> LayerGroup {
    LayerGroup(layer, at: placement, opacity: opacity, time: time, isOffscreen: true)
  }

  private func previous(_ transition: SceneTransition) -> LayerGroup? {
    transition.previous.map { group($0.layer, at: placement.showing($0.layer), time: $0.time) }
  }

  /// Cross-fades two finished layers, each with its own mask and blending.
  private func faded(_ old: LayerGroup?, _ new: LayerGroup, _ progress: Double, over background: Node) -> Node {
    func isOver(_ group: LayerGroup) -> Bool { group.style.backgroundFilters.isEmpty && group.style.compositing == nil }
    // Source-over layers can be mixed before compositing, as the interpolation is linear.
    let usesSourceOver = isOver(new) && old.map(isOver) ?? true
    let backdrop = usesSourceOver ? Node.empty : background
    func composed(_ group: LayerGroup?, _ image: Node) -> Node {
      guard let group, !group.isHidden else { return backdrop }
      return drawing.composed(group, group.placed(image), over: backdrop)
    }
    let mixed = composed(old, previousContent(old)).faded(into: composed(new, currentContent(new)), by: progress)
    return usesSourceOver ? mixed.over(background) : mixed
  }

  /// Returns R of the current appearance.
  private func currentContent(_ group: LayerGroup) -> Node { group.isHidden ? .empty : drawing.content(group) }

  /// Returns R of the previous appearance, which may have been in a transition itself.
  private func previousContent(_ group: LayerGroup?) -> Node {
    guard let group else { return .empty }
    guard let transition = group.layer.transition else { return currentContent(group) }
    let old = previous(transition)
    return combined(clipped(previousContent(old), old), clipped(currentContent(group), group), group, transition)
  }

  /// Returns the pixels that are moved: if the layer masks to its bounds, those inside. The mask, with its corners,
  /// does not move.
  private func clipped(_ image: Node, _ group: LayerGroup?) -> Node {
    guard let group, group.style.masksToBounds else { return image }
    let rect = BoxShape(group.layer, placement.plane).rect
    return rect.isEmpty ? .empty : image.cropped(to: rect.pixels)
  }

  private func combined(_ old: Node, _ new: Node, _ group: LayerGroup, _ transition: SceneTransition) -> Node {
    let plane = placement.plane
    let size = group.layer.read(LayerProperties.bounds).size
    // Up is the direction of the images' top rows.
    let up = plane.invertsImages ? -transition.side.y : transition.side.y
    let vector = SIMD2(transition.side.x * Double(size.width), up * Double(size.height)) * plane.scale
    let (p, blendSpace) = (transition.progress, drawing.blendSpace)
    switch transition.kind {
    case .fade: return old.faded(into: new, by: p)
    case .push: return new.shifted(vector * (1 - p)).over(old.shifted(vector * -p))
    case .moveIn: return new.shifted(vector * (1 - p)).over(old)
    case .reveal: return old.shifted(vector * -p).over(new)
    case .filter(let filter):
      let fitted = FittedFilter(filter.settingExtent(group.layer.read(LayerProperties.bounds)), to: plane)
      let result = fitted.apply(from: blendSpace.working(old), to: blendSpace.working(new), progress: p)
      return result.map(blendSpace.blended) ?? old.faded(into: new, by: p)
    }
  }
}

extension LayerGroup {
  fileprivate var isHidden: Bool { layer.read(LayerProperties.isHidden) }
}

extension Node {
  fileprivate func shifted(_ vector: SIMD2<Double>) -> Node {
    extent == .empty || vector == .zero ? self : transformed(by: .translation(vector.x, vector.y)) ?? self
  }
}

extension CIFilter {
  /// Returns a copy with an extent input, if the filter has one.
  fileprivate func settingExtent(_ rect: CGRect) -> CIFilter {
    let copy = ownCopy
    if copy.inputKeys.contains(kCIInputExtentKey) {
      copy.setValue(
        CIVector(values: [rect.minX, rect.minY, rect.width, rect.height], count: 4), forKey: kCIInputExtentKey)
    }
    return copy
  }
}
