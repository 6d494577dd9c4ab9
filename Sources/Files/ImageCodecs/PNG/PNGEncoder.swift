import CCodecs
import Dispatch
import Foundation
import Synchronization

/// An encoder of PNG rows: several threads filter and compress strips of rows, which are written in order.
final class PNGEncoder: RowEncoder {
  /// The minimum size of a strip, if the image is large enough. Each strip is compressed independently of the others.
  private static let stripBytes = 128 << 10
  /// The maximum number of strips in memory.
  private static let maximumStrips = 16

  private let file: LibraryEncoder
  private let packing: RowPacking
  private let rowsPerStrip: Int
  /// Rows that do not fill a strip, after the row above them.
  private var pending: [UInt8]
  private var pendingCount = 0
  private var isFirst = true

  init(_ file: LibraryEncoder, of shape: BitmapDescription, _ options: PNGOptions) {
    self.file = file
    let rowBytes = shape.width * shape.layout.bytesPerPixel
    packing = RowPacking(
      request: cc_png_strip_options(
        width: UInt32(shape.width), bits: UInt32(shape.layout.bits), channels: UInt32(shape.layout.channels),
        drops_alpha: options.dropsAlpha ? 1 : 0, level: Int32(options.compressionLevel)),
      rowBytes: rowBytes, name: file.sink.name)
    // zlib uses previous bytes, so larger strips compress better.
    let stripBytes = options.compressionLevel > 1 ? 4 * Self.stripBytes : Self.stripBytes
    rowsPerStrip = min(max(1, stripBytes / rowBytes), shape.height)
    pending = [UInt8](repeating: 0, count: (rowsPerStrip + 1) * rowBytes)
  }

  func write(_ rows: PixelView) throws(CodecError) {
    var next = 0
    if pendingCount > 0 {
      next = min(rowsPerStrip - pendingCount, rows.height)
      store(rows, 0..<next)
      if pendingCount == rowsPerStrip { try writePending() }
    }
    while rows.height - next >= rowsPerStrip {
      let count = min(Self.maximumStrips, (rows.height - next) / rowsPerStrip)
      try writeStrips(count, of: rows, from: next)
      next += count * rowsPerStrip
    }
    store(rows, next..<rows.height)
  }

  func finish() throws(CodecError) {
    try writePending()
    try file.finish()
  }

  private func store(_ rows: PixelView, _ range: Range<Int>) {
    for row in range {
      pendingCount += 1
      store(rows.base + row * rows.rowBytes, at: pendingCount)
    }
  }

  /// Stores a row.
  ///
  /// - Parameter index: 0 for the row above the pending ones.
  private func store(_ row: UnsafeRawPointer, at index: Int) {
    pending.withUnsafeMutableBytes { bytes in
      (bytes.baseAddress! + index * packing.rowBytes).copyMemory(from: row, byteCount: packing.rowBytes)
    }
  }

  private func writePending() throws(CodecError) {
    guard pendingCount > 0 else { return }
    let count = pendingCount
    let strip = pending.withUnsafeBytes { bytes in
      packing.packed(
        bytes.baseAddress! + packing.rowBytes, packing.rowBytes, count: count, above: isFirst ? nil : bytes.baseAddress)
    }
    try append(strip.get(), count)
    pending.withUnsafeMutableBytes { bytes in
      bytes.baseAddress!.copyMemory(
        from: bytes.baseAddress! + count * packing.rowBytes, byteCount: packing.rowBytes)
    }
    (pendingCount, isFirst) = (0, false)
  }

  /// Compresses and writes complete strips directly from the caller's rows.
  private func writeStrips(_ count: Int, of rows: PixelView, from first: Int) throws(CodecError) {
    let strips = Mutex([Result<PackedRows, CodecError>?](repeating: nil, count: count))
    pending.withUnsafeBytes { stored in
      let work = RowsInFlight(
        rows: rows.base + first * rows.rowBytes, rowBytes: rows.rowBytes, above: isFirst ? nil : stored.baseAddress)
      let (packing, rowsPerStrip) = (packing, rowsPerStrip)
      DispatchQueue.concurrentPerform(iterations: count) { index in
        let start = work.rows + index * rowsPerStrip * work.rowBytes
        let strip = packing.packed(
          start, work.rowBytes, count: rowsPerStrip, above: index == 0 ? work.above : start - work.rowBytes)
        strips.withLock { $0[index] = strip }
      }
    }
    store(rows.base + (first + count * rowsPerStrip - 1) * rows.rowBytes, at: 0)
    isFirst = false
    for strip in strips.withLock({ $0 }) { try append(strip!.get(), rowsPerStrip) }
  }

  private func append(_ strip: PackedRows, _ count: Int) throws(CodecError) {
    var failure = cc_failure()
    guard cc_png_append(file.handle, &strip.bytes, UInt32(count), &failure) != 0 else {
      throw CodecError(failure, file.sink.name)
    }
  }
}

/// The compression of the rows of one image.
private struct RowPacking: Sendable {
  let request: cc_png_strip_options
  /// The row stride without padding, in bytes.
  let rowBytes: Int
  /// The file's name, for error texts.
  let name: String

  /// Filters and compresses rows.
  ///
  /// - Parameter above: the preceding row; nil for the first row of the image.
  func packed(
    _ rows: UnsafeRawPointer, _ rowBytes: Int, count: Int, above: UnsafeRawPointer?
  ) -> Result<PackedRows, CodecError> {
    var (request, failure, strip) = (request, cc_failure(), cc_png_strip())
    guard cc_png_compress(&request, above, rows, rowBytes, UInt32(count), &strip, &failure) != 0 else {
      return .failure(CodecError(failure, name))
    }
    return .success(PackedRows(strip))
  }
}

/// Filtered and compressed rows. Unchecked: one thread creates them, then another one writes them.
private final class PackedRows: @unchecked Sendable {
  fileprivate var bytes: cc_png_strip

  init(_ bytes: cc_png_strip) { self.bytes = bytes }

  deinit { cc_png_strip_free(&bytes) }
}

/// Row addresses that threads share while they compress them.
private struct RowsInFlight: @unchecked Sendable {
  let rows: UnsafeRawPointer
  let rowBytes: Int
  let above: UnsafeRawPointer?
}
