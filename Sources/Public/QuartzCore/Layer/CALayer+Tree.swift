import AnimationMath
import Foundation

extension CALayer {
  /// The layer that holds this one, as a sublayer or as its mask. Of a presentation copy it is one as well: that with
  /// which it was made, or a new one, which holds copies of its own.
  public var superlayer: CALayer? { holder ?? modelLayer?.holder?.presentation() }

  /// The layers in this one, from the back to the front where their `zPosition` is the same; nil when there are none.
  ///
  /// A layer is in one place only: those that are set are taken out of where they were. Making a layer hold itself is
  /// an error of the program.
  public var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set {
      let wanted = newValue ?? []
      guard !(wanted.count == children.count && zip(wanted, children).allSatisfy { $0 === $1 }) else { return }
      changeChildren {
        for layer in children { layer.holder = nil }
        children = []
        for layer in wanted { take(layer, at: children.count) }
      }
    }
  }

  /// Puts a layer in front of the others.
  public func addSublayer(_ layer: CALayer) { insert(layer) { $0.count } }

  /// - Parameter idx: how many layers come before; more than there are: in front.
  public func insertSublayer(_ layer: CALayer, at idx: UInt32) { insert(layer) { min(Int(idx), $0.count) } }

  /// Behind a sibling; behind all when that is no sublayer.
  public func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
    insert(layer) { children in children.firstIndex { $0 === sibling } ?? 0 }
  }

  /// In front of a sibling; in front of all when that is no sublayer.
  public func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
    insert(layer) { children in children.firstIndex { $0 === sibling }.map { $0 + 1 } ?? children.count }
  }

  /// Puts a layer where a sublayer is; nothing when that is none.
  public func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) {
    guard oldLayer !== newLayer, children.contains(where: { $0 === oldLayer }) else { return }
    changeChildren {
      // The new one may have stood before the old one.
      newLayer.leave()
      guard let index = children.firstIndex(where: { $0 === oldLayer }) else { return }
      oldLayer.leave()
      take(newLayer, at: index)
    }
  }

  /// Takes the layer out of the one that holds it, as a sublayer or as a mask.
  public func removeFromSuperlayer() {
    guard let holder else { return }
    if holder.maskLayer === self {
      holder.mask = nil
      return
    }
    holder.changeChildren { leave() }
  }

  /// A layer whose alpha this one is multiplied with, in this one's space; taken out of where it was. The layer itself
  /// cannot be its own mask.
  public var mask: CALayer? {
    get { maskLayer }
    set {
      guard newValue !== maskLayer else { return }
      change("mask") {
        maskLayer?.holder = nil
        maskLayer = nil
        guard let newValue else { return }
        checkCycle(newValue)
        newValue.leave()
        (maskLayer, newValue.holder) = (newValue, self)
      }
    }
  }

  private func insert(_ layer: CALayer, _ place: ([CALayer]) -> Int) {
    changeChildren {
      checkCycle(layer)
      layer.leave()
      take(layer, at: place(children))
    }
  }

  private func changeChildren(_ change: () -> Void) {
    self.change("sublayers", touches: [], by: change)
    setNeedsLayout()
  }

  private func take(_ layer: CALayer, at index: Int) {
    checkCycle(layer)
    layer.leave()
    children.insert(layer, at: min(index, children.count))
    layer.holder = self
  }

  private func leave() {
    guard let holder else { return }
    if holder.maskLayer === self { holder.maskLayer = nil }
    holder.children.removeAll { $0 === self }
    (self.holder, drawnLast) = (nil, nil)
  }

  private func checkCycle(_ layer: CALayer) {
    var next: CALayer? = self
    // What holds nothing can only be the layer itself: a chain that grows at its end is not gone through each time.
    if layer.children.isEmpty, layer.maskLayer == nil, layer !== self { return }
    while let above = next {
      precondition(above !== layer, "\(layer) cannot go into \(self), which it holds")
      next = above.holder
    }
  }

  /// The layer and what holds it, from itself on.
  var chain: [CALayer] {
    var all: [CALayer] = [self]
    while let above = all[all.count - 1].holder { all.append(above) }
    return all
  }

  /// Sublayers in the order in which they are drawn.
  var drawingOrder: [CALayer] { children.orderedByDepth { $0.zPosition } }
}
