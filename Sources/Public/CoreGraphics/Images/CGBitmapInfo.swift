/// Where alpha is in a pixel, and whether the colours have been multiplied with it.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// There is no alpha.
  case none
  /// Alpha comes last; colours are multiplied with it.
  case premultipliedLast
  /// Alpha comes first; colours are multiplied with it.
  case premultipliedFirst
  /// Alpha comes last; colours are not multiplied with it.
  case last
  /// Alpha comes first; colours are not multiplied with it.
  case first
  /// The last component does not count.
  case noneSkipLast
  /// The first component does not count.
  case noneSkipFirst
  /// There is nothing but alpha.
  case alphaOnly
}

/// How the components of a pixel are coded, beside `CGImageAlphaInfo` in the low bits.
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floats or half floats.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits that say the order of bytes.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components of 16 bits, low byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// Components or pixels of 32 bits, low byte first.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// Components of 16 bits, high byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// Components or pixels of 32 bits, high byte first.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}
