import CoreImage
import Foundation

/// A window that shows one image, and draws it when it has changed: the counterpart of an image view.
///
/// Colours are managed from the image to the window. Highlights beyond what the window shows are rolled off by the
/// curve of CIToneMapHeadroom where the image says how bright it is (`contentHeadroom`). All of it is used on the main
/// thread.
@MainActor public final class CIImageView: CIWindowViewDelegate {
  /// How large an image is shown whose `scale` is nil.
  public enum ContentMode: Hashable, Sendable {
    /// All of it, as large as fits.
    case scaleAspectFit
    /// The window full of it; what does not fit is cut off.
    case scaleAspectFill
    /// Pixel for pixel, in the middle.
    case center
  }

  /// The window.
  public let view: CIWindowView
  /// What is shown; nil: the background. Nil at first.
  public var image: CIImage? { didSet { view.setNeedsDisplay() } }
  /// What lies around the image, and below where it is clear. Black at first.
  public var backgroundColor = CIColor.black { didSet { view.setNeedsDisplay() } }
  /// What lies over the image, in pixels of the window, y up from its lower left corner: a line of text, say. Nil at
  /// first.
  public var overlay: CIImage? { didSet { view.setNeedsDisplay() } }
  /// How large the image is shown. Fits at first.
  public var contentMode = ContentMode.scaleAspectFit { didSet { view.setNeedsDisplay() } }
  /// Pixels of the window for each of the image's, 1e-5 to 1e4; nil: as `contentMode` says. Nil at first. From 2 on
  /// pixels are shown as squares.
  public var scale: Double? { didSet { view.setNeedsDisplay() } }
  /// The point of the image in the middle of the window, where there is a `scale`; nil: the image's middle. Nil at
  /// first.
  public var center: CGPoint? { didSet { view.setNeedsDisplay() } }

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    view = try CIWindowView(title: title, size: size, options: options)
    view.isPaused = true
    view.delegate = self
  }

  /// Shows the image until the window is closed, or so many frames are drawn.
  ///
  /// Frames are drawn when something has changed, and at the view's rate where they are counted.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public func run(frames: Int? = nil) throws {
    if frames != nil { view.isPaused = false }
    try view.run(frames: frames)
  }

  /// Draws the image as it lies in the window; the view calls it.
  public func draw(in view: CIWindowView) throws {
    view.clearColor = backgroundColor
    try view.draw(shown)
  }

  /// All of what the window shows: as large as it is, with the background and what lies over the image; nil before the
  /// first frame.
  public var windowImage: CIImage? {
    let whole = CGRect(origin: .zero, size: view.drawableSize)
    if whole.isEmpty { return nil }
    return shown.composited(over: CIImage(color: backgroundColor)).cropped(to: whole)
  }

  /// Where the image lies in the window at the moment.
  var placement: ImagePlacement {
    let whole = ImagePlacement(contentMode, of: image?.extent ?? .zero, in: view.drawableSize)
    guard let scale, !scale.isNaN else { return whole }
    let middle = center.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
    return ImagePlacement(scale: scale, center: middle ?? whole.center, in: view.drawableSize)
  }

  /// Pixels of the window for each of the image's at the moment.
  public var currentScale: Double { placement.scale }

  /// The point of the image that is at a point of the window, as events have them.
  public func imagePoint(at point: CGPoint) -> CGPoint { placement.imagePoint(at: point) }

  /// Shows the image larger by a factor, or smaller; the point of it that is at a point of the window stays there.
  public func zoom(by factor: Double, around point: CGPoint) {
    guard factor.isFinite, factor > 0 else { return }
    take(placement.scaled(to: placement.scale * factor, around: point))
  }

  /// Moves the image by pixels of the window.
  public func pan(dx: Double, dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    take(placement.moved(dx: dx, dy: dy))
  }

  private func take(_ placement: ImagePlacement) { (scale, center) = (placement.scale, placement.center) }

  /// The image in its place, below what lies over it.
  private var shown: CIImage {
    let image = placed ?? CIImage.empty()
    return overlay.map { $0.composited(over: image) } ?? image
  }

  /// The image as it lies in the window; nil without one.
  private var placed: CIImage? {
    guard var image = image?.toneMapped(to: view.headroom) else { return nil }
    let placement = placement
    if placement.scale >= 2 { image = image.samplingNearest() }
    return image.transformed(by: placement.map)
  }
}
