import CoreGraphics

/// Draws what a view shows: the counterpart of MTKViewDelegate.
@MainActor public protocol CIWindowViewDelegate: AnyObject {
  /// Draws a frame. What it throws ends `run`, unless the window has changed meanwhile: the next frame is drawn then.
  func draw(in view: CIWindowView) throws

  /// The view has another size from the next frame on, in pixels.
  func view(_ view: CIWindowView, drawableSizeWillChange size: CGSize)
}

extension CIWindowViewDelegate {
  public func view(_ view: CIWindowView, drawableSizeWillChange size: CGSize) {}
}
