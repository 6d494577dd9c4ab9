import CoreGraphics
import IOSurface
import PixelFormats
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// An image's pixels in memory, in one or more planes, with attachments.
///
/// Buffers are equal only if they are the same object. Rows are stored top first. All functions may be called on any
/// thread at any time. They synchronize locks and attachments, not the pixels: callers must coordinate accesses to
/// these. Attached values must not be changed afterwards. The last reference releases the memory to its pool, to its
/// owner, or to the system.
public final class CVBuffer: @unchecked Sendable {
  let shape: PixelBufferLayout
  /// The address of each plane's first pixel.
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
    // Locks of this buffer end with it. Those of its surface belong to the process, so they are ended here.
    if let surface = memory.surface {
      locks.withLock { locks in
        for _ in 0..<locks.reading { surface.unlock(options: .readOnly) }
        for _ in 0..<locks.writing { surface.unlock() }
      }
      surface.decrementUseCount()
    }
    pool?.recycle(memory)
  }

  /// Creates a buffer with newly allocated memory that is filled with zeros. By default, row strides are multiples of
  /// 64 bytes. The memory starts at a page boundary.
  ///
  /// - Parameters:
  ///   - pixelFormat: a `kCVPixelFormatType` code.
  ///   - attributes: `kCVPixelBuffer` keys: the alignment of rows and planes, and extra pixels around the image. With
  ///   `kCVPixelBufferIOSurfacePropertiesKey` the memory is a surface.
  /// - Throws: an error with the rejected value and the allowed range.
  public convenience init(
    width: Int, height: Int, pixelFormat: OSType, attributes: CFDictionary? = nil
  ) throws(CVError) {
    let parsed = try BufferAttributes(attributes)
    let shape = try PixelBufferLayout(format: pixelFormat, width: width, height: height, attributes: parsed)
    self.init(shape, in: try PixelMemory(shape, parsed.surfaceValues))
  }

  /// A counter of changes of the pixels, with which caches detect changes. Every unlock after writing increments it.
  /// For a buffer on a surface it is the surface's seed.
  public var contentGeneration: UInt64 { memory.surface.map { UInt64($0.seed) } ?? locks.withLock { $0.generation } }

  /// Locks the buffer. If it is on a surface, waits for other processes.
  ///
  /// - Throws: `kCVReturnRetry` if the surface cannot be locked.
  func lock(isReadOnly: Bool) throws(CVError) {
    if let surface = memory.surface {
      let result = surface.lock(options: isReadOnly ? .readOnly : [])
      guard result == kIOReturnSuccess else {
        throw CVError(
          kCVReturnRetry, "\(surface) could not be locked (code \(result)): end this process's read locks first")
      }
    }
    locks.withLock { locks in
      if isReadOnly { locks.reading += 1 } else { locks.writing += 1 }
    }
  }

  /// Ends a lock. Returns false if there is none.
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

  /// Locks the buffer and calls `body` with its planes. Renders use it regardless of the app's locks.
  ///
  /// - Throws: the error of `body`, and `CVError` if a surface cannot be locked.
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

/// A pixel buffer, as functions for images refer to it.
public typealias CVImageBuffer = CVBuffer
/// A pixel buffer in memory.
public typealias CVPixelBuffer = CVBuffer
