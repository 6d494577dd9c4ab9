import CDrawing
import Foundation
import ImageColor
import ImageGraph

/// A bitmap that cairo draws commands into as they are issued.
final class CairoBitmap: DrawingTarget {
  let width, height: Int
  let rowBytes: Int
  let layout: BitmapLayout
  /// The pixels in the caller's layout.
  let memory: UnsafeMutableRawPointer
  /// The buffer, if the bitmap owns its memory.
  private let own: PixelBuffer?
  private let release: (() -> Void)?
  private let space: ColorSpace
  private let canvas: CairoCanvas
  /// Whether cairo draws directly into the memory.
  private let isDirect: Bool
  /// Whether other code can access the memory. Then it is loaded before and stored after each command.
  private var isShared: Bool
  private var hasFailed = false

  /// Creates a bitmap.
  ///
  /// - Parameter data: nil allocates memory filled with zeros.
  init(
    data: UnsafeMutableRawPointer?, width: Int, height: Int, rowBytes: Int, layout: BitmapLayout, space: ColorSpace,
    release: (() -> Void)?
  ) throws(RenderError) {
    guard let format = layout.format, let order = format.bytesInBitmap, layout.alphaState != .straight else {
      throw .unsupported(
        "a bitmap context needs 8 bits a component, and RGB with premultiplied alpha or an ignored component, grey or "
          + "alpha alone")
    }
    let maximum = 32_767
    guard width > 0, height > 0, width <= maximum, height <= maximum else {
      throw .limit(
        "the pixels of a side of a bitmap", requested: UInt64(clamping: max(width, height)), allowed: UInt64(maximum))
    }
    let minimum = layout.minimumRowBytes(width: width) ?? Int.max
    let rowBytes = rowBytes == 0 ? (data == nil ? (minimum + 15) / 16 * 16 : minimum) : rowBytes
    guard rowBytes >= minimum, rowBytes <= 1 << 24 else {
      throw .invalidArgument("bytesPerRow must be at least \(minimum) for \(width) pixels (got \(rowBytes))")
    }
    own = data == nil ? try PixelBuffer(width: width, height: height, format: format, rowBytes: rowBytes) : nil
    guard let memory = data ?? own?.bytes else { throw .unsupported("a bitmap context needs memory") }
    (self.width, self.height, self.rowBytes, self.layout) = (width, height, rowBytes, layout)
    (self.memory, self.space, self.release, isShared) = (memory, space, release, data != nil)
    isDirect = format == .bgra8 && rowBytes % 4 == 0 && UInt(bitPattern: memory) % 4 == 0
    // CAIRO_FORMAT_RGB24 if alpha is ignored.
    let kind: Int32 = layout.alphaState == .opaque ? 1 : 0
    let call = try CairoCanvas.functions()
    let surface =
      isDirect
      ? call.cairo_image_surface_create_for_data(
        memory.assumingMemoryBound(to: UInt8.self), kind, Int32(width), Int32(height), Int32(rowBytes))
      : call.cairo_image_surface_create(kind, Int32(width), Int32(height))
    canvas = try CairoCanvas(surface, call)
    self.order = order
  }

  deinit { release?() }

