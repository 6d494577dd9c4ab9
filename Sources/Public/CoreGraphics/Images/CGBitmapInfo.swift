/// The position of alpha in a pixel, and whether the colours are premultiplied.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha.
  case none
  /// Alpha comes last; colours are premultiplied.
  case premultipliedLast
  /// Alpha comes first; colours are premultiplied.
  case premultipliedFirst
  /// Alpha comes last; colours are straight.
  case last
  /// Alpha comes first; colours are straight.
  case first
  /// The last component is ignored.
  case noneSkipLast
  /// The first component is ignored.
  case noneSkipFirst
  /// Alpha without colours.
  case alphaOnly
}

/// The component format and byte order of a pixel, with `CGImageAlphaInfo` in the low bits.
public struct CGBitmapInfo: OptionSet, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The bits that hold a `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// Components are floats or half floats.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits that hold the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: 0x7000)
  /// Components of 16 bits, little-endian.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: 1 << 12)
  /// Components or pixels of 32 bits, little-endian.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: 2 << 12)
  /// Components of 16 bits, big-endian.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: 3 << 12)
  /// Components or pixels of 32 bits, big-endian.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: 4 << 12)
}
