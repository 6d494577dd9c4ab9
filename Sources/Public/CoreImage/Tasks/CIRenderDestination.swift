import CoreVideo
import Foundation
import ImageColor
import ImageGraph
import Synchronization

/// Memory that a task renders into. Its plane has its origin at the lower left; y points up.
///
/// A task takes the properties as they are when it is started. May be used from any thread.
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

  /// Where pixels go.
  enum Target: Sendable {
    case rows(DestinationMemory)
    case buffer(CVPixelBuffer)
    case device(VulkanTarget)
    /// Nowhere, for this reason.
    case refused(RenderError)
  }

  /// Pixels in columns.
  public let width: Int
  /// Pixels in rows.
  public let height: Int
  let target: Target
  private let properties: Mutex<Properties>

  /// Somebody else's memory, which has to stay until every task that renders into it has ended.
  ///
  /// - Parameter bytesPerRow: bytes from one row to the next. Sizes that make no sense are refused when a task is
  ///   started.
  public convenience init(
    bitmapData data: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int, format: CIFormat
  ) {
    self.init(
      width: width, height: height, DestinationMemory(data, bytesPerRow: bytesPerRow, format: format, owner: nil))
  }

  /// Memory of its own, clear at first, kept until the destination and the last task that renders into it are gone: the
  /// safe choice for renders that nobody waits for.
  ///
  /// - Throws: `unsupported` for formats that pixels cannot be stored in, `invalidArgument` or `limit` for such sizes.
  public convenience init(width: Int, height: Int, format: CIFormat) throws(RenderError) {
    guard let stored = format.pixelFormat else {
      throw .unsupported("pixels cannot be stored as \(format); choose for example RGBA8, RGBAh or RGBAf")
    }
    let pixels = try PixelBuffer(width: width, height: height, format: stored)
    self.init(
      width: width, height: height,
      DestinationMemory(pixels.bytes, bytesPerRow: pixels.rowBytes, format: format, owner: pixels))
  }

  /// A pixel buffer; it is held until the destination and the last task that renders into it are gone, and locked while
  /// one renders.
  ///
  /// The colour space is at first what its attachments say, see `CIImage.init(cvPixelBuffer:options:)`; there is no
  /// alpha in Y′CbCr and grey. Formats that cannot be rendered are refused when a task is started.
  public convenience init(pixelBuffer: CVPixelBuffer) {
    self.init(
      width: pixelBuffer.width, height: pixelBuffer.height, .buffer(pixelBuffer),
      Properties(
        alphaMode: pixelBuffer.alphaMode, colorSpace: pixelBuffer.ownSpace,
        isClamped: pixelBuffer.layout.components.first?.number.depth != nil))
  }

  /// What each task is refused with.
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
        colorSpace: .usual(isGrey: stored?.isGrey == true, isFloat: isFloat), isClamped: !isFloat))
  }

  convenience init(
    width: Int, height: Int, _ target: VulkanTarget, alphaMode: CIRenderDestinationAlphaMode, isFlipped: Bool
  ) {
    self.init(
      width: width, height: height, .device(target),
      Properties(
        alphaMode: target.pixels.isOpaque ? .none : alphaMode, colorSpace: target.pixels.usualSpaceOfImages,
        isFlipped: isFlipped, isClamped: !target.pixels.isFloat))
  }

  private init(width: Int, height: Int, _ target: Target, _ properties: Properties) {
    (self.width, self.height, self.target) = (width, height, target)
    self.properties = Mutex(properties)
  }

  /// Premultiplied at first, none for formats without alpha.
  public var alphaMode: CIRenderDestinationAlphaMode {
    get { current.alphaMode }
    set { properties.withLock { $0.alphaMode = newValue } }
  }

  /// What the values mean; nil: as they are in the working space. At first sRGB, or generic grey with gamma 2.2 for
  /// formats of grey; for floats their extended forms.
  public var colorSpace: CGColorSpace? {
    get { current.colorSpace.map { CGColorSpace($0) } }
    set { properties.withLock { $0.colorSpace = newValue?.space } }
  }

  /// True when the first row in memory is the top one, false when it is the bottom one. True at first.
  public var isFlipped: Bool {
    get { current.isFlipped }
    set { properties.withLock { $0.isFlipped = newValue } }
  }

  /// True to spread the rounding of integer formats over neighbouring pixels. False at first.
  public var isDithered: Bool {
    get { current.isDithered }
    set { properties.withLock { $0.isDithered = newValue } }
  }

  /// True to keep float formats in 0...1, where integer formats always are. False at first for float formats.
  public var isClamped: Bool {
    get { current.isClamped }
    set { properties.withLock { $0.isClamped = newValue } }
  }

  /// Of pixel buffers of Y′CbCr, how chroma is made of the pixels that it stands for. Automatic at first; changes
  /// nothing elsewhere.
  public var chromaQuality: CIChromaQuality {
    get { current.chromaQuality }
    set { properties.withLock { $0.chromaQuality = newValue } }
  }

  /// Of pixel buffers, which light codes of BT.709, BT.601 and BT.2020 shall stand for: what their source was read
  /// with, `CIImageOption.videoGamma`, makes codes again that nothing has changed. Attachments go on to name the
  /// standard. The camera's at first; changes nothing elsewhere.
  public var videoGamma: CIVideoGamma {
    get { current.videoGamma }
    set { properties.withLock { $0.videoGamma = newValue } }
  }

  /// True to give `blendKernel` the numbers that colours have in the destination's space, false those in the context's
  /// working space. False at first.
  public var blendsInDestinationColorSpace: Bool {
    get { current.blendsInDestinationColorSpace }
    set { properties.withLock { $0.blendsInDestinationColorSpace = newValue } }
  }

  /// Of pixel buffers, true where nobody looks at what a task leaves that fails or is cancelled: pixels are written
  /// there as they are made, and not copied in the end. False at first.
  package var isWrittenInPlace: Bool {
    get { current.isWrittenInPlace }
    set { properties.withLock { $0.isWrittenInPlace = newValue } }
  }

  var current: Properties { properties.withLock { $0 } }

  func change(_ body: (inout Properties) -> Void) { properties.withLock { body(&$0) } }

  /// The destination's bytes, row after row; of a pixel buffer those of its first plane, none where it
  /// cannot be locked; none of what is on a device. Only after the tasks that render into it have ended.
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
      let (start, rowBytes) = buffer.place(of: 0)
      return try body(UnsafeRawBufferPointer(start: start, count: rowBytes * height))
    case .device, .refused: return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
  }
}

/// Where a destination's pixels lie, kept by whoever writes there.
///
/// Unchecked: who may touch the memory is the caller's affair, as the destination says.
struct DestinationMemory: @unchecked Sendable {
  let address: UnsafeMutableRawPointer
  let bytesPerRow: Int
  let format: CIFormat
  let owner: PixelBuffer?

  init(_ address: UnsafeMutableRawPointer, bytesPerRow: Int, format: CIFormat, owner: PixelBuffer?) {
    (self.address, self.bytesPerRow, self.format, self.owner) = (address, bytesPerRow, format, owner)
  }

  /// Bytes of so many rows; 0 where the sizes make no sense.
  func byteCount(ofRows height: Int) -> Int {
    let (count, isTooLarge) = bytesPerRow.multipliedReportingOverflow(by: height)
    return isTooLarge || bytesPerRow < 0 || height < 0 ? 0 : count
  }
}

extension CVBuffer {
  /// How renders write alpha.
  var alphaMode: CIRenderDestinationAlphaMode {
    switch alpha {
    case .opaque: .none
    case .premultiplied: .premultiplied
    case .straight: .unpremultiplied
    }
  }
}
