import CoreVideo
import ImageColor
import ImageGraph
import PixelFormats

/// A plane of a pixel buffer as an image, in whose pixels some component is one of the channels.
///
/// A plane may have several views. In packed 4:2:2, with two pixels in four bytes, luma is every second byte: the view
/// has two channels and all pixels. Chroma is in every fourth byte: the view has four channels and half of the pixels.
struct PlaneView: Hashable {
  let plane: Int
  let format: PixelFormat

  /// Returns the view of a component, and its channel in the view's pixels. Returns nil if its samples are not whole
  /// components of an image.
  static func of(_ component: Component) -> (view: PlaneView, channel: Int)? {
    let (size, formats): (Int, [Int: PixelFormat])
    switch component.format {
    case .eightBits: (size, formats) = (1, [1: .r8, 2: .rg8, 4: .rgba8])
    case .sixteenBits: (size, formats) = (2, [1: .r16, 2: .rg16, 4: .rgba16])
    case .half: (size, formats) = (2, [1: .rh, 2: .rgh, 4: .rgbah])
    case .float: (size, formats) = (4, [1: .rf, 2: .rgf, 4: .rgbaf])
    case .bits: return nil
    }
    guard let format = formats[component.step / size] else { return nil }
    return (PlaneView(plane: component.plane, format: format), component.offset / size)
  }

  /// Returns the plane as a source. Each render reads its pixels in place, while the buffer is locked.
  func source(of buffer: CVPixelBuffer, columns: Int, rows: Int) -> Source {
    let (plane, format) = (plane, format)
    return Source(
      width: columns, height: rows, format: format, colorSpace: nil,
      alpha: format.isOpaque ? .opaque : .premultiplied, label: "CVPixelBuffer", cachesPixels: false,
      origin: Source.Origin(buffer, plane: plane)
    ) { () throws(RenderError) in try buffer.lockedPixels(plane, columns, rows, format) }
  }
}

extension CVBuffer {
  /// Locks the buffer. Fails for a shared surface that another process holds, or whose memory no longer exists.
  func locked(_ flags: CVPixelBufferLockFlags) throws(RenderError) {
    let code = CVPixelBufferLockBaseAddress(self, flags)
    if code != kCVReturnSuccess { throw .unsupported("\(self) cannot be locked: CVReturn \(code)") }
  }

  /// Creates a buffer with the size, format and attachments of another one.
  package static func like(_ other: CVPixelBuffer) throws(RenderError) -> CVPixelBuffer {
    do throws(CVError) {
      let copy = try CVPixelBuffer(
        width: other.width, height: other.height, pixelFormat: CVPixelBufferGetPixelFormatType(other))
      CVBufferPropagateAttachments(other, copy)
      return copy
    } catch {
      throw .unsupported("\(other) cannot be copied: \(error)")
    }
  }

  /// Copies the bytes of a buffer of the same size and format.
  func copyBytes(of other: CVPixelBuffer) throws(RenderError) {
    try other.locked(.readOnly)
    defer { CVPixelBufferUnlockBaseAddress(other, .readOnly) }
    try locked([])
    defer { CVPixelBufferUnlockBaseAddress(self, []) }
    for (plane, shape) in layout.planes.enumerated() {
      let (source, target) = (other.memory(of: plane), memory(of: plane))
      for row in 0..<shape.rows(ofHeight: height) {
        (target.start + row * target.rowBytes).copyMemory(
          from: source.start + row * source.rowBytes, byteCount: shape.groups(ofWidth: width) * shape.bytes)
      }
    }
  }

  /// Returns a plane's pixels in place. The buffer is locked for reading while they are in use.
  func lockedPixels(
    _ plane: Int, _ columns: Int, _ rows: Int, _ format: PixelFormat
  ) throws(RenderError) -> PixelBuffer {
    try locked(.readOnly)
    let (start, rowBytes) = memory(of: plane)
    return PixelBuffer(width: columns, height: rows, format: format, rowBytes: rowBytes, adopting: start) { _ in
      _ = CVPixelBufferUnlockBaseAddress(self, .readOnly)
    }
  }

  /// Returns the address and the row stride of a plane.
  ///
  /// - Precondition: the buffer is locked.
  func memory(of plane: Int) -> (start: UnsafeMutableRawPointer, rowBytes: Int) {
    let start =
      CVPixelBufferIsPlanar(self) ? CVPixelBufferGetBaseAddressOfPlane(self, plane) : CVPixelBufferGetBaseAddress(self)
    guard let start else { preconditionFailure("a locked buffer has addresses") }
    return (start, CVPixelBufferGetBytesPerRowOfPlane(self, plane))
  }

  var width: Int { CVPixelBufferGetWidth(self) }
  var height: Int { CVPixelBufferGetHeight(self) }
  var rect: UserRect { UserRect(x: 0, y: 0, width: Double(width), height: Double(height)) }

  /// The pixel format of the buffer as an image; nil if no pixel format describes it.
  var pixelFormat: PixelFormat? {
    let components = layout.components
    guard let first = components.first, !layout.isYCbCr else { return nil }
    return PixelFormat.allCases.first { format in
      format.bytesPerPixel == first.step && format.channels.count == components.count
        && zip(format.channels, components.sorted { $0.offset < $1.offset }).allSatisfy { channel, component in
          component.format.component == format.component && component.meaning.channel == channel
        }
    }
  }
}

extension Component.SampleFormat {
  fileprivate var component: PixelFormat.Component? {
    switch self {
    case .eightBits: .unorm8
    case .sixteenBits(16, _): .unorm16
    case .half: .half
    case .float: .float
    case .sixteenBits, .bits: nil
    }
  }
}

extension Component.Meaning {
  fileprivate var channel: PixelFormat.Channel? {
    switch self {
    case .red: .red
    case .green: .green
    case .blue: .blue
    case .alpha: .alpha
    case .grey: .grey
    case .luma, .blueDifference, .redDifference: nil
    }
  }
}
