import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import Synchronization

/// Memory that a task renders into. Its plane has its origin at the lower left; y points up.
///
/// A task uses the values of the properties at its start. May be used from any thread.
public final class CIRenderDestination: Sendable {
  struct Properties: Sendable {
    var alphaMode: CIRenderDestinationAlphaMode
    var colorSpace: ColorSpace?
    var isFlipped = true
    var isDithered = false
    var isClamped: Bool
    var chromaQuality = CIChromaQuality.automatic
    var videoGamma = CIVideoGamma.camera
    var blend: (any DestinationBlend)?
    var blendsInDestinationColorSpace = false
    var isWrittenInPlace = false
  }

  /// The memory of the pixels.
  enum Target: Sendable {
    case rows(DestinationMemory)
    case buffer(CVPixelBuffer)
    case device(VulkanTarget)
    /// Invalid memory, with the error that tasks throw.
    case refused(RenderError)
  }

  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  let target: Target
  private let properties: Mutex<Properties>

  /// Creates a destination of caller-owned memory, which must remain valid until every task that renders into it has
  /// ended.
  ///
  /// - Parameter bytesPerRow: the row stride, in bytes. Invalid sizes are rejected when a task is started.
  public convenience init(
    bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat
  ) {
    self.init(
      width: width, height: height, DestinationMemory(data, bytesPerRow: bytesPerRow, format: format, owner: nil))
  }

  /// Creates a destination that allocates its memory, transparent black at first. It is retained until the destination
  /// and the last task that renders into it are released, which makes it the safe choice for renders without a waiting
  /// caller.
  ///
  /// - Throws: `unsupported` for formats that cannot store pixels, `invalidArgument` or `limit` for invalid sizes.
  public convenience init(width: Int, height: Int, format: CIFormat) throws(RenderError) {
    guard let stored = format.pixelFormat else {
      throw .unsupported("pixels cannot be stored as \(format); choose for example RGBA8, RGBAh or RGBAf")
    }
    let pixels = try PixelBuffer(width: width, height: height, format: stored)
    self.init(
      width: width, height: height,
      DestinationMemory(pixels.bytes, bytesPerRow: pixels.rowBytes, format: format, owner: pixels))
  }

  /// Creates a destination of a pixel buffer. It is retained until the destination and the last task that renders into
  /// it are released, and locked during renders.
  ///
  /// The colour space is initially that of its attachments, see `CIImage.init(cvPixelBuffer:options:)`. Y′CbCr and grey
  /// have no alpha. Formats that cannot be rendered are rejected when a task is started.
  public convenience init(pixelBuffer: CVPixelBuffer) {
    self.init(
      width: pixelBuffer.width, height: pixelBuffer.height, .buffer(pixelBuffer),
      Properties(
        alphaMode: pixelBuffer.alphaMode, colorSpace: pixelBuffer.ownSpace,
        isClamped: pixelBuffer.layout.components.first?.format.depth != nil))
  }

  /// Creates a destination for which every task throws `reason`.
  convenience init(refused reason: RenderError, width: Int, height: Int) {
    self.init(width: width, height: height, .refused(reason), Properties(alphaMode: .none, isClamped: false))
  }

  private convenience init(width: Int, height: Int, _ memory: DestinationMemory) {
    let stored = memory.format.pixelFormat
    let isFloat = stored?.component == .half || stored?.component == .float
    self.init(
      width: width, height: height, .rows(memory),
      Properties(
        alphaMode: stored?.isOpaque == true ? .none : .premultiplied,
        colorSpace: .defaultSpace(isGrey: stored?.isGrey == true, isFloat: isFloat), isClamped: !isFloat))
  }

  convenience init(
    width: Int, height: Int, _ target: VulkanTarget, alphaMode: CIRenderDestinationAlphaMode, isFlipped: Bool
  ) {
    self.init(
      width: width, height: height, .device(target),
      Properties(
        alphaMode: target.pixels.isOpaque ? .none : alphaMode, colorSpace: target.pixels.defaultImageSpace,
        isFlipped: isFlipped, isClamped: !target.pixels.isFloat))
  }

  private init(width: Int, height: Int, _ target: Target, _ properties: Properties) {
    (self.width, self.height, self.target) = (width, height, target)
    self.properties = Mutex(properties)
  }

  /// The alpha mode. Premultiplied by default; none for formats without alpha.
  public var alphaMode: CIRenderDestinationAlphaMode {
    get { current.alphaMode }
    set { properties.withLock { $0.alphaMode = newValue } }
  }

