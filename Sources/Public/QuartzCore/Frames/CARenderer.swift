import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// Draws a tree of layers into a destination, frame by frame, without a window. Not for several threads at once.
///
/// Only what has changed since the frame before is drawn again; the destination keeps the rest, and has to.
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
  /// Pixels for which a rectangle more is worth it.
  package var priceOfUpdate = LayerFrame.priceOfPart

  private let context: CIContext
  private var destination: CIRenderDestination?
  private var image: CIImage?
  private var shown: LayerFrame?
  private var shownIn = CGRect.zero
  /// What `addUpdate` asked for, in pixels.
  private var asked = RectangleList(most: LayerFrame.mostParts)
  /// What differs from the frame that was rendered last, once somebody has asked.
  private var changed: [UserRect]?

  /// - Parameter context: that renders.
  public init(context: CIContext, destination: CIRenderDestination? = nil) {
    (self.context, self.destination) = (context, destination)
  }

  /// Where the frames that follow go; all of them is drawn anew.
  public func setDestination(_ destination: CIRenderDestination) {
    (self.destination, shown, changed) = (destination, nil, nil)
  }

  /// Begins a frame: changes are committed, animations begin that have had no frame, what needs it is laid out and
  /// displayed, and the tree is taken as it is at a time.
  ///
  /// - Parameter ts: when the frame will be seen; not needed here.
  public func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer?) {
    (asked, changed) = (RectangleList(most: LayerFrame.mostParts), nil)
    // First what lays out: that may start animations, which begin with this frame.
    layer?.prepareForFrame()
    layer?.beginFrame(at: t)
    guard let layer, let scale else {
      image = nil
      return
    }
    let drawn = CIImage(layer: layer, at: t, scale: scale, blendsLinearly: blendsLinearly, remembers: true)
    let origin = CGPoint(x: bounds.minX * scale, y: bounds.minY * scale)
    image =
      origin == .zero ? drawn : drawn.transformed(by: CGAffineTransform(translationX: -origin.x, y: -origin.y))
  }

  private var frame: LayerFrame? {
    guard let image, let destination else { return nil }
    return LayerFrame(image, width: destination.width, height: destination.height)
  }

  /// Pixels of the destination in a point, by its width.
  private var scale: CGFloat? {
    guard let destination, bounds.width > 0, bounds.height > 0, bounds.width.isFinite else { return nil }
    return CGFloat(destination.width) / bounds.width
  }

  private var whole: UserRect {
    UserRect(x: 0, y: 0, width: Double(destination?.width ?? 0), height: Double(destination?.height ?? 0))
  }

  /// What has changed since the last frame that was rendered, and what was added: in the root's superspace, a rectangle
  /// around all of it; null where that is nothing.
  public func updateBounds() -> CGRect {
    updateRectangles().reduce(CGRect.null) { $0.isNull ? $1 : $0.union($1) }
  }

  /// The same as rectangles of whole pixels, at most sixteen, in the root's superspace: what `render()` draws. Two that
  /// are near each other are one, where the pixels between them cost less than a render of their own.
  public func updateRectangles() -> [CGRect] {
    guard let scale else { return [] }
    let updates = updates
    if updates == [whole] { return [bounds] }
    return updates.map { rect in
      CGRect(
        x: bounds.minX + CGFloat(rect.min.x) / scale, y: bounds.minY + CGFloat(rect.min.y) / scale,
        width: CGFloat(rect.width) / scale, height: CGFloat(rect.height) / scale)
    }
  }

  private var updates: [UserRect] { LayerFrame.parts(asked.rectangles + changes, price: priceOfUpdate) }

  private var changes: [UserRect] {
    if let changed { return changed }
    let found: [UserRect]
    if let frame {
      found = frame.changes(since: bounds == shownIn ? shown : nil)
    } else {
      found = shown == nil ? [] : [whole]
    }
    changed = found
    return found
  }

  /// Has a part be drawn anew, whether it has changed or not.
  ///
  /// - Parameter r: in the root's superspace. Null rectangles, and those that are not numbers, add nothing.
  public func addUpdate(_ r: CGRect) {
    guard let scale, !r.isNull else { return }
    let rect = r.standardized
    let pixels = UserRect(
      x: Double((rect.minX - bounds.minX) * scale), y: Double((rect.minY - bounds.minY) * scale),
      width: Double(rect.width * scale), height: Double(rect.height * scale))
    asked.add(pixels.intersection(whole).pixels)
  }

  /// Draws what has changed, and waits until it is there. Where nothing has, nothing is done.
  ///
  /// - Throws: `RenderError` where the destination cannot be rendered to; `invalidArgument` without a layer, a
  ///   destination, bounds or a frame that was begun.
  public func render() throws {
    guard let frame, let destination, scale != nil else {
      throw RenderError.invalidArgument(
        "CARenderer.render(): there is nothing to draw; give a layer, bounds of some size and a destination, and call "
          + "beginFrame(atTime:timeStamp:) first")
    }
    let updates = updates
    guard !updates.isEmpty else { return }
    // Not whole until all of it is: after an error everything is drawn anew.
    shown = nil
    let tasks = try frame.start(updates, to: destination, by: context)
    for task in tasks { _ = try task.waitUntilCompleted() }
    (shown, shownIn, changed) = (frame, bounds, [])
    asked = RectangleList(most: LayerFrame.mostParts)
  }

  /// What `render()` would do, planned and not done.
  package func estimates() throws -> [CIRenderTask] {
    guard let frame, let destination else { return [] }
    return try frame.estimates(updates, to: destination, by: context)
  }

  /// When the next frame is needed: the time of the last one while anything moves, when the next animation begins, −∞
  /// before the first frame, and infinite while nothing moves by itself.
  public func nextFrameTime() -> CFTimeInterval { layer?.nextFrameTime() ?? .infinity }

  /// Ends the frame: animations that are over end, delegates and completion blocks are called.
  public func endFrame() {
    image = nil
    changed = nil
    layer?.endFrame()
  }

  deinit { layer?.endFrames() }
}