  private let order: PixelFormat.BitmapBytes
  private var extent: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  func draw(_ command: DrawingCommand) {
    let area = command.paintedBounds(within: extent).integral.common(with: extent)
    guard !area.isEmpty, !hasFailed else { return }
    // The base space has y up.
    let rows = (height - Int(area.maxY))..<(height - Int(area.minY))
    let columns = Int(area.minX)..<Int(area.maxX)
    if isShared { load(rows, columns) }
    let flip = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: Double(height))
    CairoReplay(canvas, device: flip, extent: extent, space: space).draw(command)
    if isShared { store(rows, columns) }
    if let failure = canvas.failure {
      hasFailed = true
      RenderLog.process.note("CGContext: cairo failed: \(failure); later drawing into this context has no effect")
    }
  }

  /// Stores all drawing in the memory, now and after each later command, and returns the memory.
  func share() -> UnsafeMutableRawPointer {
    if !isShared { store(0..<height, 0..<width) }
    isShared = true
    return memory
  }

  /// Returns a copy of the pixels.
  func copy() throws(RenderError) -> PixelBuffer {
    if !isShared { store(0..<height, 0..<width) }
    guard let format = layout.format else { throw .unsupported("the bitmap's layout has no pixel format") }
    let result = try PixelBuffer(width: width, height: height, format: format)
    for y in 0..<height {
      result.row(y).copyMemory(from: memory + y * rowBytes, byteCount: width * format.bytesPerPixel)
    }
    return result
  }

  // MARK: Conversion between the memory and cairo's pixels

  private func load(_ rows: Range<Int>, _ columns: Range<Int>) {
    if isDirect { return canvas.call.cairo_surface_mark_dirty(canvas.surface) }
    canvas.call.cairo_surface_flush(canvas.surface)
    forEachPixel(rows, columns) { cairo, pixel in
      switch order {
      case .color(let red, let green, let blue, let alpha):
        (cairo[0], cairo[1], cairo[2]) = (pixel[blue], pixel[green], pixel[red])
        cairo[3] = layout.alphaState == .opaque ? 255 : pixel[alpha]
      case .grey: (cairo[0], cairo[1], cairo[2], cairo[3]) = (pixel[0], pixel[0], pixel[0], 255)
      case .alpha: (cairo[0], cairo[1], cairo[2], cairo[3]) = (0, 0, 0, pixel[0])
      }
    }
    canvas.call.cairo_surface_mark_dirty(canvas.surface)
  }

  private func store(_ rows: Range<Int>, _ columns: Range<Int>) {
    canvas.call.cairo_surface_flush(canvas.surface)
    if isDirect { return }
    forEachPixel(rows, columns) { cairo, pixel in
      switch order {
      case .color(let red, let green, let blue, let alpha):
        (pixel[blue], pixel[green], pixel[red]) = (cairo[0], cairo[1], cairo[2])
        pixel[alpha] = layout.alphaState == .opaque ? 255 : cairo[3]
      case .grey: pixel[0] = cairo[2]
      case .alpha: pixel[0] = cairo[3]
      }
    }
  }

  private func forEachPixel(
    _ rows: Range<Int>, _ columns: Range<Int>,
    _ body: (_ cairo: UnsafeMutablePointer<UInt8>, _ pixel: UnsafeMutablePointer<UInt8>) -> Void
  ) {
    guard let data = canvas.call.cairo_image_surface_get_data(canvas.surface) else { return }
    let stride = Int(canvas.call.cairo_image_surface_get_stride(canvas.surface))
    let step = layout.bitsPerPixel / 8
    for y in rows {
      var cairo = data + y * stride + 4 * columns.lowerBound
      var pixel = (memory + y * rowBytes).assumingMemoryBound(to: UInt8.self) + step * columns.lowerBound
      for _ in columns {
        body(cairo, pixel)
        (cairo, pixel) = (cairo + 4, pixel + step)
      }
    }
  }
}

extension PixelFormat {
  /// The byte offsets of the components in formats that can be drawn into.
  enum BitmapBytes {
    case color(red: Int, green: Int, blue: Int, alpha: Int)
    case grey
    case alpha
  }

  var bytesInBitmap: BitmapBytes? {
    switch self {
    case .rgba8, .rgbx8: .color(red: 0, green: 1, blue: 2, alpha: 3)
    case .bgra8: .color(red: 2, green: 1, blue: 0, alpha: 3)
    case .argb8: .color(red: 1, green: 2, blue: 3, alpha: 0)
    case .abgr8: .color(red: 3, green: 2, blue: 1, alpha: 0)
    case .l8: .grey
    case .a8: .alpha
    default: nil
    }
  }
}
