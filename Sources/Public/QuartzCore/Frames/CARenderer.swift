import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// A renderer of a layer tree into a destination, frame by frame, without a window. Not thread-safe.
///
/// Only the changes since the previous frame are rendered; the destination must preserve its other pixels.
///
///     renderer.layer = root
///     renderer.bounds = CGRect(x: 0, y: 0, width: 640, height: 360)
///     renderer.beginFrame(atTime: t, timeStamp: nil)
///     try renderer.render()
///     renderer.endFrame()
public final class CARenderer {
  /// The root layer.
  public var layer: CALayer? { didSet { if oldValue !== layer { oldValue?.endFrames() } } }
  /// The rectangle of the root's superspace that fills the destination.
  public var bounds = CGRect.zero
  /// If true, layers are blended in the linear working space instead of gamma-encoded sRGB.
  public var blendsLinearly = false
  /// The cost of an additional rectangle, in pixels.
  package var costPerUpdate = LayerFrame.costPerRectangle

  private let context: CIContext
  private var destination: CIRenderDestination?
  private var image: CIImage?
  private var renderedFrame: LayerFrame?
  private var renderedBounds = CGRect.zero
  /// The rectangles of `addUpdate`, in pixels.
  private var addedUpdates = RectangleList(capacity: LayerFrame.maximumRectangles)
  /// The differences from the last rendered frame, computed on demand.
  private var cachedChanges: [UserRect]?

  /// - Parameter context: the context that renders.
  public init(context: CIContext, destination: CIRenderDestination? = nil) {
    (self.context, self.destination) = (context, destination)
  }

  /// Sets the destination of later frames, which is then redrawn completely.
  public func setDestination(_ destination: CIRenderDestination) {
    (self.destination, renderedFrame, cachedChanges) = (destination, nil, nil)
  }

  /// Begins a frame: commits changes, begins new animations, lays out and displays layers that need it, and captures
  /// the tree at a time.
  ///
  /// - Parameter ts: the display time of the frame; unused.
  public func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer?) {
    (addedUpdates, cachedChanges) = (RectangleList(capacity: LayerFrame.maximumRectangles), nil)
    // Layout comes first, as it may start animations, which begin with this frame.
    layer?.prepareForFrame()
    layer?.beginFrame(at: t)
    guard let layer, let scale else {
      image = nil
      return
    }
    let full = CIImage(layer: layer, at: t, scale: scale, blendsLinearly: blendsLinearly, cachesDrawing: true)
    let origin = CGPoint(x: bounds.minX * scale, y: bounds.minY * scale)
    image =
      origin == .zero ? full : full.transformed(by: CGAffineTransform(translationX: -origin.x, y: -origin.y))
  }

  private var frame: LayerFrame? {
    guard let image, let destination else { return nil }
    return LayerFrame(image, width: destination.width, height: destination.height)
  }

  /// The number of destination pixels per point, by the width.
  private var scale: CGFloat? {
    guard let destination, bounds.width > 0, bounds.height > 0, bounds.width.isFinite else { return nil }
    return CGFloat(destination.width) / bounds.width
  }

  private var fullRect: UserRect {
    UserRect(x: 0, y: 0, width: Double(destination?.width ?? 0), height: Double(destination?.height ?? 0))
  }

  /// Returns the bounding rectangle of all changes since the last rendered frame, and of added updates, in the root's
  /// superspace; null if there are none.
  public func updateBounds() -> CGRect {
    updateRectangles().reduce(CGRect.null) { $0.isNull ? $1 : $0.union($1) }
  }

  /// Returns the rectangles that `render()` draws: changes and added updates in whole pixels, at most sixteen
  /// rectangles, in the root's superspace. Two nearby rectangles are merged if the pixels between them cost less than a
  /// separate render.
  public func updateRectangles() -> [CGRect] {
    guard let scale else { return [] }
    let updates = updates
    if updates == [fullRect] { return [bounds] }
    return updates.map { rect in
      CGRect(
        x: bounds.minX + CGFloat(rect.min.x) / scale, y: bounds.minY + CGFloat(rect.min.y) / scale,
        width: CGFloat(rect.width) / scale, height: CGFloat(rect.height) / scale)
    }
  }

  private var updates: [UserRect] { LayerFrame.merged(addedUpdates.rectangles + changes, cost: costPerUpdate) }

  private var changes: [UserRect] {
    if let cachedChanges { return cachedChanges }
    let found: [UserRect]
    if let frame {
      found = frame.changes(since: bounds == renderedBounds ? renderedFrame : nil)
    } else {
      found = renderedFrame == nil ? [] : [fullRect]
    }
    cachedChanges = found
    return found
  }

  /// Adds a rectangle to be redrawn, whether it has changed or not.
  ///
  /// - Parameter r: in the root's superspace. Null rectangles and NaN values are ignored.
  public func addUpdate(_ r: CGRect) {
    guard let scale, !r.isNull else { return }
    let rect = r.standardized
    let pixels = UserRect(
      x: Double((rect.minX - bounds.minX) * scale), y: Double((rect.minY - bounds.minY) * scale),
      width: Double(rect.width * scale), height: Double(rect.height * scale))
    addedUpdates.add(pixels.intersection(fullRect).pixels)
  }

  /// Renders all changes, and waits for completion. Does nothing if there are none.
  ///
  /// - Throws: `RenderError` if the destination cannot be rendered to; `invalidArgument` without a layer, a
  ///   destination, bounds or a begun frame.
  public func render() throws {
    guard let frame, let destination, scale != nil else {
      throw RenderError.invalidArgument(
        "CARenderer.render(): there is nothing to render; set layer, nonempty bounds and a destination, and call "
          + "beginFrame(atTime:timeStamp:) first")
    }
    let updates = updates
    guard !updates.isEmpty else { return }
    // Unknown until all tasks are complete: after an error, the next frame is redrawn completely.
    renderedFrame = nil
    let tasks = try frame.start(updates, to: destination, by: context)
    for task in tasks { _ = try task.waitUntilCompleted() }
    (renderedFrame, renderedBounds, cachedChanges) = (frame, bounds, [])
    addedUpdates = RectangleList(capacity: LayerFrame.maximumRectangles)
  }

  /// Returns the planned tasks of `render()`, without running them.
  package func estimates() throws -> [CIRenderTask] {
    guard let frame, let destination else { return [] }
    return try frame.estimates(updates, to: destination, by: context)
  }

  /// Returns the time of the next frame: that of the last one while an animation runs, otherwise the beginning of the
  /// next animation. −∞ before the first frame; ∞ if no animation follows.
  public func nextFrameTime() -> CFTimeInterval { layer?.nextFrameTime() ?? .infinity }

  /// Ends the frame: ends animations that are over, and calls delegates and completion blocks.
  public func endFrame() {
    image = nil
    cachedChanges = nil
    layer?.endFrame()
  }

  deinit { layer?.endFrames() }
}
