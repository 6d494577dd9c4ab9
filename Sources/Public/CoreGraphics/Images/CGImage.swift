import Foundation
import ImageColor
import ImageGraph

/// The mapping of colours outside the target's gamut. Stored, but without effect: colours are clipped.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The intent of the drawing.
  case defaultIntent
  /// Colours are unchanged; the white point is not adapted.
  case absoluteColorimetric
  /// Colours are unchanged relative to the white point.
  case relativeColorimetric
  /// All colours are compressed so that their differences remain.
  case perceptual
  /// Saturation is preserved.
  case saturation
}

/// A bitmap image in memory, top row first. Immutable.
public final class CGImage: Sendable {
  package let pixels: PixelBuffer
  package let space: ColorSpace?
  package let alpha: AlphaState
  /// The layout and bytes of the initializer; nil for images that own a pixel buffer only.
  private let source: Source?
  /// Whether the image is a mask, which defines where to paint instead of colours. The alpha of `pixels` is then its
  /// coverage.
  public let isMask: Bool
  /// Whether enlarged pixels are interpolated. False keeps them squares, regardless of the interpolation quality of a
  /// context.
  public let shouldInterpolate: Bool
  /// The rendering intent. Stored; of no effect here.
  public let renderingIntent: CGColorRenderingIntent

  fileprivate struct Source: Sendable {
    let layout: BitmapLayout
    let rowBytes: Int
    let provider: CGDataProvider
    let decode: [CGFloat]?
  }

  package init(_ pixels: PixelBuffer, space: ColorSpace?, alpha: AlphaState) {
    (self.pixels, self.space) = (pixels, space)
    self.alpha = pixels.format.isOpaque ? .opaque : alpha
    (source, isMask, shouldInterpolate, renderingIntent) = (nil, false, true, .defaultIntent)
  }

  private init(
    _ pixels: PixelBuffer, space: ColorSpace?, alpha: AlphaState, source: Source?, isMask: Bool,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    (self.pixels, self.space, self.alpha, self.source) = (pixels, space, alpha, source)
    (self.isMask, self.shouldInterpolate, renderingIntent) = (isMask, shouldInterpolate, intent)
  }

