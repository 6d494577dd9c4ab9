import Foundation
import ImageColor
import ImageGraph

/// What becomes of the things that are drawn.
package protocol DrawingTarget: AnyObject {
  func draw(_ command: DrawingCommand)
}

/// Keeps what is drawn.
package final class DrawingRecorder: DrawingTarget {
  package private(set) var list = DisplayList()

  package init() {}

  package func draw(_ command: DrawingCommand) { list.commands.append(command) }
}

/// Draws paths, images and text into a bitmap, a PDF or an SVG document. Not for several threads at once.
///
/// The base space has its origin at the lower left and y up, a unit for each pixel of a bitmap and 1/72 inch in
/// documents. Colours are brought to the space of the target and blended there as they are encoded, in 8 bits. Places
/// that are no numbers or infinite are ignored; whatever is drawn off the target costs nothing.
public final class CGContext {
  let target: any DrawingTarget
  /// Nothing outside of it is seen; in the base space.
  var limit: CGRect
  let space: ColorSpace
  var state = GraphicsState()
  private var saved: [GraphicsState] = []
  /// The current path, in the base space.
  var outline = Outline()
  private var layers: [TransparencyLayer] = []
  private var unfoldedLayers = 0

  /// Belongs to no state that is saved.
  public var textMatrix = CGAffineTransform.identity

  private struct TransparencyLayer {
    var list = DisplayList()
    let compositing: CompositingState
  }

  package init(_ target: any DrawingTarget, limit: CGRect, space: ColorSpace) {
    (self.target, self.limit, self.space) = (target, limit, space)
  }

  /// What `draw` draws in a plane of its own, as values.
  package static func recorded(
    within limit: CGRect, space: ColorSpace = .sRGB, _ draw: (CGContext) -> Void
  ) -> DisplayList {
    let recorder = DrawingRecorder()
    let context = CGContext(recorder, limit: limit, space: space)
    draw(context)
    context.endAllLayers()
    return recorder.list
  }

  func emit(_ content: DrawingCommand.Content) { emit(content, state.compositing) }

  private func emit(_ content: DrawingCommand.Content, _ compositing: CompositingState) {
    let command = DrawingCommand(content: content, compositing: compositing)
    if layers.isEmpty { target.draw(command) } else { layers[layers.count - 1].list.commands.append(command) }
  }

  // MARK: State

  /// Keeps the state: all but the path and the text matrix.
  public func saveGState() { saved.append(state) }

  /// Goes back to the state that was kept last; nothing when there is none.
  public func restoreGState() { if let last = saved.popLast() { state = last } }

  /// The first state again, as pages begin.
  func reset() {
    (state, saved, outline, layers, textMatrix) = (GraphicsState(), [], Outline(), [], .identity)
    unfoldedLayers = 0
  }

  // MARK: Layers

  /// What is drawn until the layer ends is put on as one, with the alpha, the blend mode and the shadow of now; inside,
  /// alpha is 1, the blend mode normal and there is no shadow. Saves the state.
  ///
  /// - Parameter auxiliaryInfo: nothing is known.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    saveGState()
    // Layers are drawn one inside of the other, by a recursion.
    guard layers.count < 100 else {
      unfoldedLayers += 1
      return
    }
    layers.append(TransparencyLayer(compositing: state.compositing))
    (state.alpha, state.blendMode, state.shadow) = (1, .normal, nil)
    // The layer itself is clipped; twice would make soft edges softer.
    state.clipOutside = state.clipOutside.common(with: state.clip?.bounds ?? limit)
    state.clip = nil
  }

  /// The same for what lies in a rectangle; the rest is cut off.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Puts the layer on and restores the state; nothing without a layer.
  public func endTransparencyLayer() {
    if unfoldedLayers > 0 {
      unfoldedLayers -= 1
    } else if let layer = layers.popLast() {
      emit(.group(layer.list, .identity), layer.compositing)
    } else {
      return
    }
    restoreGState()
  }

  func endAllLayers() { while !layers.isEmpty { endTransparencyLayer() } }

  /// Puts what is drawn once into a rectangle, stretched.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    let map = CGAffineTransform(translationX: rect.minX, y: rect.minY)
      .scaledBy(x: rect.width / layer.size.width, y: rect.height / layer.size.height)
    emit(.group(layer.list, map.concatenating(ctm)))
  }

  /// Puts what is drawn once to a place.
  public func draw(_ layer: CGLayer, at point: CGPoint) { draw(layer, in: CGRect(origin: point, size: layer.size)) }
}

/// All that `saveGState` keeps.
struct GraphicsState {
  var ctm = CGAffineTransform.identity
  var fill = Paint.black
  var stroke = Paint.black
  var fillSpace = CGColorSpace(.sRGB)
  var strokeSpace = CGColorSpace(.sRGB)
  var patternPhase = CGSize.zero
  var style = StrokeStyle()
  var alpha: CGFloat = 1
  var blendMode = CGBlendMode.normal
  var shadow: Shadow?
  var clip: Clip?
  /// The clips around the transparency layer that is drawn.
  var clipOutside = CGRect.infinite
  var isAntialiased = true
  var interpolation = CGInterpolationQuality.default
  var fontName = "Helvetica"
  var fontSize: CGFloat = 12
  var characterSpacing: CGFloat = 0
  var textMode = CGTextDrawingMode.fill

  var compositing: CompositingState {
    var result = CompositingState()
    (result.clip, result.alpha, result.blendMode) = (clip, alpha, blendMode)
    (result.shadow, result.isAntialiased) = (shadow, isAntialiased)
    return result
  }
}
