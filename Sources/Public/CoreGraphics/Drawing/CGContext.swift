import Foundation
import ImageColor
import ImageGraph

/// A receiver of drawing commands.
package protocol DrawingTarget: AnyObject {
  func draw(_ command: DrawingCommand)
}

/// A drawing target that records commands.
package final class DrawingRecorder: DrawingTarget {
  package private(set) var list = DisplayList()

  package init() {}

  package func draw(_ command: DrawingCommand) { list.commands.append(command) }
}

/// A drawing context: draws paths, images and text into a bitmap, a PDF or an SVG document. Not thread-safe.
///
/// The base space has its origin at the lower left and y up. Its unit is a pixel of a bitmap, or 1/72 inch in
/// documents. Colours are converted to the space of the target and blended there in encoded form, with 8 bits.
/// Coordinates that are NaN or infinite are ignored. Drawing outside of the target costs nothing.
public final class CGContext {
  let target: any DrawingTarget
  /// The bounds of visible drawing, in the base space.
  var limit: CGRect
  let space: ColorSpace
  var state = GraphicsState()
  private var saved: [GraphicsState] = []
  /// The current path, in the base space.
  var outline = Outline()
  private var layers: [TransparencyLayer] = []
  private var ignoredLayers = 0

  /// The transform from text space to user space. Not part of the saved graphics state.
  public var textMatrix = CGAffineTransform.identity

  private struct TransparencyLayer {
    var list = DisplayList()
    let compositing: CompositingState
  }

  package init(_ target: any DrawingTarget, limit: CGRect, space: ColorSpace) {
    (self.target, self.limit, self.space) = (target, limit, space)
  }

  /// Returns the commands that `draw` issues in a plane of its own.
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

  /// Saves the state: everything except the path and the text matrix.
  public func saveGState() { saved.append(state) }

  /// Restores the state that was saved last. Does nothing if there is none.
  public func restoreGState() { if let last = saved.popLast() { state = last } }

  /// Restores the initial state, as at the start of a page.
  func reset() {
    (state, saved, outline, layers, textMatrix) = (GraphicsState(), [], Outline(), [], .identity)
    ignoredLayers = 0
  }

  // MARK: Layers

  /// Begins a group, which is composited as one when the layer ends, with the present alpha, blend mode and shadow.
  /// Inside, alpha is 1, the blend mode is normal and there is no shadow. Saves the state.
  ///
  /// - Parameter auxiliaryInfo: of no effect.
  public func beginTransparencyLayer(auxiliaryInfo: CFDictionary?) {
    saveGState()
    // Drawing nested layers is recursive, so their depth is limited.
    guard layers.count < 100 else {
      ignoredLayers += 1
      return
    }
    layers.append(TransparencyLayer(compositing: state.compositing))
    (state.alpha, state.blendMode, state.shadow) = (1, .normal, nil)
    // The layer itself is clipped; clipping its content as well would apply antialiased edges twice.
    state.outerClipBounds = state.outerClipBounds.common(with: state.clip?.bounds ?? limit)
    state.clip = nil
  }

  /// Begins a group that is clipped to a rectangle.
  public func beginTransparencyLayer(in rect: CGRect, auxiliaryInfo: CFDictionary?) {
    beginTransparencyLayer(auxiliaryInfo: auxiliaryInfo)
    clip(to: rect)
  }

  /// Composites the group and restores the state. Does nothing without a layer.
  public func endTransparencyLayer() {
    if ignoredLayers > 0 {
      ignoredLayers -= 1
    } else if let layer = layers.popLast() {
      emit(.group(layer.list, .identity), layer.compositing)
    } else {
      return
    }
    restoreGState()
  }

  func endAllLayers() { while !layers.isEmpty { endTransparencyLayer() } }

  /// Draws a layer's recorded content, scaled to a rectangle.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    let map = CGAffineTransform(translationX: rect.minX, y: rect.minY)
      .scaledBy(x: rect.width / layer.size.width, y: rect.height / layer.size.height)
    emit(.group(layer.list, map.concatenating(ctm)))
  }

  /// Draws a layer's recorded content at a position.
  public func draw(_ layer: CGLayer, at point: CGPoint) { draw(layer, in: CGRect(origin: point, size: layer.size)) }
}

/// The state that `saveGState` saves.
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
  /// The bounds of the clips around the present transparency layer.
  var outerClipBounds = CGRect.infinite
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
