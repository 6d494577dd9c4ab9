import CoreGraphics
import Foundation
import ImageGraph

/// A representation of a ``PlatformImage``: the counterpart of AppKit's `NSImageRep`.
///
/// Immutable. Its subclasses are ``BitmapImageRep`` and ``CIImageRep``.
public class PlatformImageRep: @unchecked Sendable {
  // Unchecked: a class with subclasses, all of which store constants.

  /// The size in points.
  public let size: CGSize
  /// Pixels in a row, as stored.
  public let pixelsWide: Int
  /// Rows, as stored.
  public let pixelsHigh: Int

  init(size: CGSize, pixelsWide: Int, pixelsHigh: Int) {
    (self.size, self.pixelsWide, self.pixelsHigh) = (size, pixelsWide, pixelsHigh)
  }

  /// Draws the image into a rectangle of a context, stretched, upright if y points up.
  ///
  /// - Returns: false if nothing was drawn; the log states the reason.
  @discardableResult
  public func draw(in rect: CGRect, context: CGContext) -> Bool { false }

  /// The image as a recipe, with its lower left corner at the origin; nil if it has no pixels.
  var recipe: CIImage? { nil }
}

/// A representation of pixels in memory: the counterpart of AppKit's `NSBitmapImageRep`.
public final class BitmapImageRep: PlatformImageRep, @unchecked Sendable {
  /// The pixels.
  public let cgImage: CGImage

  /// A file format of `representation(using:properties:)`.
  public enum FileType: Sendable {
    /// 8 or 16 bits a component, lossless.
    case png
    /// 8 bits a component over black, with the quality `compressionFactor`.
    case jpeg
    /// 8 or 16 bits a component, lossless.
    case tiff
  }

  /// A property of an image file. Only `compressionFactor` is supported.
  public struct PropertyKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The quality of JPEG: a number of 0...1, 1 is best.
    public static let compressionFactor = PropertyKey(rawValue: "NSImageCompressionFactor")
  }

  /// Creates a representation of pixels, with one pixel per point.
  public init(cgImage: CGImage) {
    self.cgImage = cgImage
    super.init(
      size: CGSize(width: cgImage.width, height: cgImage.height), pixelsWide: cgImage.width,
      pixelsHigh: cgImage.height)
  }

  /// Renders an image with a finite extent, 8 bits a component in sRGB. On failure returns nil, and the log states the
  /// reason.
  public convenience init?(ciImage: CIImage) {
    guard let pixels = PlatformImage.renderer.createCGImage(ciImage, from: ciImage.extent) else { return nil }
    self.init(cgImage: pixels)
  }

  /// Decodes an image file as stored. On failure returns nil, and the log states the reason.
  public convenience init?(data: Data) {
    guard let pixels = CIImage(data: data).flatMap(PlatformImage.stored) else { return nil }
    self.init(cgImage: pixels)
  }

  /// Encodes the image as a file. On failure returns nil, and the log states the reason.
  ///
  /// - Parameter properties: properties other than `compressionFactor` have no effect.
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

/// A representation of a recipe, which is rendered at the required resolution when it is drawn: the counterpart of
/// AppKit's `NSCIImageRep`.
public final class CIImageRep: PlatformImageRep, @unchecked Sendable {
  /// The recipe.
  public let ciImage: CIImage

  /// Creates a representation of a recipe, with one pixel per point. If its extent is infinite or empty, its size is 0
  /// and it draws nothing.
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
  /// Creates an image of the pixels of a bitmap representation.
  public convenience init?(bitmapImageRep: BitmapImageRep) { self.init(cgImage: bitmapImageRep.cgImage) }

  /// The size of the extent; zero if it is empty or infinite.
  fileprivate var finiteSize: CGSize { extent.isInfinite || extent.isEmpty ? .zero : extent.size }
}

/// Returns the value rounded up to an integer, or the largest one if it is out of range.
private func wholeNumber(_ value: CGFloat) -> Int { Int(exactly: value.rounded(.up)) ?? .max }
