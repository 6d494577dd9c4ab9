import CoreGraphics

/// Where an image lies in a window: so many pixels of the window for each of the image's, and which point of the image
/// is in the middle.
package struct ImagePlacement: Hashable {
  /// Above 0.
  package var scale: Double
  /// In the image's plane.
  package var center: CGPoint
  /// Of the window, in pixels.
  package var window: CGSize

  /// The scales that an image is shown at: a window of one pixel shows a large image, and one pixel fills a window.
  package static let scales = 1e-5...1e4

  /// All of the image in the window, or the window full of it, as large as can be.
  ///
  /// - Parameter extent: of the image; what is infinite is shown pixel for pixel, from the image's origin.
  package init(_ mode: CIImageView.ContentMode, of extent: CGRect, in window: CGSize) {
    self.window = window
    guard !extent.isInfinite, !extent.isNull, extent.width > 0, extent.height > 0 else {
      (scale, center) = (1, CGPoint(x: window.width / 2, y: window.height / 2))
      return
    }
    let (across, up) = (window.width / extent.width, window.height / extent.height)
    let wanted: Double =
      switch mode {
      case .scaleAspectFit: min(across, up)
      case .scaleAspectFill: max(across, up)
      case .center: 1
      }
    scale = min(max(wanted, Self.scales.lowerBound), Self.scales.upperBound)
    center = CGPoint(x: extent.midX, y: extent.midY)
  }

  package init(scale: Double, center: CGPoint, in window: CGSize) {
    (self.center, self.window) = (center, window)
    self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
  }

  /// From the image's plane to the window's. At scale 1 pixels lie on pixels.
  package var map: CGAffineTransform {
    var (x, y) = (window.width / 2 - center.x * scale, window.height / 2 - center.y * scale)
    if scale == scale.rounded() { (x, y) = (x.rounded(), y.rounded()) }
    return CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
  }

  /// The point of the image that is at a point of the window.
  package func imagePoint(at point: CGPoint) -> CGPoint { point.applying(map.inverted()) }

  /// The same at another scale; the point of the image that is at a point of the window stays there.
  package func scaled(to scale: Double, around point: CGPoint) -> ImagePlacement {
    let fixed = imagePoint(at: point)
    let new = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
    let center = CGPoint(
      x: fixed.x + (window.width / 2 - point.x) / new, y: fixed.y + (window.height / 2 - point.y) / new)
    return ImagePlacement(scale: new, center: center, in: window)
  }

  /// Moved by pixels of the window.
  package func moved(dx: Double, dy: Double) -> ImagePlacement {
    ImagePlacement(scale: scale, center: CGPoint(x: center.x - dx / scale, y: center.y - dy / scale), in: window)
  }
}
