import CoreGraphics

/// A delegate that draws a view's frames: the counterpart of MTKViewDelegate.
@MainActor public protocol CIWindowViewDelegate: AnyObject {
  /// Draws a frame. An error ends `run`, unless the window has changed in the meantime: then the next frame is drawn.
  func draw(in view: CIWindowView) throws

  /// Notifies the delegate that the view has another size in pixels from the next frame on.
  func view(_ view: CIWindowView, drawableSizeWillChange size: CGSize)
}

extension CIWindowViewDelegate {
  public func view(_ view: CIWindowView, drawableSizeWillChange size: CGSize) {}
}
