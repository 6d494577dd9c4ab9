import Foundation
import ImageColor
import ImageGraph

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

/// Pixels in memory, rows top first. Immutable.
public final class CGImage: Sendable {
  package let pixels: PixelBuffer
  package let space: ColorSpace?
  package let alpha: AlphaState

  package init(_ pixels: PixelBuffer, space: ColorSpace?, alpha: AlphaState) {
    (self.pixels, self.space) = (pixels, space)
    self.alpha = pixels.format.isOpaque ? .opaque : alpha
  }

  /// Pixels in a row.
  public var width: Int { pixels.width }
  /// Rows.
  public var height: Int { pixels.height }
  /// Bits of a component: 8, 10, 16 or 32.
  public var bitsPerComponent: Int { pixels.format.component.bitCount }
  /// Bits of a pixel, with those that do not count.
  public var bitsPerPixel: Int { pixels.format.bytesPerPixel * 8 }
  /// Bytes from the start of a row to that of the next.
  public var bytesPerRow: Int { pixels.rowBytes }
  /// Nil: values that need no conversion.
  public var colorSpace: CGColorSpace? { space.map(CGColorSpace.init) }

  /// Where alpha is, and whether colours have been multiplied with it.
  public var alphaInfo: CGImageAlphaInfo {
    switch pixels.format {
    case .a8, .a16, .ah, .af: .alphaOnly
    case .argb8, .abgr8: alpha == .opaque ? .noneSkipFirst : alpha == .premultiplied ? .premultipliedFirst : .first
    case .rgba8, .rgba16, .rgbah, .rgbaf, .rgbx8, .rgbx16, .rgbxh, .rgbxf, .rgb10, .la8, .la16, .lah, .laf, .bgra8:
      alpha == .opaque ? .noneSkipLast : alpha == .premultiplied ? .premultipliedLast : .last
    default: .none
    }
  }

  /// How components are coded, and `alphaInfo` in the low bits.
  public var bitmapInfo: CGBitmapInfo {
    var info = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    switch pixels.format.component {
    case .unorm8: break
    case .packed10: info.formUnion(.byteOrder32Little)
    case .unorm16: info.formUnion(.byteOrder16Little)
    case .half: info.formUnion([.floatComponents, .byteOrder16Little])
    case .float: info.formUnion([.floatComponents, .byteOrder32Little])
    }
    return info
  }

  /// A copy of the pixels, `bytesPerRow` bytes for each row, top row first.
  public var data: Data { Data(bytes: pixels.bytes, count: pixels.byteCount) }

  /// The pixels of a rectangle in whole pixels, origin at the upper left; nil when none is inside.
  public func cropping(to rect: CGRect) -> CGImage? {
    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
    guard !part.isEmpty,
      let target = try? PixelBuffer(width: Int(part.width), height: Int(part.height), format: pixels.format)
    else { return nil }
    for row in 0..<target.height {
      target.row(row).copyMemory(
        from: pixels.row(Int(part.minY) + row) + Int(part.minX) * pixels.format.bytesPerPixel,
        byteCount: target.width * pixels.format.bytesPerPixel)
    }
    return CGImage(target, space: space, alpha: alpha)
  }
}

extension CGImage: Hashable, CustomStringConvertible {
  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String {
    "CGImage \(width)x\(height) \(pixels.format.rawValue) \(alpha.rawValue) \(space?.name ?? "no colour space")"
  }
}

extension PixelBuffer {
  /// A copy of bytes that somebody gives, checked against the size first.
  package convenience init(
    copying data: Data, width: Int, height: Int, format: PixelFormat, rowBytes: Int
  ) throws(RenderError) {
    try self.init(width: width, height: height, format: format, rowBytes: rowBytes)
    // The last row may end where its pixels end.
    let needed = rowBytes * (height - 1) + width * format.bytesPerPixel
    guard data.count >= needed else {
      throw .invalidArgument(
        "a bitmap of \(width)x\(height) \(format.rawValue) with \(rowBytes) bytes a row needs \(needed) bytes, "
          + "\(data.count) are there")
    }
    let target = UnsafeMutableRawBufferPointer(start: bytes, count: byteCount)
    data.copyBytes(to: target, count: Swift.min(data.count, byteCount))
  }
}
