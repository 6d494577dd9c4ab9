import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// Draws a tree of layers into a destination, frame by frame, without a window. Not for several threads at once.
///
///     renderer.layer = root
///     renderer.bounds = CGRect(x: 0, y: 0, width: 640, height: 360)
///     renderer.beginFrame(atTime: t, timeStamp: nil)
///     try renderer.render()
///     renderer.endFrame()
public final class CARenderer {
  /// The root of what is drawn.
  public var layer: CALayer? { didSet { if oldValue !== layer { oldValue?.endFrames() } } }
  /// The part of the root's superspace that fills the destination.
  public var bounds = CGRect.zero
  /// True: layers are blended in the working space's light, not in sRGB's coded values.
  public var blendsLinearly = false

  private let context: CIContext
  private var destination: CIRenderDestination?
  private var frame: CIImage?
  private var shown: CIImage?
  private var shownIn = CGRect.zero
  private var asked = CGRect.null

  /// - Parameter context: that renders.
  public init(context: CIContext, destination: CIRenderDestination? = nil) {
    (self.context, self.destination) = (context, destination)
  }

  /// Where the frames that follow go; all of them is drawn anew.
  public func setDestination(_ destination: CIRenderDestination) {
    (self.destination, shown) = (destination, nil)
  }

  /// Begins a frame: changes are committed, animations begin that have had no frame, what needs it is laid out and
  /// displayed, and the tree is taken as it is at a time.
  ///
  /// - Parameter ts: when the frame will be seen; not needed here.
  public func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer?) {
    asked = .null
    // First what lays out: that may start animations, which begin with this frame.
    layer?.prepareForFrame()
    layer?.beginFrame(at: t)
    guard let layer, let scale else {
      frame = nil
      return
    }
    frame = CIImage(layer: layer, at: t, scale: scale, blendsLinearly: blendsLinearly)
  }

  /// Pixels of the destination in a point, by its width.
  private var scale: CGFloat? {
    guard let destination, bounds.width > 0, bounds.height > 0, bounds.width.isFinite else { return nil }
    return CGFloat(destination.width) / bounds.width
  }

  /// What has changed since the last frame that was rendered: null, or all of the bounds.
  public func updateBounds() -> CGRect {
    let isSame = frame == shown && bounds == shownIn
    return isSame ? asked : bounds
  }

  /// Has a part be drawn anew, whether it has changed or not.
  public func addUpdate(_ r: CGRect) {
    if !r.isNull { asked = asked.isNull ? r.standardized : asked.union(r.standardized) }
  }

  /// Draws what has changed, and waits until it is there.
  ///
  /// - Throws: `RenderError` where the destination cannot be rendered to; `invalidArgument` without a layer, a
  ///   destination, bounds or a frame that was begun.
  public func render() throws {
    guard let frame, let destination, let scale else {
      throw RenderError.invalidArgument(
        "CARenderer.render(): there is nothing to draw; give a layer, bounds of some size and a destination, and call "
          + "beginFrame(atTime:timeStamp:) first")
    }
    guard !updateBounds().isNull else { return }
    let origin = CGPoint(x: bounds.minX * scale, y: bounds.minY * scale)
    let moved = frame.transformed(by: CGAffineTransform(translationX: -origin.x, y: -origin.y))
    let all = CGRect(x: 0, y: 0, width: destination.width, height: destination.height)
    _ = try context.startTask(toRender: moved.composited(over: .clear), from: all, to: destination, at: .zero)
      .waitUntilCompleted()
    (shown, shownIn) = (frame, bounds)
  }

  /// When the next frame is needed: the time of the last one while anything moves, when the next animation begins, −∞
  /// before the first frame, and infinite while nothing moves by itself.
  public func nextFrameTime() -> CFTimeInterval { layer?.nextFrameTime() ?? .infinity }

  /// Ends the frame: animations that are over end, delegates and completion blocks are called.
  public func endFrame() {
    frame = nil
    layer?.endFrame()
  }

  deinit { layer?.endFrames() }
}
