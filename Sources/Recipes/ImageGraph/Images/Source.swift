import Foundation
import ImageColor
import Synchronization

/// What a recipe starts from: an image, or what stands for one.
package final class Source: Sendable {
  package enum Kind: Sendable {
    /// An image with its pixels.
    case image(SourcePixels)
    /// Any image of the shape, while a recipe is planned: its number in the order in which the recipe has them.
    case placeholder(Int)
    /// One image, without its pixels: what remembers a recipe keeps no image in memory.
    case standIn
  }

  /// Equal identities mean equal pixels.
  package enum Identity: Hashable, Sendable {
    /// Different for every image of a process; that of its stand-ins, too.
    case image(UInt64)
    case placeholder(Int)
  }

  /// All of a source that a plan depends on.
  package struct Shape: Hashable, Sendable {
    package var width: Int
    package var height: Int
    /// What the fetched pixels will be.
    package var format: PixelFormat
    /// Colours as stored; nil: already in the working space, nothing to convert.
    package var colorSpace: ColorSpace?
    package var alpha: AlphaState
    /// Bytes of the host's memory that fetching the pixels takes at once, where a file gives no parts; 0 where it does,
    /// and where the pixels are there already.
    package var wholeByteCount = 0
    /// True where the pixels are in a device's memory: see `ExternalDeviceImage`.
    package var isResident = false
  }

  /// The file that an image is read from.
  package struct File: Hashable, Sendable {
    /// Nil for the bytes of a file in memory.
    package let url: URL?
    package let byteCount: UInt64

    package init(url: URL?, byteCount: UInt64) { (self.url, self.byteCount) = (url, byteCount) }
  }

  /// What an app has the pixels in, where it may want them back as they are.
  package struct Origin: Sendable {
    package let owner: any AnyObject & Sendable
    /// Which of its planes.
    package let plane: Int

    package init(_ owner: any AnyObject & Sendable, plane: Int) { (self.owner, self.plane) = (owner, plane) }
  }

  package let kind: Kind
  package let identity: Identity
  package let shape: Shape
  /// Where it comes from, for people: a file name or a kind.
  package let label: String
  /// Nil for pixels that come from no file.
  package let file: File?
  /// Where the pixels are, for images that the host has not.
  package let resident: (any ExternalDeviceImage)?
  /// Nil for images that nobody else has.
  package let origin: Origin?

  private static let counter = Atomic<UInt64>(1)

  private init(
    _ kind: Kind, _ identity: Identity, _ shape: Shape, label: String, file: File? = nil,
    resident: (any ExternalDeviceImage)? = nil, origin: Origin? = nil
  ) {
    (self.kind, self.identity, self.shape, self.label, self.file) = (kind, identity, shape, label, file)
    (self.resident, self.origin) = (resident, origin)
  }

  private convenience init(
    _ pixels: SourcePixels, _ shape: Shape, label: String, file: File? = nil,
    resident: (any ExternalDeviceImage)? = nil,
    origin: Origin? = nil
  ) {
    let number = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
    self.init(
      .image(pixels), .image(number), shape, label: label, file: file, resident: resident, origin: origin)
  }

  /// An image in a device's memory, top row first, whose pixels may be others with each render.
  package convenience init(
    resident image: any ExternalDeviceImage, width: Int, height: Int, format: PixelFormat, colorSpace: ColorSpace?,
    alpha: AlphaState, label: String
  ) {
    let shape = Shape(
      width: width, height: height, format: format, colorSpace: colorSpace, alpha: alpha, isResident: true)
    let pixels = SourcePixels(keeps: false, rows: nil) { () throws(RenderError) in
      throw .unsupported("\(label) is in a device's memory; render it by a context on that device")
    }
    self.init(pixels, shape, label: label, resident: image)
  }

  /// An image whose pixels are fetched when a render first needs them.
  ///
  /// - Parameters:
  ///   - keepsPixels: false when the pixels are somebody else's to keep: they are fetched each time, and no more of
  ///     them than a render needs where the image can be read in parts.
  ///   - file: where they come from.
  ///   - wholeByteCount: see `Shape.wholeByteCount`.
  ///   - origin: what an app has the pixels in.
  ///   - rows: opens the image for reading it in parts; nil: it comes whole.
  package convenience init(
    width: Int, height: Int, format: PixelFormat, colorSpace: ColorSpace?, alpha: AlphaState, label: String,
    keepsPixels: Bool = true, file: File? = nil, wholeByteCount: Int = 0, origin: Origin? = nil,
    rows: (@Sendable () throws(RenderError) -> any RowReader)? = nil,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    let shape = Shape(
      width: width, height: height, format: format, colorSpace: colorSpace, alpha: alpha,
      wholeByteCount: wholeByteCount)
    self.init(
      SourcePixels(keeps: keepsPixels, rows: rows, fetch: fetch), shape, label: label, file: file, origin: origin)
  }

  /// An image whose pixels are there already.
  package convenience init(_ pixels: PixelBuffer, colorSpace: ColorSpace?, alpha: AlphaState, label: String = "bitmap")
  {
    let shape = Shape(
      width: pixels.width, height: pixels.height, format: pixels.format, colorSpace: colorSpace,
      alpha: pixels.format.isOpaque ? .opaque : alpha)
    self.init(SourcePixels(pixels), shape, label: label)
  }

  /// Stands for any image of a shape while a recipe is planned. Two of the same number are equal.
  package convenience init(placeholder number: Int, for shape: Shape) {
    self.init(.placeholder(number), .placeholder(number), shape, label: "source \(number)")
  }

  /// Equal to a source, without its pixels.
  package convenience init(standingFor source: Source) {
    self.init(.standIn, source.identity, source.shape, label: source.label)
  }

  package var width: Int { shape.width }
  package var height: Int { shape.height }
  package var format: PixelFormat { shape.format }
  package var colorSpace: ColorSpace? { shape.colorSpace }
  package var alpha: AlphaState { shape.alpha }
  package var wholeByteCount: Int { shape.wholeByteCount }

  package var rect: UserRect { UserRect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// Bytes of the fetched pixels.
  package var byteCount: Int { width * height * format.bytesPerPixel }

  /// The number of a placeholder; nil for images that passes put there, such as the tables of profiles.
  package var placeholderNumber: Int? { if case .placeholder(let number) = kind { number } else { nil } }
}

/// Pixels, which only images have.
extension Source {
  private var ownPixels: SourcePixels? { if case .image(let pixels) = kind { pixels } else { nil } }

  /// False when the pixels are somebody else's to keep: they are fetched each time.
  package var keepsPixels: Bool { ownPixels?.keeps ?? true }

  /// The pixels where they are in memory already.
  package var kept: PixelBuffer? { ownPixels?.kept }

  /// True when parts can be had without the whole.
  package var givesRows: Bool { ownPixels?.givesRows ?? false }

  /// True when parts of it are read as they are needed: nobody keeps its pixels, or it has more than `bytes`.
  /// It depends on what is in memory.
  package func streams(above bytes: Int) -> Bool { givesRows && kept == nil && (!keepsPixels || byteCount > bytes) }

  /// A reader of parts, for one render; nil when the image comes whole.
  package func rowReader() throws(RenderError) -> (any RowReader)? { try ownPixels?.rowReader() }

  /// The pixels, decoded on the first call. Safe from any thread; a second caller waits for the first.
  ///
  /// - Throws: `image` when they are not what was announced; what fetching them throws.
  package func pixels() throws(RenderError) -> PixelBuffer {
    guard let ownPixels else { throw .invalidArgument("\(label) stands for an image and has no pixels") }
    return try ownPixels.fetched(for: shape, label)
  }
}
