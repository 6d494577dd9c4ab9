import CoreImage

/// A surface that a view draws into: a Vulkan swapchain, or a pixel buffer of the window.
@MainActor protocol WindowSurface: AnyObject {
  /// The context that renders, unless the app uses its own.
  var context: CIContext { get }
  /// The size in pixels; zero while there are no pixels to draw into.
  var size: (width: Int, height: Int) { get }
  var format: SurfaceFormat { get }
  /// True if the current frame cannot be presented, because the window has changed or has no image available.
  var skipsFrame: Bool { get }

  /// The number of the frame that is being drawn; earlier frames have been presented.
  var frameNumber: Int { get }

  /// Prepares a frame. Returns false if the window has no pixels.
  func begin(_ options: FrameOptions) throws -> Bool
  /// Retains the previous contents of the frame's pixels, and returns the number of the frame that drew them; nil if
  /// they are undefined. Call it before rendering to the frame.
  func retainedFrame() throws -> Int?
  func makeDestination() throws -> CIRenderDestination
  /// Presents the destination's pixels when the task is done.
  func present(after task: CIRenderTask) throws
  /// Ends a frame, whether it was presented or not.
  func end() throws
}

/// The options of presenting frames.
struct FrameOptions: Equatable {
  var presentMode = CIWindowView.PresentMode.paced
  var wantsExtendedRange = false
  var framesInFlight = 2
}
