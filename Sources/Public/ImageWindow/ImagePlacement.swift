import CoreGraphics

/// The position of an image in a window: the number of window pixels for each image pixel, and the image point at the
/// centre.
package struct ImagePlacement: Hashable {
  /// The number of window pixels for each image pixel, above 0.
  package var scale: Double
  /// The point in the image's coordinates at the centre of the window.
  package var center: CGPoint
  /// The size of the window, in pixels.
  package var window: CGSize

  /// The range of scales. At the smallest, a window of one pixel shows a large image; at the largest, one pixel fills a
  /// window.
  package static let scales = 1e-5...1e4

  /// Places the image by a content mode.
  ///
  /// - Parameter extent: of the image. An infinite image is shown at scale 1 with its origin at the window's lower left
  ///   corner.
  package init(_ mode: CIImageView.ContentMode, of extent: CGRect, in window: CGSize) {
    self.window = window
    guard !extent.isInfinite, !extent.isNull, extent.width > 0, extent.height > 0 else {
      (scale, center) = (1, CGPoint(x: window.width / 2, y: window.height / 2))
      return
    }
    let (across, up) = (window.width / extent.width, window.height / extent.height)
    let requested: Double =
      switch mode {
      case .scaleAspectFit: min(across, up)
      case .scaleAspectFill: max(across, up)
      case .center: 1
      }
    scale = min(max(requested, Self.scales.lowerBound), Self.scales.upperBound)
    center = CGPoint(x: extent.midX, y: extent.midY)
  }

  package init(scale: Double, center: CGPoint, in window: CGSize) {
    (self.center, self.window) = (center, window)
    self.scale = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
  }

  /// The transform from the image to the window. At integer scales, it aligns image pixels with window pixels.
  package var map: CGAffineTransform {
    var (x, y) = (window.width / 2 - center.x * scale, window.height / 2 - center.y * scale)
    if scale == scale.rounded() { (x, y) = (x.rounded(), y.rounded()) }
    return CGAffineTransform(a: scale, b: 0, c: 0, d: scale, tx: x, ty: y)
  }

  /// Returns the image point at a point of the window.
  package func imagePoint(at point: CGPoint) -> CGPoint { point.applying(map.inverted()) }

  /// Returns the placement at another scale; the image point at `point` of the window stays fixed.
  package func scaled(to scale: Double, around point: CGPoint) -> ImagePlacement {
    let fixed = imagePoint(at: point)
    let clamped = min(max(scale, Self.scales.lowerBound), Self.scales.upperBound)
    let center = CGPoint(
      x: fixed.x + (window.width / 2 - point.x) / clamped, y: fixed.y + (window.height / 2 - point.y) / clamped)
    return ImagePlacement(scale: clamped, center: center, in: window)
  }

  /// Returns the placement moved by pixels of the window.
  package func moved(dx: Double, dy: Double) -> ImagePlacement {
    ImagePlacement(scale: scale, center: CGPoint(x: center.x - dx / scale, y: center.y - dy / scale), in: window)
  }
}
