import CoreImage
import Foundation
import ImageGraph
import ReferenceEngine
import Synchronization
import TestContexts
import TestSupport
import Testing

/// Tests of the number of reads of a file's rows, for a file that exceeds the memory target.
@Suite struct StreamedSourceTests {
  /// Rows with y as red, in 256 steps, that count their reads.
  private final class CountedRows: RowReader {
    static let width = 3000
    private let count: @Sendable (Int) -> Void

    init(_ count: @escaping @Sendable (Int) -> Void) { self.count = count }

    func read(_ rows: Range<Int>, into bytes: UnsafeMutableRawPointer, rowBytes: Int) {
      count(rows.count)
      for (index, row) in rows.enumerated() {
        let pixel = UInt32(row % 256) | 0xFF00_0000
        (bytes + index * rowBytes).initializeMemory(as: UInt32.self, repeating: pixel, count: rowBytes / 4)
      }
    }
  }

  private func source(height: Int, _ count: @escaping @Sendable (Int) -> Void) -> Source {
    Source(
      width: CountedRows.width, height: height, format: .rgba8, colorSpace: nil, alpha: .opaque, label: "rows",
      rows: { () throws(RenderError) in CountedRows(count) }
    ) { () throws(RenderError) in throw .unsupported("the source was decoded as a whole") }
  }

  @Test func aReductionReadsEachRowOnce() throws {
    let rowsRead = Mutex(0)
    let height = 8192
    let rows = source(height: height) { rows in rowsRead.withLock { $0 += rows } }
    let image = CIImage(node: Node(.source(rows), []))
    let mean = image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: image.extent)])
    let context = try Backend.checkedContext([.memoryTarget: 4, .workingColorSpace: NSNull()])
    var pixel = SIMD4<Float>.zero
    try context.render(
      checked: mean, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf,
      colorSpace: nil)
    #expect(abs(pixel.x - 0.5) < 1e-4 && pixel.w == 1)
    #expect(rowsRead.withLock { $0 } == height)
  }

  @Test func rowsThatWereLetGoAreReadAnew() throws {
    let rowsRead = Mutex(0)
    let source = source(height: 100) { rows in rowsRead.withLock { $0 += rows } }
    let windows = SourceWindows()
    let columns = 0..<CountedRows.width
    _ = try windows.pixels(of: source, rows: 0..<40, columns: columns)
    #expect(windows.sharedByteCount(of: source, rows: 20..<60, columns: columns) == 20 * CountedRows.width * 4)
    _ = try windows.pixels(of: source, rows: 20..<60, columns: columns)
    #expect(windows.sharedByteCount(of: source, rows: 20..<60, columns: columns) == 0)
    #expect(rowsRead.withLock { $0 } == 60)
    windows.empty()
    let pixels = try windows.pixels(of: source, rows: 20..<60, columns: columns)
    #expect(rowsRead.withLock { $0 } == 100)
    #expect(pixels.row(3).load(as: UInt8.self) == 23)
  }

  /// Reads the source in rows; 96 MiB of them would exceed the target.
  @Test func theReferenceReadsNoMoreThanItNeeds() throws {
    let rowsRead = Mutex(0)
    let rows = source(height: 8192) { rows in rowsRead.withLock { $0 += rows } }
    let part = UserRect(x: 2990, y: 8192 - 30, width: 10, height: 20)
    let renderer = ReferenceRenderer(allowedBytes: 4 << 20, streamedSource: 1 << 20)
    let image = try renderer.render(Node(.source(rows), []), part)
    #expect(rowsRead.withLock { $0 } == 20)
    withExtendedLifetime(image) {
      for y in 0..<20 { #expect(image.pixels[10 * y + 9] == [Float(10 + y) / 255, 0, 0, 1]) }
    }
    #expect(throws: RenderError.self) {
      try renderer.render(Node(.source(rows), []), UserRect(x: 0, y: 0, width: 3000, height: 5000))
    }
  }
}
