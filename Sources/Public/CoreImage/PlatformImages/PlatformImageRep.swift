import CoreGraphics
import Foundation
import ImageGraph

/// One form of an image among those that a ``PlatformImage`` has: the counterpart of AppKit's `NSImageRep`.
///
/// Immutable. Known are ``BitmapImageRep`` and ``CIImageRep``.
public class PlatformImageRep: @unchecked Sendable {
  // Unchecked: a class that others inherit from; all of them keep immutable values.

  /// In points.
  public let size: CGSize
  /// Pixels in a row, as stored.
  public let pixelsWide: Int
  /// Rows, as stored.
  public let pixelsHigh: Int

  init(size: CGSize, pixelsWide: Int, pixelsHigh: Int) {
    (self.size, self.pixelsWide, self.pixelsHigh) = (size, pixelsWide, pixelsHigh)
  }

  /// Draws the image into a rectangle of a context, stretched, upright where y points up.
  ///
  /// - Returns: false when nothing could be drawn; the reason is in the log.
  @discardableResult
  public func draw(in rect: CGRect, context: CGContext) -> Bool { false }

  /// The image as a recipe, lower left corner at the origin; nil where it has no pixels.
  var recipe: CIImage? { nil }
}

/// Pixels in memory as a form of an image: the counterpart of AppKit's `NSBitmapImageRep`.
public final class BitmapImageRep: PlatformImageRep, @unchecked Sendable {
  /// The pixels.
  public let cgImage: CGImage

  /// What `representation(using:properties:)` writes.
  public enum FileType: Sendable {
    /// 8 or 16 bits a component, nothing lost.
    case png
    /// 8 bits a component over black, by `compressionFactor`.
    case jpeg
    /// 8 or 16 bits a component, nothing lost.
    case tiff
  }

  /// What can be said of a file, `compressionFactor` alone: 0...1, 1 is best, of JPEG.
  public struct PropertyKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A number of 0...1.
    public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
  }

  /// Pixels, a point each.
  public init(cgImage: CGImage) {
    self.cgImage = cgImage
    super.init(
      size: CGSize(width: cgImage.width, height: cgImage.height), pixelsWide: cgImage.width,
      pixelsHigh: cgImage.height)
  }

  /// The pixels of an image with a finite extent, rendered now, 8 bits a component in sRGB; nil, with the reason in the
  /// log, when that cannot be done.
  public convenience init?(ciImage: CIImage) {
    guard let pixels = PlatformImage.renderer.createCGImage(ciImage, from: ciImage.extent) else { return nil }
    self.init(cgImage: pixels)
  }

  /// An image file, decoded now, as it is stored; nil, with the reason in the log, when it cannot be read.
  public convenience init?(data: Data) {
    guard let pixels = CIImage(data: data).flatMap(PlatformImage.stored) else { return nil }
    self.init(cgImage: pixels)
  }

  /// The image as a file; nil, with the reason in the log, when it cannot be written.
  ///
  /// - Parameter properties: others than `compressionFactor` have no effect.
  public func representation(using type: FileType, properties: [PropertyKey: Any]) -> Data? {
    PlatformImage.file(CIImage(cgImage: cgImage), type, quality: number(from: properties[.compressionFactor]) ?? 0.9)
  }

  @discardableResult
  public override func draw(in rect: CGRect, context: CGContext) -> Bool {
    context.draw(cgImage, in: rect)
    return true
  }

  override var recipe: CIImage? { CIImage(cgImage: cgImage) }
}

/// A recipe as a form of an image, rendered where it is drawn, at the resolution that is needed there: the counterpart
/// of AppKit's `NSCIImageRep`.
public final class CIImageRep: PlatformImageRep, @unchecked Sendable {
  /// The recipe.
  public let ciImage: CIImage

  /// A recipe, a point for each of its pixels. One whose extent is infinite, or empty, has the size 0 and draws
  /// nothing.
  public init(ciImage: CIImage) {
    self.ciImage = ciImage
    let size = ciImage.finiteSize
    super.init(size: size, pixelsWide: wholeNumber(size.width), pixelsHigh: wholeNumber(size.height))
  }

  @discardableResult
  public override func draw(in rect: CGRect, context: CGContext) -> Bool {
    PlatformImage.renderer.draw(ciImage, in: rect, from: ciImage.extent, into: context)
  }

  override var recipe: CIImage? {
    let extent = ciImage.extent
    if ciImage.finiteSize == .zero { return nil }
    return ciImage.transformed(by: CGAffineTransform(translationX: -extent.minX, y: -extent.minY))
  }
}

extension CIImage {
  /// The pixels that a form of an image has.
  public convenience init?(bitmapImageRep: BitmapImageRep) { self.init(cgImage: bitmapImageRep.cgImage) }

  /// Of the extent; zero where it is empty or infinite.
  fileprivate var finiteSize: CGSize { extent.isInfinite || extent.isEmpty ? .zero : extent.size }
}

/// The next whole number; the largest one where there is none.
private func wholeNumber(_ value: CGFloat) -> Int { Int(exactly: value.rounded(.up)) ?? .max }
