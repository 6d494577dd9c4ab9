import CoreGraphics
import QuartzCore

/// The delegate of a layer that an app owns, where it wants to be asked when the scale of its window changes:
/// `NSViewLayerContentScaleDelegate` on macOS. Layers of views take the scale by themselves.
@MainActor public protocol LayerContentsScaleDelegate: CALayerDelegate {
  /// Says whether the layer takes a scale; where it does, what it has drawn is drawn anew.
  ///
  /// - Parameter newScale: pixels in a point of the window.
  func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: LayerWindow) -> Bool
}
