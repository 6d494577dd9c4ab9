import ImageGraph
import ImagePlanning
import ImagePrograms

/// Memory of computed images, which runs reuse. The system clears new memory page by page, which takes as long as some
/// filters.
final class IntermediateMemory: MemoryBlock, @unchecked Sendable {
  /// The kinds of memory: host memory only.
  enum Kind: Sendable { case host }

  let bytes: UnsafeMutableRawPointer
  let byteCount: Int
  var kind: Kind { .host }
  private let release: @Sendable (UnsafeMutableRawPointer) -> Void

  /// - Throws: `limit` if the system has no more memory.
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

  /// Returns an image in the pool's memory, with undefined pixels.
  func image(width: Int, height: Int, format: PixelFormat, rowBytes: Int) throws(RenderError) -> PixelBuffer {
    let lease = try take(rowBytes * height, .host)
    return PixelBuffer(
      width: width, height: height, format: format, rowBytes: rowBytes, adopting: lease.block.bytes
    ) { _ in withExtendedLifetime(lease) {} }
  }

  /// Returns a video frame in the pool's memory, with consecutive planes and undefined samples.
  func video(_ store: PlaneStore, width: Int, height: Int, pitch: Int) throws(RenderError) -> PixelBuffer {
    let planes = store.planes(pitch: pitch, height: height)
    let lease = try take(planes.reduce(0) { $0 + $1.byteCount }, .host)
    let bytes = lease.block.bytes
    return PixelBuffer(
      width: width, height: height, format: store.format, rowBytes: planes[0].rowBytes, adopting: bytes,
      chroma: planes.dropFirst().map {
        PixelBuffer.Plane(bytes: bytes + $0.offset, rowBytes: $0.rowBytes, store.chromaShape)
      }
    ) { _ in withExtendedLifetime(lease) {} }
  }
}
