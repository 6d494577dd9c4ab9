import Foundation
import ImageColor
import Synchronization

/// The start of a recipe: an image, or a placeholder for one.
package final class Source: Sendable {
  package enum Kind: Sendable {
    /// An image with its pixels.
    case image(SourcePixels)
    /// Any image of the shape, while a recipe is planned. Its number is the order of sources in the recipe.
    case placeholder(Int)
    /// An image without its pixels, so that a cached recipe retains no image memory.
    case withoutPixels
  }

  /// The identity of a source. Equal identities mean equal pixels.
  package enum Identity: Hashable, Sendable {
    /// Unique within a process. A copy without pixels has the identity of its image.
    case image(UInt64)
    /// The image with this number, with the chroma of groups instead of interpolated chroma.
    case imageOfGroups(UInt64)
    case placeholder(Int)
  }

  /// The properties of a source that a plan depends on.
  package struct Shape: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// The format of the fetched pixels, or of the first plane.
    package var format: PixelFormat
    /// The planes, if the image is stored as Y'CbCr. Its pixels are Y', Cb and Cr. Nil for other images.
    package var planes: YCbCrPlanes?
    /// The colour space of the stored values. Nil if they are in the working space and need no conversion.
    package var colorSpace: ColorSpace?
    package var alpha: AlphaState
    /// The bytes of host memory that fetching the pixels takes at once, if the file can only be decoded whole. 0 if it
    /// can be read in parts, or if the pixels are in memory.
    package var wholeByteCount = 0
    /// Whether the pixels are in device memory: see `ExternalDeviceImage`.
    package var isResident = false
  }

  /// The file from which an image is read.
  package struct File: Hashable, Sendable {
    /// Nil for a file in memory.
    package let url: URL?
    package let byteCount: UInt64

    package init(url: URL?, byteCount: UInt64) { (self.url, self.byteCount) = (url, byteCount) }
  }

  /// The app's object that holds the pixels, for callers that need the object itself.
  package struct Origin: Sendable {
    package let owner: any AnyObject & Sendable
    /// The index of the plane in that object.
    package let plane: Int

    package init(_ owner: any AnyObject & Sendable, plane: Int) { (self.owner, self.plane) = (owner, plane) }
  }

  package let kind: Kind
  package let identity: Identity
  package let shape: Shape
  /// The file name or kind of image, for messages.
  package let label: String
  /// Nil for pixels that are from no file.
  package let file: File?
  /// The device image, if the pixels are not in host memory.
  package let deviceImage: (any ExternalDeviceImage)?
  /// Nil if the pixels belong to no object of the app.
  package let origin: Origin?

  private static let counter = Atomic<UInt64>(1)

  private init(
    _ kind: Kind, _ identity: Identity, _ shape: Shape, label: String, file: File? = nil,
    deviceImage: (any ExternalDeviceImage)? = nil, origin: Origin? = nil
  ) {
    (self.kind, self.identity, self.shape, self.label, self.file) = (kind, identity, shape, label, file)
    (self.deviceImage, self.origin) = (deviceImage, origin)
  }

  private convenience init(
    _ pixels: SourcePixels, _ shape: Shape, label: String, file: File? = nil,
    deviceImage: (any ExternalDeviceImage)? = nil,
    origin: Origin? = nil
  ) {
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    self.init(
      .image(pixels), .image(number), shape, label: label, file: file, deviceImage: deviceImage, origin: origin)
  }

  /// Creates an image in device memory, top row first, whose pixels may change between renders.
  package convenience init(
    _ deviceImage: any ExternalDeviceImage, width: Int, height: Int, format: PixelFormat, planes: YCbCrPlanes? = nil,
    colorSpace: ColorSpace?, alpha: AlphaState, label: String
  ) {
    let shape = Shape(
      width: width, height: height, format: format, planes: planes, colorSpace: colorSpace, alpha: alpha,
      isResident: true)
    let pixels = SourcePixels(isCached: false, rows: nil) { () throws(RenderError) in
      throw .unsupported("\(label) is in device memory; render it with a context on that device")
    }
    self.init(pixels, shape, label: label, deviceImage: deviceImage)
  }

  /// Creates an image whose pixels are fetched when a render first needs them.
  ///
  /// - Parameters:
  ///   - cachesPixels: whether the source may retain the pixels. False for caller-owned memory, which is read again on
  ///     every render; if the image can be read in parts, only the needed part is read.
  ///   - file: the file of the pixels.
  ///   - wholeByteCount: see `Shape.wholeByteCount`.
  ///   - origin: the app's object that holds the pixels.
  ///   - rows: opens a reader of parts. Nil if the image can only be read whole.
  package convenience init(
    width: Int, height: Int, format: PixelFormat, colorSpace: ColorSpace?, alpha: AlphaState, label: String,
    cachesPixels: Bool = true, file: File? = nil, wholeByteCount: Int = 0, origin: Origin? = nil,
    rows: (@Sendable () throws(RenderError) -> any RowReader)? = nil,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    let shape = Shape(
      width: width, height: height, format: format, colorSpace: colorSpace, alpha: alpha,
      wholeByteCount: wholeByteCount)
    self.init(
      SourcePixels(isCached: cachesPixels, rows: rows, fetch: fetch), shape, label: label, file: file, origin: origin)
  }

  /// Creates an image of Y'CbCr whose planes are fetched for every render, in memory of the caller.
  package convenience init(
    width: Int, height: Int, planes: YCbCrPlanes, label: String, origin: Origin,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    let shape = Shape(
      width: width, height: height, format: planes.format, planes: planes, colorSpace: nil, alpha: .opaque)
    self.init(SourcePixels(isCached: false, rows: nil, fetch: fetch), shape, label: label, origin: origin)
  }

  /// Creates a copy of a source of planes in which each pixel has the chroma of its group. Copies of equal sources are
  /// equal.
  package convenience init(ofGroups source: Source) {
    var shape = source.shape
    shape.planes?.quality = .video
    let identity =
      if case .image(let number) = source.identity { Identity.imageOfGroups(number) } else { source.identity }
    self.init(
      source.kind, identity, shape, label: source.label, file: source.file, deviceImage: source.deviceImage,
      origin: source.origin)
  }

  /// Creates an image whose pixels are in memory.
  package convenience init(_ pixels: PixelBuffer, colorSpace: ColorSpace?, alpha: AlphaState, label: String = "bitmap")
  {
    let shape = Shape(
      width: pixels.width, height: pixels.height, format: pixels.format, colorSpace: colorSpace,
      alpha: pixels.format.isOpaque ? .opaque : alpha)
    self.init(SourcePixels(pixels), shape, label: label)
  }

  /// Creates a placeholder for any image of a shape, while a recipe is planned. Placeholders with the same number are
  /// equal.
  package convenience init(placeholder number: Int, for shape: Shape) {
    self.init(.placeholder(number), .placeholder(number), shape, label: "source \(number)")
  }

  /// Creates a copy of a source without its pixels. It is equal to the source.
  package convenience init(withoutPixels source: Source) {
    self.init(.withoutPixels, source.identity, source.shape, label: source.label)
  }

  package var width: Int { shape.width }
  package var height: Int { shape.height }
  package var format: PixelFormat { shape.format }
  package var planes: YCbCrPlanes? { shape.planes }
  package var colorSpace: ColorSpace? { shape.colorSpace }
  package var alpha: AlphaState { shape.alpha }
  package var wholeByteCount: Int { shape.wholeByteCount }

  package var rect: UserRect { UserRect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// The bytes of the fetched pixels.
  package var byteCount: Int {
    planes?.byteCount(width: width, height: height) ?? width * height * format.bytesPerPixel
  }

  /// The format of the pixels, or the planes, for printing.
  package var formatText: String { planes.map { "\($0)" } ?? format.rawValue }

  /// The number of a placeholder. Nil for images that passes add, such as the tables of profiles.
  package var placeholderNumber: Int? { if case .placeholder(let number) = kind { number } else { nil } }
}

