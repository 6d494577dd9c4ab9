import CoreImage
import Foundation

/// A window that shows one image and redraws when it changes: the counterpart of an image view.
///
/// Colours are managed from the image to the window. If the image declares its headroom (`contentHeadroom`), highlights
/// beyond the window's headroom are compressed by the transfer function of CIToneMapHeadroom. The type is used on the
/// main thread only.
@MainActor public final class CIImageView: CIWindowViewDelegate {
  /// The size at which an image is shown if `scale` is nil.
  public enum ContentMode: Hashable, Sendable {
    /// The whole image, as large as fits.
    case scaleAspectFit
    /// The image fills the window; the overflow is cropped.
    case scaleAspectFill
    /// Scale 1, centred.
    case center
  }

  /// The window.
  public let view: CIWindowView
  /// The image to show; nil shows the background. Initially nil.
  public var image: CIImage? { didSet { view.setNeedsDisplay() } }
  /// The colour around the image and under its transparent pixels. Initially black.
  public var backgroundColor = CIColor.black { didSet { view.setNeedsDisplay() } }
  /// An image composited over the image, in pixels of the window with y up from its lower left corner: a line of text,
  /// for example. Initially nil.
  public var overlay: CIImage? { didSet { view.setNeedsDisplay() } }
  /// The size at which the image is shown. Initially `scaleAspectFit`.
  public var contentMode = ContentMode.scaleAspectFit { didSet { view.setNeedsDisplay() } }
  /// The number of window pixels for each image pixel, 1e-5 to 1e4; nil uses `contentMode`. Initially nil. From 2 on,
  /// the image is sampled by nearest neighbour, so that its pixels are squares.
  public var scale: Double? { didSet { view.setNeedsDisplay() } }
  /// The image point at the centre of the window, if there is a `scale`; nil is the centre of the image. Initially nil.
  public var center: CGPoint? { didSet { view.setNeedsDisplay() } }

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    view = try CIWindowView(title: title, size: size, options: options)
    view.isPaused = true
    view.delegate = self
  }

  /// Shows the image until the window is closed, or `frames` frames are drawn.
  ///
  /// Frames are drawn when something changes. If `frames` is not nil, they are drawn at the view's rate.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public func run(frames: Int? = nil) throws {
    if frames != nil { view.isPaused = false }
    try view.run(frames: frames)
  }

  /// Draws the image at its position in the window; the view calls it.
  public func draw(in view: CIWindowView) throws {
    view.clearColor = backgroundColor
    try view.draw(windowContents)
  }

  /// All that the window shows, in the window's size, with the background and the overlay; nil before the first frame.
  public var windowImage: CIImage? {
    let bounds = CGRect(origin: .zero, size: view.drawableSize)
    if bounds.isEmpty { return nil }
    return windowContents.composited(over: CIImage(color: backgroundColor)).cropped(to: bounds)
  }

  /// The current position of the image in the window.
  var placement: ImagePlacement {
    let standard = ImagePlacement(contentMode, of: image?.extent ?? .zero, in: view.drawableSize)
    guard let scale, !scale.isNaN else { return standard }
    let validCenter = center.flatMap { $0.x.isFinite && $0.y.isFinite ? $0 : nil }
    return ImagePlacement(scale: scale, center: validCenter ?? standard.center, in: view.drawableSize)
  }

  /// The current number of window pixels for each image pixel.
  public var currentScale: Double { placement.scale }

  /// Returns the image point at a point of the window, in the coordinates of events.
  public func imagePoint(at point: CGPoint) -> CGPoint { placement.imagePoint(at: point) }

  /// Scales the image by a factor; the image point at `point` of the window stays fixed.
  public func zoom(by factor: Double, around point: CGPoint) {
    guard factor.isFinite, factor > 0 else { return }
    apply(placement.scaled(to: placement.scale * factor, around: point))
  }

  /// Moves the image by pixels of the window.
  public func pan(dx: Double, dy: Double) {
    guard dx.isFinite, dy.isFinite else { return }
    apply(placement.moved(dx: dx, dy: dy))
  }

  private func apply(_ placement: ImagePlacement) { (scale, center) = (placement.scale, placement.center) }

  /// The image at its position in the window, below the overlay.
  private var windowContents: CIImage {
    let image = placedImage ?? CIImage.empty()
    return overlay.map { $0.composited(over: image) } ?? image
  }

  /// The image at its position in the window; nil without an image.
  private var placedImage: CIImage? {
    guard var image = image?.toneMapped(to: view.headroom) else { return nil }
    let placement = placement
    if placement.scale >= 2 { image = image.samplingNearest() }
    return image.transformed(by: placement.map)
  }
}
