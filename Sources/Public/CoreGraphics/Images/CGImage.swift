import Foundation
import ImageColor
import ImageGraph

/// How colours that a target cannot show are brought into it. Kept, and of no effect: colours are clipped.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// As the drawing says.
  case defaultIntent
  /// Colours stay, white is not matched.
  case absoluteColorimetric
  /// Colours stay relative to white.
  case relativeColorimetric
  /// All colours move so that differences stay.
  case perceptual
  /// Saturation stays.
  case saturation
}

/// Pixels in memory, rows top first. Immutable.
public final class CGImage: Sendable {
  package let pixels: PixelBuffer
  package let space: ColorSpace?
  package let alpha: AlphaState
  /// What the image was made of, where somebody said how it lies in memory.
  private let given: Given?
  /// True for an image that says where to paint, not which colours: `pixels` then hold how much, as alpha.
  public let isMask: Bool
  /// False: enlarged pixels stay squares, whatever the interpolation quality of a context.
  public let shouldInterpolate: Bool
  /// Kept; of no effect here.
  public let renderingIntent: CGColorRenderingIntent

  fileprivate struct Given: Sendable {
    let layout: BitmapLayout
    let rowBytes: Int
    let provider: CGDataProvider
    let decode: [CGFloat]?
  }

  package init(_ pixels: PixelBuffer, space: ColorSpace?, alpha: AlphaState) {
    (self.pixels, self.space) = (pixels, space)
    self.alpha = pixels.format.isOpaque ? .opaque : alpha
    (given, isMask, shouldInterpolate, renderingIntent) = (nil, false, true, .defaultIntent)
  }

  private init(
    _ pixels: PixelBuffer, space: ColorSpace?, alpha: AlphaState, given: Given?, isMask: Bool,
    shouldInterpolate: Bool, intent: CGColorRenderingIntent
  ) {
    (self.pixels, self.space, self.alpha, self.given) = (pixels, space, alpha, given)
    (self.isMask, self.shouldInterpolate, renderingIntent) = (isMask, shouldInterpolate, intent)
  }

  /// Pixels that a provider has, rows top first.
  ///
  /// Nil, with the reason in the log, when the numbers do not go together or the provider has too few bytes. Known are
  /// components of 8 and 16 bits and floats of 16 and 32, with or without alpha on either side, in both byte orders,
  /// and grey of 1, 2 and 4 bits. Where no byte order is said, integers of 16 bits are high byte first and floats as
  /// the machine has them.
  ///
  /// - Parameters:
  ///   - space: grey or RGB.
  ///   - decode: nil, or for each colour component the two values that its least and greatest numbers stand for.
  ///   - shouldInterpolate: false keeps enlarged pixels squares.
  ///   - intent: kept; of no effect.
  public convenience init?(
    width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
    bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    do {
      let layout = try BitmapLayout(
        bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: space.space, info: bitmapInfo)
      let given = Given(
        layout: layout, rowBytes: bytesPerRow, provider: provider,
        decode: decode.map { Array(UnsafeBufferPointer(start: $0, count: 2 * layout.colors)) })
      self.init(
        try given.pixels(width, height), space: layout.colors == 0 ? nil : space.space, alpha: layout.alphaState,
        given: given, isMask: false, shouldInterpolate: shouldInterpolate, intent: intent)
    } catch {
      RenderLog.process.note("CGImage: \(error)")
      return nil
    }
  }

