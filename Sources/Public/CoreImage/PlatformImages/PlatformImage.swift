import CoreGraphics
import Foundation
import ImageGraph
import Synchronization

/// An image as apps hold it: pixels or a recipe, how many pixels make a point, and how it is to be turned. The
/// counterpart of UIKit's `UIImage` and of AppKit's `NSImage`, whose modules have names that Linux has no use for.
///
/// Points have y up, as contexts of Core Graphics have. Used from any thread; forms are only ever added.
public final class PlatformImage: Sendable {
  /// How stored pixels are turned when the image is shown. The numbers are those of UIKit.
  public enum Orientation: Int, Sendable, CaseIterable {
    /// As stored.
    case up
    /// Turned by half.
    case down
    /// Turned counter-clockwise by a quarter.
    case left
    /// Turned clockwise by a quarter.
    case right
    /// Left and right exchanged.
    case upMirrored
    /// Upside down.
    case downMirrored
    /// Row 0 is at the left, column 0 at the top.
    case leftMirrored
    /// Row 0 is at the right, column 0 at the bottom.
    case rightMirrored

    /// As EXIF has it.
    public var cgImagePropertyOrientation: CGImagePropertyOrientation {
      switch self {
      case .up: .up
      case .down: .down
      case .left: .left
      case .right: .right
      case .upMirrored: .upMirrored
      case .downMirrored: .downMirrored
      case .leftMirrored: .leftMirrored
      case .rightMirrored: .rightMirrored
      }
    }

    /// The case for one of EXIF.
    public init(_ orientation: CGImagePropertyOrientation) {
      self = Self.allCases.first { $0.cgImagePropertyOrientation == orientation } ?? .up
    }
  }

  /// Pixels of a point; 1 or more as a rule, never 0.
  public let scale: CGFloat
  /// How the stored pixels are turned when the image is shown.
  public let imageOrientation: Orientation
  private let forms: Mutex<[PlatformImageRep]>
  private let given: CGSize?

  /// Renders what has no context of its own.
  package static let renderer = CIContext()

  private init(_ forms: [PlatformImageRep], _ scale: CGFloat, _ orientation: Orientation, size: CGSize? = nil) {
    self.forms = Mutex(forms)
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    (imageOrientation, given) = (orientation, size)
  }

  /// Pixels, a point each, upright.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// Pixels.
  ///
  /// - Parameter scale: pixels of a point; what is not above 0 counts as 1.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init([BitmapImageRep(cgImage: cgImage)], scale, orientation)
  }

  /// A recipe, a point for each of its pixels. It is rendered where the image is drawn.
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  /// A recipe.
  ///
  /// - Parameter scale: pixels of a point; what is not above 0 counts as 1.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init([CIImageRep(ciImage: ciImage)], scale, orientation)
  }

  /// An image without a form yet.
  ///
  /// - Parameter size: in points, whatever the forms have that are added.
  public convenience init(size: CGSize) { self.init([], 1, .up, size: size) }

  /// An image file, decoded now, with the orientation that it states; nil, with the reason in the log, when it cannot
  /// be read.
  public convenience init?(contentsOfFile path: String) {
    self.init(CIImage(contentsOf: URL(fileURLWithPath: path)), scale: 1)
  }

  /// The bytes of an image file, decoded now, with the orientation that it states; nil, with the reason in the log,
  /// when they cannot be read.
  public convenience init?(data: Data, scale: CGFloat = 1) { self.init(CIImage(data: data), scale: scale) }

  private convenience init?(_ file: CIImage?, scale: CGFloat) {
    guard let file, let pixels = Self.stored(file) else { return nil }
    let stated = CGImagePropertyOrientation(rawValue: UInt32(file.metadataProperties.orientation))
    self.init(cgImage: pixels, scale: scale, orientation: stated.map(Orientation.init) ?? .up)
  }

  /// An image that is drawn now, 8 bits a component in sRGB; nil where cairo is not installed, and for sizes that have
  /// no pixel or too many, with the reason in the log. The counterpart of `UIGraphicsImageRenderer` and of
  /// `NSImage(size:flipped:drawingHandler:)`.
  ///
  /// - Parameters:
  ///   - size: in points.
  ///   - scale: pixels of a point.
  ///   - isFlipped: true: the origin is at the upper left, and y points down.
  ///   - draw: draws into a context of points. It is called once, before this returns.
  public convenience init?(size: CGSize, scale: CGFloat = 1, isFlipped: Bool = false, draw: (CGContext) -> Void) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpace(.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else {
      RenderLog.process.note("PlatformImage: no image of \(size) points with \(scale) pixels each was drawn")
      return nil
    }
    if isFlipped { context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))) }
    context.scaleBy(x: scale, y: scale)
    draw(context)
    guard let pixels = context.makeImage() else { return nil }
    self.init(cgImage: pixels, scale: scale, orientation: .up)
  }

  /// The forms, in the order in which they were added.
  public var representations: [PlatformImageRep] { forms.withLock { $0 } }

  /// Adds a form: the same image with more or fewer pixels, or as a recipe.
  public func addRepresentation(_ form: PlatformImageRep) { forms.withLock { $0.append(form) } }

  /// In points, upright.
  public var size: CGSize {
    if let given { return given }
    guard let form = representations.first else { return .zero }
    let size = CGSize(width: form.size.width / scale, height: form.size.height / scale)
    return imageOrientation.isTurned ? CGSize(width: size.height, height: size.width) : size
  }

  /// The pixels of the first form that has some, as stored; nil for an image of recipes.
  public var cgImage: CGImage? { representations.lazy.compactMap { ($0 as? BitmapImageRep)?.cgImage }.first }

  /// The first recipe among the forms, not turned; nil for an image of pixels.
  public var ciImage: CIImage? { representations.lazy.compactMap { ($0 as? CIImageRep)?.ciImage }.first }

  /// The form that has the fewest of at least so many pixels, else the one that has the most.
  ///
  /// - Parameter width: of pixels as they are stored.
  func form(for width: CGFloat) -> PlatformImageRep? {
    let all = representations
    let enough = all.filter { CGFloat($0.pixelsWide) >= width }
    return enough.min { $0.pixelsWide < $1.pixelsWide } ?? all.max { $0.pixelsWide < $1.pixelsWide }
  }
}

extension PlatformImage.Orientation {
  /// True where rows become columns.
  var isTurned: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(self) }
}
