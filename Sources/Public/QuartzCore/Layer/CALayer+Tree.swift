import AnimationMath
import Foundation

extension CALayer {
  /// The layer that contains this one, as a sublayer or as its mask. For a presentation copy, it is a presentation copy
  /// too: the one with which it was created, or a new one, which has its own copies.
  public var superlayer: CALayer? { container ?? modelLayer?.container?.presentation() }

  /// The sublayers, from back to front for equal `zPosition`; nil if there are none.
  ///
  /// A layer has only one superlayer: setting the sublayers removes them from their previous ones. It is a programming
  /// error to make a layer its own descendant.
  public var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set {
      let layers = newValue ?? []
      guard !(layers.count == children.count && zip(layers, children).allSatisfy { $0 === $1 }) else { return }
      changeChildren {
        for layer in children { layer.container = nil }
        children = []
        for layer in layers { adopt(layer, at: children.count) }
      }
    }
  }

  /// Adds a layer in front of the other sublayers.
  public func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

  /// - Parameter idx: the number of sublayers behind it; if it exceeds their number, the layer is added in front.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer) { min(Int(idx), $0.count) } }

  /// Inserts a layer behind a sibling; behind all sublayers if that is not a sublayer.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer) { children in children.firstIndex { $0 === sibling } ?? 0 }
  }

  /// Inserts a layer in front of a sibling; in front of all sublayers if that is not a sublayer.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer) { children in children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count }
  }

  /// Replaces a sublayer; does nothing if it is not a sublayer.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, children.contains(where: { $0 === oldLayer }) else { return }
    changeChildren {
      // The new layer may have preceded the old one.
      newLayer.detach()
      guard let index = children.firstIndex(where: { $0 === oldLayer }) else { return }
      oldLayer.detach()
      adopt(newLayer, at: index)
    }
  }

  /// Removes the layer from its superlayer, as a sublayer or as a mask.
  public func removeFromSuperlayer() {
    guard let container else { return }
    if container.maskLayer === self {
      container.mask = nil
      return
    }
    container.changeChildren { detach() }
  }

  /// A layer in this layer's coordinates by whose alpha this layer is multiplied; it is removed from its previous
  /// superlayer. A layer cannot be its own mask.
  public var mask: CALayer? {
    get { maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      change("mask") {
        maskLayer?.container = nil
        maskLayer = nil
        guard let newValue else { return }
        checkCycle(newValue)
        newValue.detach()
        (maskLayer, newValue.container) = (newValue, self)
      }
    }
  }

  private func insert(_ layer: CALayer, _ index: ([CALayer]) -> Int) {
    changeChildren {
      checkCycle(layer)
      layer.detach()
      adopt(layer, at: index(children))
    }
  }

  private func changeChildren(_ change: () -> Void) {
    self.change("sublayers", touches: [], by: change)
    setNeedsLayout()
  }

  private func adopt(_ layer: CALayer, at index: Int) {
    checkCycle(layer)
    layer.detach()
    children.insert(layer, at: min(index, children.count))
    layer.container = self
  }

  private func detach() {
    guard let container else { return }
    if container.maskLayer === self { container.maskLayer = nil }
    container.children.removeAll { $0 === self }
    (self.container, lastDrawn) = (nil, nil)
  }

  private func checkCycle(_ layer: CALayer) {
    var next: CALayer? = self
    // A layer without children can only be the layer itself; so appending to a deep chain takes constant time.
    if layer.children.isEmpty, layer.maskLayer == nil, layer !== self { return }
    while let ancestor = next {
      precondition(ancestor !== layer, "\(layer) cannot be added to its descendant \(self)")
      next = ancestor.container
    }
  }

  /// The layer and its ancestors, starting with itself.
  var chain: [CALayer] {
    var all: [CALayer] = [self]
    while let ancestor = all[all.count - 1].container { all.append(ancestor) }
    return all
  }

  /// The sublayers in drawing order.
  var drawingOrder: [CALayer] { children.orderedByDepth { $0.zPosition } }
}
