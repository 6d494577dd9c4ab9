import CoreGraphics
import Foundation
import ImageGraph
import Synchronization

/// An image for display: pixels or a recipe, with its scale and orientation. The counterpart of UIKit's `UIImage` and
/// AppKit's `NSImage`.
///
/// y points up, as in Core Graphics. May be used from any thread; representations can be added, but not removed.
public final class PlatformImage: Sendable {
  /// The rotation and mirroring of stored pixels for display. The raw values are those of UIKit.
  public enum Orientation: Int, Sendable, CaseIterable {
    /// As stored.
    case up
    /// Rotated by 180°.
    case down
    /// Rotated counter-clockwise by 90°.
    case left
    /// Rotated clockwise by 90°.
    case right
    /// Mirrored horizontally.
    case upMirrored
    /// Mirrored vertically.
    case downMirrored
    /// Row 0 is at the left, column 0 at the top.
    case leftMirrored
    /// Row 0 is at the right, column 0 at the bottom.
    case rightMirrored

    /// The EXIF orientation.
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

    /// Creates the case of an EXIF orientation.
    public init(_ orientation: CGImagePropertyOrientation) {
      self = Self.allCases.first { $0.cgImagePropertyOrientation == orientation } ?? .up
    }
  }

  /// Pixels per point; above 0, usually 1 or more.
  public let scale: CGFloat
  /// The rotation and mirroring of the stored pixels for display.
  public let imageOrientation: Orientation
  private let storedRepresentations: Mutex<[PlatformImageRep]>
  private let fixedSize: CGSize?

  /// The context of renders without one of their own.
  package static let renderer = CIContext()

  private init(
    _ storedRepresentations: [PlatformImageRep], _ scale: CGFloat, _ orientation: Orientation, size: CGSize? = nil
  ) {
    self.storedRepresentations = Mutex(storedRepresentations)
    self.scale = scale > 0 && scale.isFinite ? scale : 1
    (imageOrientation, fixedSize) = (orientation, size)
  }

  /// Creates an upright image of pixels, with one pixel per point.
  public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

  /// Creates an image of pixels.
  ///
  /// - Parameter scale: pixels per point. Values that are not above 0 are treated as 1.
  public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
    self.init([BitmapImageRep(cgImage: cgImage)], scale, orientation)
  }

  /// Creates an image of a recipe, with one pixel per point. It is rendered when the image is drawn.
  public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

  /// Creates an image of a recipe.
  ///
  /// - Parameter scale: pixels per point. Values that are not above 0 are treated as 1.
  public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
    self.init([CIImageRep(ciImage: ciImage)], scale, orientation)
  }

  /// Creates an image without representations.
  ///
  /// - Parameter size: in points, regardless of the representations that are added.
  public convenience init(size: CGSize) { self.init([], 1, .up, size: size) }

  /// Decodes an image file, with its orientation. On failure returns nil, and the log states the reason.
  public convenience init?(contentsOfFile path: String) {
    self.init(CIImage(contentsOf: URL(fileURLWithPath: path)), scale: 1)
  }

  /// Decodes the bytes of an image file, with its orientation. On failure returns nil, and the log states the reason.
  public convenience init?(data: Data, scale: CGFloat = 1) { self.init(CIImage(data: data), scale: scale) }

  private convenience init?(_ file: CIImage?, scale: CGFloat) {
    guard let file, let pixels = Self.stored(file) else { return nil }
    let stated = CGImagePropertyOrientation(rawValue: UInt32(file.metadataProperties.orientation))
    self.init(cgImage: pixels, scale: scale, orientation: stated.map(Orientation.init) ?? .up)
  }

  /// Creates an image by drawing, 8 bits a component in sRGB. Returns nil if cairo is not installed, or the size has no
  /// pixel or too many; the log states the reason. The counterpart of `UIGraphicsImageRenderer` and
  /// `NSImage(size:flipped:drawingHandler:)`.
  ///
  /// - Parameters:
  ///   - size: in points.
  ///   - scale: pixels per point.
  ///   - isFlipped: whether the origin is at the upper left and y points down.
  ///   - draw: draws into a context with points as units. It is called once, before this returns.
  public convenience init?(size: CGSize, scale: CGFloat = 1, isFlipped: Bool = false, draw: (CGContext) -> Void) {
    let (width, height) = ((size.width * scale).rounded(.up), (size.height * scale).rounded(.up))
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      let context = CGContext(
        data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpace(.sRGB),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
    else {
      RenderLog.process.note("PlatformImage: an image of \(size) points at scale \(scale) was not drawn")
      return nil
    }
    if isFlipped { context.concatenate(CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))) }
    context.scaleBy(x: scale, y: scale)
    draw(context)
    guard let pixels = context.makeImage() else { return nil }
    self.init(cgImage: pixels, scale: scale, orientation: .up)
  }

  /// The representations, in the order in which they were added.
  public var representations: [PlatformImageRep] { storedRepresentations.withLock { $0 } }

  /// Adds a representation: the same image with more or fewer pixels, or as a recipe.
  public func addRepresentation(_ representation: PlatformImageRep) {
    storedRepresentations.withLock { $0.append(representation) }
  }

  /// The size in points, upright.
  public var size: CGSize {
    if let fixedSize { return fixedSize }
    guard let representation = representations.first else { return .zero }
    let size = CGSize(width: representation.size.width / scale, height: representation.size.height / scale)
    return imageOrientation.swapsAxes ? CGSize(width: size.height, height: size.width) : size
  }

  /// The stored pixels of the first bitmap representation; nil if there is none.
  public var cgImage: CGImage? { representations.lazy.compactMap { ($0 as? BitmapImageRep)?.cgImage }.first }

  /// The first recipe among the representations, not rotated; nil if there is none.
  public var ciImage: CIImage? { representations.lazy.compactMap { ($0 as? CIImageRep)?.ciImage }.first }

  /// Returns the smallest representation with at least so many pixels in a row, or else the largest one.
  ///
  /// - Parameter width: of pixels as stored.
  func representation(for width: CGFloat) -> PlatformImageRep? {
    let all = representations
    let sufficient = all.filter { CGFloat($0.pixelsWide) >= width }
    return sufficient.min { $0.pixelsWide < $1.pixelsWide } ?? all.max { $0.pixelsWide < $1.pixelsWide }
  }
}

extension PlatformImage.Orientation {
  /// Whether rows become columns.
  var swapsAxes: Bool { [.left, .right, .leftMirrored, .rightMirrored].contains(self) }
}
