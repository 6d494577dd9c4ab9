import Foundation
import ImageGraph

/// Makes the pixels of an image when a render needs them: a map of which the tiles are somewhere else, an image that
/// would not fit in memory, a format of the app's own.
///
/// Core Image has it as an informal protocol of NSObject; here a class says that it conforms.
public protocol CIImageProvider: AnyObject {
  /// Writes a part of the image. Called from any thread, one call after another.
  ///
  /// - Parameters:
  ///   - data: the first pixel of the part's top row, in the image's format; clear before.
  ///   - rowbytes: bytes from a row to the next.
  ///   - x: column of the part's left edge, counted from the image's.
  ///   - y: row of the part's top edge, counted from the image's top downwards.
  ///   - width: columns of the part; it lies inside of the image.
  ///   - height: rows of the part.
  ///   - info: what `providerUserInfo` was.
  /// - Throws: anything; the render fails with an error that quotes it.
  func provideImageData(
    _ data: UnsafeMutableRawPointer, bytesPerRow rowbytes: Int, origin x: Int, _ y: Int, size width: Int, _ height: Int,
    userInfo info: Any?
  ) throws
}

extension CIImage {
  /// An image whose pixels are made when a render needs them; its lower left corner is the origin.
  ///
  /// The image holds the provider. Each render asks anew, and only for tiles that it needs, each of them once where the
  /// memory target allows. Formats that pixels cannot be stored in, and sizes that make no sense, give the empty image
  /// and a line in the log; `init(checked:size:_:format:colorSpace:options:)` throws instead.
  ///
  /// - Parameters:
  ///   - p: whoever makes the pixels.
  ///   - width: pixels of the image's rows.
  ///   - height: its rows.
  ///   - f: components are in the machine's byte order, colours premultiplied.
  ///   - cs: nil when the values are in the working space already.
  ///   - options: `providerTileSize`, `providerUserInfo`, and those of `init(cgImage:options:)`.
  public convenience init(
    imageProvider p: any CIImageProvider, size width: Int, _ height: Int, format f: CIFormat,
    colorSpace cs: CGColorSpace?,
    options: [CIImageOption: Any]? = nil
  ) {
    let given = ProviderOptions(options)
    let read = given.read.noted(in: .process, by: "CIImage(imageProvider:)")
    do throws(RenderError) {
      try self.init(p, width, height, f, cs, given, read)
    } catch {
      RenderLog.process.note("CIImage(imageProvider:): \(error)")
      self.init(node: .empty)
    }
  }

  /// `init(imageProvider:size:_:format:colorSpace:options:)` that says why there is no image.
  ///
  /// - Throws: `unsupported` for formats that pixels cannot be stored in; `invalidArgument`, `limit` for such sizes;
  ///   what is wrong with options.
  public convenience init(
    checked provider: any CIImageProvider, size width: Int, _ height: Int, format: CIFormat, colorSpace: CGColorSpace?,
    options: [CIImageOption: Any]? = nil
  ) throws(RenderError) {
    let given = ProviderOptions(options)
    try self.init(provider, width, height, format, colorSpace, given, try given.read.checked())
  }

  private convenience init(
    _ provider: any CIImageProvider, _ width: Int, _ height: Int, _ format: CIFormat, _ space: CGColorSpace?,
    _ options: ProviderOptions, _ read: ReadOptions
  ) throws(RenderError) {
    if let auxiliary = read.auxiliary { throw ReadOptions.noAuxiliary(auxiliary) }
    guard let stored = format.pixelFormat else { throw .unsupported("images of providers cannot be read as \(format)") }
    try Self.checkSides(width, height)
    let own = read.space(else: space?.space)
    let meant = stored.isGrey ? own : own?.withColors
    let image = ProvidedImage(
      provider, options.userInfo, width: width, height: height, format: stored, tile: options.tile)
    let source = Source(
      width: width, height: height, format: stored, colorSpace: meant,
      alpha: stored.isOpaque ? .opaque : .premultiplied, label: "CIImageProvider", keepsPixels: false,
      rows: { () throws(RenderError) in ProvidedTiles(image) }
    ) { () throws(RenderError) in try image.whole() }
    self.init(.source(source), in: meant, read)
  }
}

extension CIImage {
  private static func checkSides(_ width: Int, _ height: Int) throws(RenderError) {
    guard width > 0, height > 0 else {
      throw .invalidArgument("an image of \(width)x\(height) pixels; sides of 1 to \(UserRect.farthest) are allowed")
    }
    guard max(width, height) <= UserRect.farthest else {
      throw .limit(
        "pixels along a side of an image by a provider", requested: UInt64(max(width, height)),
        allowed: UInt64(UserRect.farthest)
      )
    }
  }
}

/// The options of an image by a provider.
private struct ProviderOptions {
  let userInfo: Any?
  /// Columns and rows; nil: parts of any size.
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