  /// The colour space of the values. Nil: the working space. By default sRGB, or generic grey with gamma 2.2 for grey
  /// formats; for floats their extended variants.
  public var colorSpace: CGColorSpace? {
    get { current.colorSpace.map { CGColorSpace($0) } }
    set { properties.withLock { $0.colorSpace = newValue?.space } }
  }

  /// Whether the first row in memory is the top one. If false, it is the bottom one. True by default.
  public var isFlipped: Bool {
    get { current.isFlipped }
    set { properties.withLock { $0.isFlipped = newValue } }
  }

  /// Whether quantisation to integer formats is dithered. False by default.
  public var isDithered: Bool {
    get { current.isDithered }
    set { properties.withLock { $0.isDithered = newValue } }
  }

  /// Whether float formats are clamped to 0...1, as integer formats always are. False by default for float formats.
  public var isClamped: Bool {
    get { current.isClamped }
    set { properties.withLock { $0.isClamped = newValue } }
  }

  /// The resampling of chroma for pixel buffers of Y′CbCr. Automatic by default; no effect for other destinations.
  public var chromaQuality: CIChromaQuality {
    get { current.chromaQuality }
    set { properties.withLock { $0.chromaQuality = newValue } }
  }

  /// The transfer function of pixel buffers with sample values of BT.709, BT.601 or BT.2020. With the value of the
  /// source, `CIImageOption.videoGamma`, unchanged pixels keep their sample values. Attachments still name the
  /// standard. The camera's by default; no effect for other destinations.
  public var videoGamma: CIVideoGamma {
    get { current.videoGamma }
    set { properties.withLock { $0.videoGamma = newValue } }
  }

  /// Whether `blendKernel` receives components in the destination's colour space. If false, in the context's working
  /// space. False by default.
  public var blendsInDestinationColorSpace: Bool {
    get { current.blendsInDestinationColorSpace }
    set { properties.withLock { $0.blendsInDestinationColorSpace = newValue } }
  }

  /// Whether renders may write pixels directly into a pixel buffer instead of copying them at the end. The content is
  /// then undefined if a task fails or is cancelled. False by default.
  package var isWrittenInPlace: Bool {
    get { current.isWrittenInPlace }
    set { properties.withLock { $0.isWrittenInPlace = newValue } }
  }

  var current: Properties { properties.withLock { $0 } }

  func change(_ body: (inout Properties) -> Void) { properties.withLock { body(&$0) } }

  /// Calls `body` with the destination's bytes, row after row: of a pixel buffer those of its first plane, none if it
  /// cannot be locked; none for destinations on a device. May be called only after the tasks that render into it have
  /// ended.
  public func withUnsafeBytes<T>(_ body: (UnsafeRawBufferPointer) throws -> T) rethrows -> T {
    switch target {
    case .rows(let memory):
      return try withExtendedLifetime(memory.owner) {
        try body(UnsafeRawBufferPointer(start: memory.address, count: memory.byteCount(ofRows: height)))
      }
    case .buffer(let buffer):
      guard CVPixelBufferLockBaseAddress(buffer, .readOnly) == kCVReturnSuccess else {
        return try body(UnsafeRawBufferPointer(start: nil, count: 0))
      }
      defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
      let (start, rowBytes) = buffer.memory(of: 0)
      return try body(UnsafeRawBufferPointer(start: start, count: rowBytes * height))
    case .device, .refused: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}

/// The memory of a destination, which tasks retain.
///
/// Unchecked: the caller synchronises access to the memory, as the destination's documentation requires.
struct DestinationMemory: @unchecked Sendable {
  let address: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let format: CIFormat
  let owner: PixelBuffer?

  init(_ address: UnsafeMutableRawPointer, bytesPerRow: Int, format: CIFormat, owner: PixelBuffer?) {
    (self.address, self.bytesPerRow, self.format, self.owner) = (address, bytesPerRow, format, owner)
  }

  /// Returns the bytes of so many rows; 0 for invalid sizes.
  func byteCount(ofRows height: Int) -> Int {
    let (count, isTooLarge) = bytesPerRow.multipliedReportingOverflow(by: height)
    return isTooLarge || bytesPerRow < 0 || height < 0 ? 0 : count
  }
}

extension CVBuffer {
  /// The alpha mode of renders into the buffer.
  var alphaMode: CIRenderDestinationAlphaMode {
    switch alpha {
    case .opaque: .none
    case .premultiplied: .premultiplied
    case .straight: .unpremultiplied
    }
  }
}
