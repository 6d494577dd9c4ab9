import Foundation
import ImageGraph

/// A provider of an image's pixels, which a render calls when it needs them: for a map with remote tiles, an image that
/// does not fit in memory, or a format of the app.
///
/// Core Image declares it as an informal protocol of NSObject; here classes conform explicitly.
public protocol CIImageProvider: AnyObject {
  /// Writes a rectangle of the image. Called on any thread, one call at a time.
  ///
  /// - Parameters:
  ///   - data: the first pixel of the rectangle's top row, in the image's format. The memory is zero.
  ///   - rowbytes: the row stride, in bytes.
  ///   - x: the column of the rectangle's left edge in the image.
  ///   - y: the row of the rectangle's top edge in the image, counted downwards.
  ///   - width: the columns of the rectangle, which is inside of the image.
  ///   - height: the rows of the rectangle.
  ///   - info: the value of `providerUserInfo`.
  /// - Throws: any error; the render fails with an error that quotes it.
  func provideImageData(
    _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
    userInfo info: Any?
  ) throws
}

extension CIImage {
  /// Creates an image whose pixels are provided when a render needs them; its lower left corner is the origin.
  ///
  /// The image retains the provider. Each render calls it again, for the tiles that it needs only, once for each tile
  /// if the memory target allows it. Formats that cannot store pixels and invalid sizes give the empty image and are
  /// logged; `init(checked:size:_:format:colorSpace:options:)` throws instead.
  ///
  /// - Parameters:
  ///   - p: the provider of the pixels.
  ///   - width: the columns of the image.
  ///   - height: the rows of the image.
  ///   - f: components in native byte order, colours premultiplied.
  ///   - cs: nil if the values are in the working space.
  ///   - options: `providerTileSize`, `providerUserInfo`, and those of `init(cgImage:options:)`.
  public convenience init(
    imageProvider p: any CIImageProvider, size width: Int, _ height: Int, format f: CIFormat,
    colorSpace cs: CGColorSpace?,
    options: [CIImageOption: Any]? = nil
  ) {
    let providerOptions = ProviderOptions(options)
    let read = providerOptions.read.noted(in: .process, by: "CIImage(imageProvider:)")
    do throws(RenderError) {
      try self.init(p, width, height, f, cs, providerOptions, read)
    } catch {
      RenderLog.process.note("CIImage(imageProvider:): \(error)")
      self.init(node: .empty)
    }
  }

  /// Creates an image of a provider as `init(imageProvider:size:_:format:colorSpace:options:)` does, and throws on
  /// failure.
  ///
  /// - Throws: `unsupported` for formats that cannot store pixels; `invalidArgument`, `limit` for invalid sizes; errors
  ///   of options.
  public convenience init(
    checked provider: any CIImageProvider, size width: Int, _ height: Int, format: CIFormat, colorSpace: CGColorSpace?,
    options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    let providerOptions = ProviderOptions(options)
    try self.init(provider, width, height, format, colorSpace, providerOptions, try providerOptions.read.checked())
  }

  private convenience init(
    _ provider: any CIImageProvider, _ width: Int, _ height: Int, _ format: CIFormat, _ space: CGColorSpace?,
    _ options: ProviderOptions, _ read: ReadOptions
  ) throws(RenderError) {
    if let auxiliary = read.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    guard let stored = format.pixelFormat else { throw .unsupported("providers cannot write pixels as \(format)") }
    try Self.checkSides(width, height)
    let selectedSpace = read.space(else: space?.space)
    let sourceSpace = stored.isGrey ? selectedSpace : selectedSpace?.asRGB
    let image = ProvidedImage(
      provider, options.userInfo, width: width, height: height, format: stored, tile: options.tile)
    let source = Source(
      width: width, height: height, format: stored, colorSpace: sourceSpace,
      alpha: stored.isOpaque ? .opaque : .premultiplied, label: "CIImageProvider", cachesPixels: false,
      rows: { () throws(RenderError) in ProvidedTiles(image) }
    ) { () throws(RenderError) in try image.whole() }
    self.init(.source(source), in: sourceSpace, read)
  }
}

extension CIImage {
  private static func checkSides(_ width: Int, _ height: Int) throws(RenderError) {
    guard width > 0, height > 0 else {
      throw .invalidArgument(
        "each side of an image must be between 1 and \(UserRect.farthest) pixels (got \(width)x\(height))")
    }
    guard max(width, height) <= UserRect.farthest else {
      throw .limit(
        "pixels along a side of an image of a provider", requested: UInt64(max(width, height)),
        allowed: UInt64(UserRect.farthest)
      )
    }
  }
}

/// The options of an image of a provider.
private struct ProviderOptions {
  let userInfo: Any?
  /// Columns and rows of a tile; nil: rectangles of any size.
  let tile: (width: Int, height: Int)?
  let read: ReadOptions

  init(_ options: [CIImageOption: Any]?) {
    var reader = OptionReader(options)
    userInfo = reader.object(.providerUserInfo)
    tile = reader.value(.providerTileSize, "one whole number above 0, or two in an array") { value in
      let numbers = (value as? [Any] ?? [value]).map { number(from: $0).flatMap { Int(exactly: $0) } ?? 0 }
      guard (1...2).contains(numbers.count), numbers.allSatisfy({ $0 > 0 }) else { return nil }
      return (numbers[0], numbers[numbers.count - 1])
    }
    read = ReadOptions(&reader)
  }
}
