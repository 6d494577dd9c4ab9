import Foundation
import ImageColor

/// A colour in a colour space, with straight alpha. Immutable.
public final class CGColor: Sendable {
  private let space: CGColorSpace
  private let values: [CGFloat]

  /// Creates a colour. Returns nil if there are too few components.
  ///
  /// - Parameter components: one for each component of the space, then alpha.
  public init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    guard components.count > space.numberOfComponents else { return nil }
    self.space = space
    values = Array(components.prefix(space.numberOfComponents + 1))
  }

  private init(_ space: ColorSpace, _ values: [CGFloat]) { (self.space, self.values) = (CGColorSpace(space), values) }

  /// Creates a colour in sRGB, 0...1; values outside are extended range.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGB, [red, green, blue, alpha])
  }

  /// Creates a colour in sRGB, 0...1; values outside are extended range.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGB, [red, green, blue, alpha])
  }

  /// Creates a grey with a gamma of 2.2.
  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.genericGrayGamma2_2, [gray, alpha]) }

  /// Opaque white, as grey.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Opaque black, as grey.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// Transparent black.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// The colour space of the components; never nil here.
  public var colorSpace: CGColorSpace? { space }
  /// The components; the last one is alpha.
  public var components: [CGFloat]? { values }
  /// The number of components of the space, plus one for alpha.
  public var numberOfComponents: Int { values.count }
  /// The opacity: 0 is transparent, 1 opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// Returns the colour with another alpha.
  public func copy(alpha: CGFloat) -> CGColor? {
    CGColor(colorSpace: space, components: values.dropLast() + [alpha])
  }
}

extension CGColor: Hashable {
  public static func == (a: CGColor, b: CGColor) -> Bool { a.space == b.space && a.values == b.values }
  public func hash(into hasher: inout Hasher) {
    hasher.combine(space)
    hasher.combine(values)
  }
}
