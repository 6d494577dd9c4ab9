import ImageGraph
import ImagePlanning
import ImagePrograms

/// Memory of images that are made, used again from run to run: the system clears new memory page by page, which takes
/// as long as some filters do.
final class IntermediateMemory: MemoryBlock, @unchecked Sendable {
  /// All of it is of one kind.
  enum SampleCoordinates: Sendable { case host }

  let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  var place: SampleCoordinates { .host }
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// - Throws: `limit` when the system gives no more.
  init(byteCount: Int) throws(RenderError) {
    self.byteCount = byteCount
    (bytes, release) = try PixelBuffer.zeroed(byteCount)
  }

  deinit { release(bytes) }
}

typealias IntermediatePool = MemoryPool<IntermediateMemory>

extension IntermediatePool {
  convenience init(_ budget: MemoryBudget) {
    self.init(budget) { (byteCount, _) throws(RenderError) in try IntermediateMemory(byteCount: byteCount) }
  }

  /// An image in the pool's memory; what it shows is undefined.
  func image(width: Int, height: Int, format: PixelFormat, rowBytes: Int) throws(RenderError) -> PixelBuffer {
    let lease = try take(rowBytes * height, .host)
    return PixelBuffer(
      width: width, height: height, format: format, rowBytes: rowBytes, adopting: lease.piece.bytes
    ) { _ in withExtendedLifetime(lease) {} }
  }

  /// The same of a video's frame, its planes one behind another.
  func video(_ store: PlaneStore, width: Int, height: Int, pitch: Int) throws(RenderError) -> PixelBuffer {
    let planes = store.planes(pitch: pitch, height: height)
    let lease = try take(planes.reduce(0) { $0 + $1.byteCount }, .host)
    let bytes = lease.piece.bytes
    return PixelBuffer(
      width: width, height: height, format: store.format, rowBytes: planes[0].rowBytes, adopting: bytes,
      chroma: planes.dropFirst().map { PixelBuffer.Plane(bytes: bytes + $0.offset, rowBytes: $0.rowBytes) }
    ) { _ in withExtendedLifetime(lease) {} }
  }
}
