import CoreImage
import ImageGraph
import ImageWindow
import QuartzCore

/// Draws the frames of a window's layers where they differ from what its pixels still show.
///
/// A window has several sets of pixels in turn, each of which shows a frame of some time ago.
@MainActor final class WindowFrames {
  /// Frames that pixels of the window may show, by their numbers; the last one first.
  private var shown: [(number: Int, frame: LayerFrame)] = []
  /// Pixels that the dispatches for the last frame computed together.
  private(set) var pixelsProcessed = 0

  /// More than windows have sets of pixels.
  private static let most = 8

  /// Draws a frame inside of `draw(in:)` of a view.
  ///
  /// - Parameters:
  ///   - image: its origin comes to the window's lower left corner.
  ///   - isKept: false: frames that follow do not begin with this one.
  /// - Throws: as `CIWindowView.draw(_:)`.
  func draw(_ image: CIImage, in view: CIWindowView, isKept: Bool) throws {
    let (size, number) = (view.drawableSize, try view.frameNumber)
    let frame = LayerFrame(image, width: Int(size.width), height: Int(size.height))
    let kept = try view.keptFrame()
    var parts = LayerFrame.parts(frame.changes(since: shown.first { $0.number == kept }?.frame))
    // A frame is shown when something has been rendered to it.
    if parts.isEmpty { parts = [UserRect(x: 0, y: 0, width: 1, height: 1)] }
    let (destination, context) = (try view.makeDestination(), try view.context)
    let tasks = try frame.start(parts, to: destination, by: context)
    pixelsProcessed = tasks.reduce(0) { $0 + $1.plannedPixelsProcessed }
    // On a device they are enqueued, and what hinders that was thrown; elsewhere each says by itself how it ended.
    if view.vulkanDevice == nil { for task in tasks { _ = try task.waitUntilCompleted() } }
    try view.present(after: tasks[tasks.count - 1])
    guard isKept else {
      shown = []
      return
    }
    shown.insert((number, frame), at: 0)
    if shown.count > Self.most { shown.removeLast() }
  }
}