  /// An image mask: where a sample is 0 paint goes through, where it is 1 none does.
  ///
  /// Nil, with the reason in the log, as for images. Samples have 1, 2, 4, 8 or 16 bits.
  ///
  /// - Parameter decode: nil, or two values: [1, 0] turns the meaning round.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    do {
      let given = Given(
        layout: try BitmapLayout(
          bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel, space: nil, info: []),
        rowBytes: bytesPerRow, provider: provider,
        decode: decode.map { Array(UnsafeBufferPointer(start: $0, count: 2)) })
      self.init(
        try given.pixels(width, height).coverage { 1 - $0.x }, space: nil, alpha: .premultiplied, given: given,
        isMask: true, shouldInterpolate: shouldInterpolate, intent: .defaultIntent)
    } catch {
      RenderLog.process.note("CGImage mask: \(error)")
      return nil
    }
  }

  /// Pixels in a row.
  public var width: Int { pixels.width }
  /// Rows.
  public var height: Int { pixels.height }
  /// Bits of a component: 1, 2, 4, 8, 10, 16 or 32.
  public var bitsPerComponent: Int { given?.layout.bitsPerComponent ?? pixels.format.component.bitCount }
  /// Bits of a pixel, with those that do not count.
  public var bitsPerPixel: Int { given?.layout.bitsPerPixel ?? pixels.format.bytesPerPixel * 8 }
  /// Bytes from the start of a row to that of the next.
  public var bytesPerRow: Int { given?.rowBytes ?? pixels.rowBytes }
  /// Nil: values that need no conversion.
  public var colorSpace: CGColorSpace? { space.map(CGColorSpace.init) }
  /// What the least and the greatest number of each component stand for; nil where nothing was said.
  public var decode: [CGFloat]? { given?.decode }

  /// The bytes of the image: those that it was made of, or those of its pixels, `bytesPerRow` for each row.
  public var dataProvider: CGDataProvider? { given?.provider ?? CGDataProvider(data) }

  /// Where alpha is, and whether colours have been multiplied with it.
  public var alphaInfo: CGImageAlphaInfo {
    if let given { return given.layout.alphaInfo }
    let (plain, premultiplied) = (alpha == .opaque, alpha == .premultiplied)
    return switch pixels.format {
    case .a8, .a16, .ah, .af: .alphaOnly
    case .argb8, .bgra8: plain ? .noneSkipFirst : premultiplied ? .premultipliedFirst : .first
    case .rgba8, .abgr8, .rgba16, .rgbah, .rgbaf, .rgbx8, .rgbx16, .rgbxh, .rgbxf, .rgb10, .la8, .la16, .lah, .laf:
      plain ? .noneSkipLast : premultiplied ? .premultipliedLast : .last
    default: .none
    }
  }

  /// How components are coded, and `alphaInfo` in the low bits.
  public var bitmapInfo: CGBitmapInfo {
    if let given { return given.layout.info }
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

  /// A copy of the pixels, rows top first; `bytesPerRow` bytes for each row of an image that no provider gave.
  public var data: Data { Data(bytes: pixels.bytes, count: pixels.byteCount) }

  /// The same image.
  public func copy() -> CGImage? { self }

  /// The same pixels, taken to mean colours of another space; nil for masks and when the number of components differs.
  public func copy(colorSpace other: CGColorSpace) -> CGImage? {
    guard !isMask, space == nil || space?.model == other.space.model else { return nil }
    return CGImage(
      pixels, space: other.space, alpha: alpha, given: given, isMask: false, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent)
  }

  /// The pixels of a rectangle in whole pixels, origin at the upper left; nil when none is inside.
  public func cropping(to rect: CGRect) -> CGImage? {
    let all = CGRect(x: 0, y: 0, width: width, height: height)
    let part = rect.common(with: all).integral.common(with: all)
    guard !part.isEmpty,
      let target = try? PixelBuffer(width: Int(part.width), height: Int(part.height), format: pixels.format)
    else { return nil }
    for row in 0..<target.height {
      target.row(row).copyMemory(
        from: pixels.row(Int(part.minY) + row) + Int(part.minX) * pixels.format.bytesPerPixel,
        byteCount: target.width * pixels.format.bytesPerPixel)
    }
    return with(target, alpha)
  }

  /// Other pixels of the same kind.
  package func with(_ pixels: PixelBuffer, _ alpha: AlphaState) -> CGImage {
    CGImage(
      pixels, space: space, alpha: alpha, given: nil, isMask: isMask, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent)
  }
}

extension CGImage.Given {
  fileprivate func pixels(_ width: Int, _ height: Int) throws(RenderError) -> PixelBuffer {
    let isPlain = decode?.enumerated().allSatisfy { $0.element == CGFloat($0.offset % 2) } ?? true
    // A closure with typed errors is not taken by `withUnsafeBytes`.
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
