import CoreImage
import ImageGraph
import ImageWindow
import QuartzCore

/// The frames of a window's layers, of which only the differences from the window's pixels are rendered.
///
/// The swapchain of a window has several images, each of which shows an earlier frame.
@MainActor final class WindowFrames {
  /// The frames that images of the window may show, with their numbers, newest first.
  private var shown: [(number: Int, frame: LayerFrame)] = []
  /// The number of pixels that all dispatches of the last frame computed.
  private(set) var pixelsProcessed = 0

  /// The capacity of `shown`: more than the images of a window.
  private static let capacity = 8

  /// Draws a frame; called inside `draw(in:)` of a view.
  ///
  /// - Parameters:
  ///   - image: the frame; its origin is at the window's lower left corner.
  ///   - isReusable: whether later frames may be rendered as differences from this one.
  /// - Throws: as `CIWindowView.draw(_:)`.
  func draw(_ image: CIImage, in view: CIWindowView, isReusable: Bool) throws {
    let (size, number) = (view.drawableSize, try view.frameNumber)
    let frame = LayerFrame(image, width: Int(size.width), height: Int(size.height))
    let retained = try view.retainedFrame()
    var parts = LayerFrame.merged(frame.changes(since: shown.first { $0.number == retained }?.frame))
    // A frame is presented only if something was rendered to it.
    if parts.isEmpty { parts = [UserRect(x: 0, y: 0, width: 1, height: 1)] }
    let (destination, context) = (try view.makeDestination(), try view.context)
    let tasks = try frame.start(parts, to: destination, by: context)
    pixelsProcessed = tasks.reduce(0) { $0 + $1.plannedPixelsProcessed }
    // On a device, the tasks are enqueued, and enqueuing errors were thrown. On the processor, each task reports its
    // own error.
    if view.vulkanDevice == nil { for task in tasks { _ = try task.waitUntilCompleted() } }
    try view.present(after: tasks[tasks.count - 1])
    guard isReusable else {
      shown = []
      return
    }
    shown.insert((number, frame), at: 0)
    if shown.count > Self.capacity { shown.removeLast() }
  }
}
