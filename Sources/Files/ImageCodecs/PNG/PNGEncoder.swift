import CCodecs
import Dispatch
import Foundation
import Synchronization

/// The rows of a PNG: filtered and packed in pieces, which the cores share, and written in their order.
final class PNGEncoder: RowEncoder {
  /// Bytes of a piece at least, where the image has them: what is packed knows nothing of other pieces.
  private static let pieceBytes = 128 << 10
  /// Pieces in memory at once.
  private static let mostPieces = 16

  private let file: LibraryEncoder
  private let packing: RowPacking
  private let rowsOfPiece: Int
  /// Rows that are too few for a piece, behind the row above them.
  private var waiting: [UInt8]
  private var waitingCount = 0
  private var isFirst = true

  init(_ file: LibraryEncoder, of shape: BitmapDescription, _ options: PNGOptions) {
    self.file = file
    let rowBytes = shape.width * shape.layout.bytesPerPixel
    packing = RowPacking(
      request: cc_png_rows(
        width: UInt32(shape.width), bits: UInt32(shape.layout.bits), channels: UInt32(shape.layout.channels),
        drops_alpha: options.dropsAlpha ? 1 : 0, level: Int32(options.compressionLevel)),
      rowBytes: rowBytes, name: file.sink.name)
    // zlib looks back, and does better where there is more.
    let pieceBytes = options.compressionLevel > 1 ? 4 * Self.pieceBytes : Self.pieceBytes
    rowsOfPiece = min(max(1, pieceBytes / rowBytes), shape.height)
    waiting = [UInt8](repeating: 0, count: (rowsOfPiece + 1) * rowBytes)
  }

  func write(_ rows: PixelView) throws(CodecError) {
    var next = 0
    if waitingCount > 0 {
      next = min(rowsOfPiece - waitingCount, rows.height)
      keep(rows, 0..<next)
      if waitingCount == rowsOfPiece { try writeWaiting() }
    }
    while rows.height - next >= rowsOfPiece {
      let count = min(Self.mostPieces, (rows.height - next) / rowsOfPiece)
      try writePieces(count, of: rows, from: next)
      next += count * rowsOfPiece
    }
    keep(rows, next..<rows.height)
  }

  func finish() throws(CodecError) {
    try writeWaiting()
    try file.finish()
  }

  private func keep(_ rows: PixelView, _ range: Range<Int>) {
    for row in range {
      waitingCount += 1
      keep(rows.base + row * rows.rowBytes, at: waitingCount)
    }
  }

  /// - Parameter place: 0 for the row above the next ones.
  private func keep(_ row: UnsafeRawPointer, at place: Int) {
    waiting.withUnsafeMutableBytes { bytes in
      (bytes.baseAddress! + place * packing.rowBytes).copyMemory(from: row, byteCount: packing.rowBytes)
    }
  }

  private func writeWaiting() throws(CodecError) {
    guard waitingCount > 0 else { return }
    let count = waitingCount
    let piece = waiting.withUnsafeBytes { bytes in
      packing.packed(
        bytes.baseAddress! + packing.rowBytes, packing.rowBytes, count: count, above: isFirst ? nil : bytes.baseAddress)
    }
    try put(piece.get(), count)
    waiting.withUnsafeMutableBytes { bytes in
      bytes.baseAddress!.copyMemory(
        from: bytes.baseAddress! + count * packing.rowBytes, byteCount: packing.rowBytes)
    }
    (waitingCount, isFirst) = (0, false)
  }

  /// Pieces that lie there whole.
  private func writePieces(_ count: Int, of rows: PixelView, from first: Int) throws(CodecError) {
    let pieces = Mutex([Result<PackedRows, CodecError>?](repeating: nil, count: count))
    waiting.withUnsafeBytes { kept in
      let work = RowsInFlight(
        rows: rows.base + first * rows.rowBytes, rowBytes: rows.rowBytes, above: isFirst ? nil : kept.baseAddress)
      let (packing, rowsOfPiece) = (packing, rowsOfPiece)
      DispatchQueue.concurrentPerform(iterations: count) { index in
        let start = work.rows + index * rowsOfPiece * work.rowBytes
        let piece = packing.packed(
          start, work.rowBytes, count: rowsOfPiece, above: index == 0 ? work.above : start - work.rowBytes)
        pieces.withLock { $0[index] = piece }
      }
    }
    keep(rows.base + (first + count * rowsOfPiece - 1) * rows.rowBytes, at: 0)
    isFirst = false
    for piece in pieces.withLock({ $0 }) { try put(piece!.get(), rowsOfPiece) }
  }

  private func put(_ piece: PackedRows, _ count: Int) throws(CodecError) {
    var failure = cc_failure()
    guard cc_png_put(file.handle, &piece.bytes, UInt32(count), &failure) != 0 else {
      throw CodecError(failure, file.sink.name)
    }
  }
}

/// How the rows of one image are packed.
private struct RowPacking: Sendable {
  let request: cc_png_rows
  /// Of rows without gaps.
  let rowBytes: Int
  /// For messages.
  let name: String

  /// - Parameter above: the row before; nil for the first of the image.
  func packed(
    _ rows: UnsafeRawPointer, _ rowBytes: Int, count: Int, above: UnsafeRawPointer?
  ) -> Result<PackedRows, CodecError> {
    var (request, failure, piece) = (request, cc_failure(), cc_png_piece())
    guard cc_png_pack(&request, above, rows, rowBytes, UInt32(count), &piece, &failure) != 0 else {
      return .failure(CodecError(failure, name))
    }
    return .success(PackedRows(piece))
  }
}

/// Rows as a PNG has them. Unchecked: one thread makes them, then another writes them.
private final class PackedRows: @unchecked Sendable {
  fileprivate var bytes: cc_png_piece

  init(_ bytes: cc_png_piece) { self.bytes = bytes }

  deinit { cc_png_piece_free(&bytes) }
}

/// Rows that outlive the threads that pack them.
private struct RowsInFlight: @unchecked Sendable {
  let rows: UnsafeRawPointer
  let rowBytes: Int
  let above: UnsafeRawPointer?
}