/// The pixels, which only images have.
extension Source {
  private var imagePixels: SourcePixels? { if case .image(let pixels) = kind { pixels } else { nil } }

  /// Whether the source may retain the pixels. False for caller-owned memory, which is read again on every render.
  package var cachesPixels: Bool { imagePixels?.isCached ?? true }

  /// The pixels, if they are in memory.
  package var cachedPixels: PixelBuffer? { imagePixels?.cached }

  /// Whether the image can be read in parts.
  package var hasRowReader: Bool { imagePixels?.hasRowReader ?? false }

  /// Whether the image is read in parts as they are needed: if its pixels are not retained, or if it has more than
  /// `bytes`. The result depends on whether the pixels are in memory.
  package func streams(above bytes: Int) -> Bool {
    hasRowReader && cachedPixels == nil && (!cachesPixels || byteCount > bytes)
  }

  /// Returns a reader of parts for one render. Returns nil if the image can only be read whole.
  package func rowReader() throws(RenderError) -> (any RowReader)? { try imagePixels?.rowReader() }

  /// Returns the pixels, which are decoded on the first call. Thread-safe: a second caller waits for the first.
  ///
  /// - Throws: `image` if the pixels do not have the announced shape; the errors of fetching them.
  package func pixels() throws(RenderError) -> PixelBuffer {
    guard let imagePixels else { throw .invalidArgument("\(label) is a placeholder without pixels") }
    return try imagePixels.fetched(for: shape, label)
  }
}