  /// Creates an image from a provider's pixels, top row first.
  ///
  /// Returns nil, with the reason in the log, if the values contradict each other or the provider has too few bytes.
  /// Supported are components of 8 and 16 bits and floats of 16 and 32, with alpha first, last or without alpha, in
  /// both byte orders, and grey of 1, 2 and 4 bits. Without an explicit byte order, integers of 16 bits are big-endian
  /// and floats are in the machine's order.
  ///
  /// - Parameters:
  ///   - space: grey or RGB.
  ///   - decode: nil, or for each colour component the decoded values of its least and greatest sample.
  ///   - shouldInterpolate: false keeps enlarged pixels squares.
  ///   - intent: stored; of no effect.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    do {
      let layout = try BitmapLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: space.space, info: bitmapInfo)
      let source = Source(
        layout: layout, rowBytes: bytesPerRow, provider: provider,
        decode: decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * layout.colors)) })
      self.init(
        try source.pixels(width, height), space: layout.colors == 0 ? nil : space.space, alpha: layout.alphaState,
        source: source, isMask: false, shouldInterpolate: shouldInterpolate, intent: intent)
    } catch {
      RenderLog.process.note("CGImage: \(error)")
      return nil
    }
  }

  /// Creates an image mask. Paint passes where a sample is 0, and is blocked where it is 1.
  ///
  /// Returns nil, with the reason in the log, for the reasons that the other initializer names. Samples have 1, 2, 4, 8
  /// or 16 bits.
  ///
  /// - Parameter decode: nil, or two values: [1, 0] inverts the mask.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    do {
      let source = Source(
        layout: try BitmapLayout(
          bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: nil, info: []),
        rowBytes: bytesPerRow, provider: provider,
        decode: decode.map { Array(UnsafeBufferPointer(start: $0, count: 2)) })
      self.init(
        try source.pixels(width, height).coverage { 1 - $0.x }, space: nil, alpha: .premultiplied, source: source,
        isMask: true, shouldInterpolate: shouldInterpolate, intent: .defaultIntent)
    } catch {
      RenderLog.process.note("CGImage mask: \(error)")
      return nil
    }
  }

  /// The width, in pixels.
  public var width: Int { pixels.width }
  /// The height, in rows.
  public var height: Int { pixels.height }
  /// The number of bits of a component: 1, 2, 4, 8, 10, 16 or 32.
  public var bitsPerComponent: Int { source?.layout.bitsPerComponent ?? pixels.format.component.bitCount }
  /// The number of bits of a pixel, including unused ones.
  public var bitsPerPixel: Int { source?.layout.bitsPerPixel ?? pixels.format.bytesPerPixel * 8 }
  /// The row stride, in bytes.
  public var bytesPerRow: Int { source?.rowBytes ?? pixels.rowBytes }
  /// The colour space; nil for values that need no conversion.
  public var colorSpace: CGColorSpace? { space.map(CGColorSpace.init) }
  /// The decoded values of the least and the greatest sample of each component; nil if the initializer got none.
  public var decode: [CGFloat]? { source?.decode }

  /// The bytes of the image: those of the initializer's provider, or those of its pixels with a row stride of
  /// `bytesPerRow`.
  public var dataProvider: CGDataProvider? { source?.provider ?? CGDataProvider(data) }

  /// The position of alpha, and whether colours are premultiplied.
  public var alphaInfo: CGImageAlphaInfo {
    if let source { return source.layout.alphaInfo }
    let (plain, premultiplied) = (alpha == .opaque, alpha == .premultiplied)
    return switch pixels.format {
    case .a8, .a16, .ah, .af: .alphaOnly
    case .argb8, .bgra8: plain ? .noneSkipFirst : premultiplied ? .premultipliedFirst : .first
    case .rgba8, .abgr8, .rgba16, .rgbah, .rgbaf, .rgbx8, .rgbx16, .rgbxh, .rgbxf, .rgb10, .la8, .la16, .lah, .laf:
      plain ? .noneSkipLast : premultiplied ? .premultipliedLast : .last
    default: .none
    }
  }

  /// The format of the components, with `alphaInfo` in the low bits.
  public var bitmapInfo: CGBitmapInfo {
    if let source { return source.layout.info }
    var info = CGBitmapInfo(rawValue: alphaInfo.rawValue)
    switch pixels.format.component {
    case .unorm8: if [.bgra8, .abgr8].contains(pixels.format) { info.formUnion(.byteOrder32Little) }
    case .packed10: info.formUnion(.byteOrder32Little)
    case .unorm16: info.formUnion(.byteOrder16Little)
    case .half: info.formUnion([.floatComponents, .byteOrder16Little])
    case .float: info.formUnion([.floatComponents, .byteOrder32Little])
    }
    return info
  }

  /// A copy of the pixels, top row first. The row stride is `bytesPerRow` if the image was not created from a provider.
  public var data: Data { Data(bytes: pixels.bytes, count: pixels.byteCount) }

  /// Returns the image itself.
  public func copy() -> CGImage? { self }

  /// Returns an image with these pixels in another colour space, without converting them. Returns nil for masks, and if
  /// the number of components differs.
  public func copy(colorSpace other: CGColorSpace) -> CGImage? {
    guard !isMask, space == nil || space?.model == other.space.model else { return nil }
    return CGImage(
      pixels, space: other.space, alpha: alpha, source: source, isMask: false, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent)
  }

  /// Returns the pixels in a rectangle, rounded out to whole pixels, with the origin at the upper left. Returns nil if
  /// the image and the rectangle do not overlap.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let overlap = rect.common(with: all).integral.common(with: all)
    guard !overlap.isEmpty,
      let target = try? PixelBuffer(width: Int(overlap.width), height: Int(overlap.height), format: pixels.format)
    else { return nil }
    for row in 0..<target.height {
      target.row(row).copyMemory(
        from: pixels.row(Int(overlap.minY) + row) + Int(overlap.minX) * pixels.format.bytesPerPixel,
        byteCount: target.width * pixels.format.bytesPerPixel)
    }
    return with(target, alpha)
  }

  /// Returns an image with other pixels and otherwise equal properties.
  package func with(_ pixels: PixelBuffer, _ alpha: AlphaState) -> CGImage {
    CGImage(
      pixels, space: space, alpha: alpha, source: nil, isMask: isMask, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent)
  }
}

extension CGImage.Source {
  fileprivate func pixels(_ width: Int, _ height: Int) throws(RenderError) -> PixelBuffer {
    let isPlain = decode?.enumerated().allSatisfy { $0.element == CGFloat($0.offset % 2) } ?? true
    // `withUnsafeBytes` does not accept a closure with typed errors.
    let result = provider.contents.withUnsafeBytes { bytes in
      Result { () throws(RenderError) in
        try layout.pixels(
          of: bytes, width: width, height: height, rowBytes: rowBytes,
          decode: isPlain ? nil : decode?.map { $0.isNaN ? 0 : Double($0) })
      }
    }
    return try result.get()
  }
}

extension CGImage: Hashable, CustomStringConvertible {
  public static func == (a: CGImage, b: CGImage) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String {
    "CGImage \(width)x\(height) \(pixels.format.rawValue) \(alpha.rawValue) \(space?.name ?? "no colour space")"
  }
}
