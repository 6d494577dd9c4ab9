import Foundation
import ImageColor

/// A colour in a colour space, not premultiplied. Immutable.
public final class CGColor: Sendable {
  private let space: CGColorSpace
  private let values: [CGFloat]

  /// - Parameter components: one for each component of the space, then alpha. Nil when there are too few.
  public init?(colorSpace space: CGColorSpace, components: [CGFloat]) {
    guard components.count > space.numberOfComponents else { return nil }
    self.space = space
    values = Array(components.prefix(space.numberOfComponents + 1))
  }

  private init(_ space: ColorSpace, _ values: [CGFloat]) { (self.space, self.values) = (CGColorSpace(space), values) }

  /// sRGB, 0...1; more for extended range.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGB, [red, green, blue, alpha])
  }

  /// sRGB, 0...1; more for extended range.
  public convenience init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(.sRGB, [red, green, blue, alpha])
  }

  /// Grey with a gamma of 2.2.
  public convenience init(gray: CGFloat, alpha: CGFloat) { self.init(.genericGrayGamma2_2, [gray, alpha]) }

  /// Opaque white, grey.
  public static let white = CGColor(gray: 1, alpha: 1)
  /// Opaque black, grey.
  public static let black = CGColor(gray: 0, alpha: 1)
  /// No colour: black with alpha 0.
  public static let clear = CGColor(gray: 0, alpha: 0)

  /// What the components mean; never nil here.
  public var colorSpace: CGColorSpace? { space }
  /// Alpha is the last one.
  public var components: [CGFloat]? { values }
  /// Those of the space, and alpha.
  public var numberOfComponents: Int { values.count }
  /// 0 is clear, 1 opaque.
  public var alpha: CGFloat { values[values.count - 1] }

  /// The colour with another alpha.
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
