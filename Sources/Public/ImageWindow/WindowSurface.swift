import CoreImage

/// What a view draws into: images of Vulkan's, or the window's own pixels.
@MainActor protocol WindowSurface: AnyObject {
  /// What is rendered by, unless an app has a context of its own.
  var context: CIContext { get }
  /// Pixels in columns and rows; zero while there is nothing to draw into.
  var size: (width: Int, height: Int) { get }
  var format: SurfaceFormat { get }
  /// True when what was begun cannot be shown, because the window has changed or gives no image at the moment.
  var skipsFrame: Bool { get }

  /// The number of the frame that is being drawn; those before it have been shown.
  var frameNumber: Int { get }

  /// Makes ready for a frame; false when the window has no pixels.
  func begin(_ wishes: FrameOptions) throws -> Bool
  /// Keeps what the frame's pixels still show, and says which frame that is by its number; nil: none that is known.
  /// Asked before anything is rendered for the frame, if at all.
  func keptFrame() throws -> Int?
  func makeDestination() throws -> CIRenderDestination
  /// Shows what the destination has when the task has ended.
  func present(after task: CIRenderTask) throws
  /// Ends a frame, whether something was shown or not.
  func end() throws
}

/// How frames shall be shown.
struct FrameOptions: Equatable {
  var presentMode = CIWindowView.PresentMode.paced
  var wantsExtendedRange = false
  var framesInFlight = 2
}
