import CoreGraphics
import IOSurface
import PixelFormats
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// An image's pixels in memory, in one plane or more, with what is attached to them.
///
/// A buffer is its identity: two buffers with the same pixels are not equal. Rows lie top first. All functions may be
/// called on any thread at any time; they guard locks and attachments, not the pixels: who reads and writes these
/// agrees on when. Attached values must not be changed afterwards. The memory goes back with the last reference: to its
/// pool, to who gave it, or to the system.
public final class CVBuffer: @unchecked Sendable {
  let shape: PixelBufferLayout
  /// Where each plane's first pixel is.
  let starts: [UnsafeMutableRawPointer]
  let dataSize: Int
  let memory: PixelMemory
  private weak var pool: CVPixelBufferPool?
  let attachments: Attachments
  private let locks = Mutex(Locks())

  private struct Locks {
    var reading = 0
    var writing = 0
    var generation: UInt64 = 0
  }

  init(_ shape: PixelBufferLayout, in memory: PixelMemory, from pool: CVPixelBufferPool? = nil) {
    (self.shape, self.memory, self.pool) = (shape, memory, pool)
    starts = shape.planes.map { memory.start + $0.offset }
    (dataSize, attachments) = (shape.byteCount, Attachments(on: memory.surface))
    memory.surface?.incrementUseCount()
  }

  init(_ shape: PixelBufferLayout, planes: [UnsafeMutableRawPointer], in memory: PixelMemory) {
    (self.shape, self.memory, pool) = (shape, memory, nil)
    (starts, dataSize, attachments) = (planes, shape.byteCount, Attachments(on: nil))
  }

  deinit {
    // Locks of this buffer end with it. Those of the surface are of the process.
    if let surface = memory.surface {
      locks.withLock { locks in
        for _ in 0..<locks.reading { surface.unlock(options: .readOnly) }
        for _ in 0..<locks.writing { surface.unlock() }
      }
      surface.decrementUseCount()
    }
    pool?.take(back: memory)
  }

  /// A buffer with memory of its own, zero at first. Rows start at multiples of 64 bytes, and the memory with a page.
  ///
  /// - Parameters:
  ///   - pixelFormat: one of the `kCVPixelFormatType` codes.
  ///   - attributes: `kCVPixelBuffer` keys: what rows and planes are aligned to, and pixels around the image.
  ///   With `kCVPixelBufferIOSurfacePropertiesKey` the memory is a surface.
  /// - Throws: what was asked and what is allowed.
  public convenience init(
    width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary? = nil
  ) throws(CVError) {
    let wanted = try BufferAttributes(attributes)
    let shape = try PixelBufferLayout(format: pixelFormat, width: width, height: height, attributes: wanted)
    self.init(shape, in: try PixelMemory(shape, wanted.surfaceValues))
  }

  /// Counts how often the pixels may have changed: it grows with each lock for writing that ends, and is the seed of
  /// a buffer's surface.
  ///
  /// Who keeps something made of the pixels compares it.
  public var contentGeneration: UInt64 { memory.surface.map { UInt64($0.seed) } ?? locks.withLock { $0.generation } }

  /// On a surface it waits for other processes.
  ///
  /// - Throws: `kCVReturnRetry` when the surface cannot be locked.
  func lock(isReadOnly: Bool) throws(CVError) {
    if let surface = memory.surface {
      let result = surface.lock(options: isReadOnly ? .readOnly : [])
      guard result == kIOReturnSuccess else {
        throw CVError(
          kCVReturnRetry, "\(surface) was not locked (\(result)): end this process's locks for reading first")
      }
    }
    locks.withLock { locks in
      if isReadOnly { locks.reading += 1 } else { locks.writing += 1 }
    }
  }

  /// False when there is no such lock.
  func unlock(isReadOnly: Bool) -> Bool {
    let isLocked = locks.withLock { locks in
      if isReadOnly {
        guard locks.reading > 0 else { return false }
        locks.reading -= 1
      } else {
        guard locks.writing > 0 else { return false }
        locks.writing -= 1
        locks.generation += 1
      }
      return true
    }
    if isLocked { memory.surface?.unlock(options: isReadOnly ? .readOnly : []) }
    return isLocked
  }

  var isLocked: Bool { locks.withLock { $0.reading + $0.writing > 0 } }

  /// Calls `body` with the planes while a lock is held: what renders use, whether the app holds one or not.
  ///
  /// - Throws: what `body` throws, and `CVError` when a surface cannot be locked.
  package func withPlanes<Result>(writing: Bool, _ body: (PixelPlanes) throws -> Result) throws -> Result {
    try lock(isReadOnly: !writing)
    defer { _ = unlock(isReadOnly: !writing) }
    let planes = zip(starts, shape.planes).map { PixelPlanes.Plane(start: $0, rowBytes: $1.rowBytes) }
    return try body(PixelPlanes(shape.layout, width: shape.width, height: shape.height, planes: planes))
  }
}

extension CVBuffer: Hashable, CustomStringConvertible {
  public static func == (a: CVBuffer, b: CVBuffer) -> Bool { a === b }
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  public var description: String { "CVPixelBuffer \(shape.width)x\(shape.height) \(name(of: shape.format))" }
}

/// A buffer of pixels of an image.
public typealias CVImageBuffer = CVBuffer
/// A buffer of pixels in memory.
public typealias CVPixelBuffer = CVBuffer
