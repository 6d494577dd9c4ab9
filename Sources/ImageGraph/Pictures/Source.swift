import ImageColor
import Synchronization

/// A picture that a recipe starts from. Its pixels are fetched when a render first needs them.
package final class Source: Sendable {
  package let width: Int
  package let height: Int
  /// What the fetched pixels will be.
  package let format: PixelFormat
  /// Colours as stored; nil: already in the working space, nothing to convert.
  package let colorSpace: ColorSpace?
  package let alpha: AlphaState
  /// Where it comes from, for people: a file name or a kind.
  package let label: String
  /// Different for every source of a process; equal numbers mean equal pixels.
  package let identity: UInt64

  /// False when the pixels are somebody else's to keep: they are fetched each time.
  package let keepsPixels: Bool

  private let fetch: @Sendable () throws(RenderError) -> PixelBuffer
  private let openRows: (@Sendable () throws(RenderError) -> any RowReader)?
  private let fetched = Mutex<PixelBuffer?>(nil)
  private static let counter = Atomic<UInt64>(1)

  /// - Parameter rows: opens the picture for reading it in parts; nil: it comes whole.
  package init(
    width: Int, height: Int, format: PixelFormat, colorSpace: ColorSpace?, alpha: AlphaState, label: String,
    keepsPixels: Bool = true, rows: (@Sendable () throws(RenderError) -> any RowReader)? = nil,
    fetch: @escaping @Sendable () throws(RenderError) -> PixelBuffer
  ) {
    (self.width, self.height, self.format) = (width, height, format)
    (self.colorSpace, self.alpha, self.label) = (colorSpace, alpha, label)
    (self.keepsPixels, self.fetch, openRows) = (keepsPixels, fetch, rows)
    identity = Self.counter.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// All of a source that a plan depends on.
  package struct Shape: Hashable, Sendable {
    package var width: Int
    package var height: Int
    package var format: PixelFormat
    package var colorSpace: ColorSpace?
    package var alpha: AlphaState
  }

  package var shape: Shape {
    Shape(width: width, height: height, format: format, colorSpace: colorSpace, alpha: alpha)
  }

  /// Stands for any source of a shape while a recipe is planned; has no pixels. Two of the same number are equal.
  package init(placeholder number: Int, for shape: Shape) {
    (width, height, format) = (shape.width, shape.height, shape.format)
    (colorSpace, alpha, label) = (shape.colorSpace, shape.alpha, "source \(number)")
    identity = .max - UInt64(number)
    (keepsPixels, openRows) = (true, nil)
    fetch = { () throws(RenderError) in throw .invalidArgument("a placeholder for a source has no pixels") }
  }

  /// Equal to a source, without its pixels.
  package init(standingFor source: Source) {
    (width, height, format) = (source.width, source.height, source.format)
    (colorSpace, alpha, label) = (source.colorSpace, source.alpha, source.label)
    identity = source.identity
    (keepsPixels, openRows) = (source.keepsPixels, nil)
    fetch = { () throws(RenderError) in throw .invalidArgument("a stand-in for a source has no pixels") }
  }

  /// The number of a placeholder, in the order in which a recipe names its sources; nil for pictures that passes put there,
  /// such as the tables of profiles.
  package var placeholderNumber: Int? { identity > .max / 2 ? Int(.max - identity) : nil }

  /// A source whose pixels are there already.
  package convenience init(_ pixels: PixelBuffer, colorSpace: ColorSpace?, alpha: AlphaState, label: String = "bitmap")
  {
    self.init(
      width: pixels.width, height: pixels.height, format: pixels.format, colorSpace: colorSpace,
      alpha: pixels.format.isOpaque ? .opaque : alpha, label: label
    ) { () throws(RenderError) in pixels }
    fetched.withLock { $0 = pixels }
  }

  package var rect: UserRect { UserRect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// Bytes of the fetched pixels.
  package var byteCount: Int { width * height * format.bytesPerPixel }

  /// The pixels where they are in memory already.
  package var kept: PixelBuffer? { fetched.withLock { $0 } }

  /// A reader of parts, for one render; nil when the picture comes whole.
  package func rowReader() throws(RenderError) -> (any RowReader)? { try openRows?() }

  /// True when parts can be had without the whole.
  package var givesRows: Bool { openRows != nil }

  /// The pixels, decoded on the first call. Safe from any thread; a second caller waits for the first.
  package func pixels() throws(RenderError) -> PixelBuffer {
    try fetched.withLock { (kept) throws(RenderError) -> PixelBuffer in
      if let kept { return kept }
      let pixels = try fetch()
      guard pixels.width == width, pixels.height == height, pixels.format == format else {
        throw .picture(
          "\(label): \(width)x\(height) \(format.rawValue) was announced, "
            + "\(pixels.width)x\(pixels.height) \(pixels.format.rawValue) came")
      }
      if keepsPixels { kept = pixels }
      return pixels
    }
  }
}
