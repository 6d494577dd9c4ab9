import CoreGraphics
import QuartzCore

/// A delegate of a layer that an app owns, which is notified when the scale of the layer's window changes:
/// `NSViewLayerContentScaleDelegate` on macOS. Layers of views adopt the scale automatically.
@MainActor public protocol LayerContentsScaleDelegate: CALayerDelegate {
  /// Returns whether the layer adopts a scale. If true, the layer's bitmap is redrawn.
  ///
  /// - Parameter newScale: pixels per point of the window.
  func layer(_ layer: CALayer, shouldInheritContentsScale newScale: CGFloat, from window: LayerWindow) -> Bool
}
