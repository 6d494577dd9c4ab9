import CoreGraphics
import IOSurface
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// A pool of buffers of one format and size, whose memory is reused.
///
/// Memory is reused only after all references to its buffer have ended. Images, recipes and renders in flight hold
/// references, and every process that uses a surface holds that surface. A buffer starts without attachments; its
/// pixels are those of the previous buffer, or zero. Memory that has been free for longer than the pool's maximum age
/// is released the next time that the pool is used. Safe on any thread.
public final class CVPixelBufferPool: Sendable {
  /// The number of buffers that are retained regardless of their age.
  let minimumCount: Int
  /// The time for which free memory is retained, in seconds; 0 for no limit.
  let maximumAge: Double
  nonisolated(unsafe) let attributes: CFDictionary?
  nonisolated(unsafe) let bufferAttributes: CFDictionary?
  private let shape: PixelBufferLayout
  private let surfaceValues: BufferAttributes.SurfaceValues?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  fileprivate struct State {
    /// In the order in which they became free.
    var free: [(memory: PixelMemory, since: ContinuousClock.Instant)] = []
    var heldCount = 0
  }

  /// Creates a pool. The buffer attributes must contain width, height and pixel format.
  ///
  /// - Parameters:
  ///   - attributes: `kCVPixelBufferPool` keys: the number of free buffers to retain, and the time limit for them.
  ///   - bufferAttributes: `kCVPixelBuffer` keys. Of several formats, the first supported one is used.
  /// - Throws: an error with the rejected value and the allowed range.
  public convenience init(attributes: CFDictionary? = nil, bufferAttributes: CFDictionary) throws(CVError) {
    try self.init(attributes: attributes, bufferAttributes: bufferAttributes, now: { ContinuousClock().now })
  }

  /// - Parameter now: a function that returns the time, which tests replace.
  package init(
    attributes: CFDictionary?, bufferAttributes: CFDictionary, now: @escaping @Sendable () -> ContinuousClock.Instant
  ) throws(CVError) {
    let parsed = try BufferAttributes(bufferAttributes)
    guard let width = parsed.width, let height = parsed.height, let first = parsed.formats.first else {
      throw CVError(
        kCVReturnInvalidPixelBufferAttributes,
        "the buffer attributes of a pool must contain a width, a height and a pixel format")
    }
    shape = try PixelBufferLayout(
      format: parsed.formats.first { pixelLayout(of: $0) != nil } ?? first, width: width, height: height,
      attributes: parsed)
    surfaceValues = parsed.surfaceValues
    let values = attributes.map { AttributeReader($0, error: kCVReturnInvalidPoolAttributes) }
    minimumCount = try values?.count(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0
    maximumAge = try values?.number(kCVPixelBufferPoolMaximumBufferAgeKey) ?? 1
    guard maximumAge >= 0 else {
      throw CVError(
        kCVReturnInvalidPoolAttributes,
        "\(kCVPixelBufferPoolMaximumBufferAgeKey) is \(maximumAge); seconds from 0 are allowed, and 0 means no limit"
      )
    }
    // Copies, because the caller may change the dictionaries.
    self.attributes = attributes?.copy() as? CFDictionary
    self.bufferAttributes = bufferAttributes.copy() as? CFDictionary
    self.now = now
  }

  /// Returns a buffer, in free memory if there is any.
  ///
  /// - Parameter allocationThreshold: the greatest number of simultaneous buffers.
  /// - Throws: `kCVReturnWouldExceedAllocationThreshold` if there would be more buffers than that;
  ///   `kCVReturnAllocationFailed`.
  public func pixelBuffer(allocationThreshold: Int? = nil) throws(CVError) -> CVPixelBuffer {
    let time = now()
    // The dropped memory is freed outside of the lock.
    let (memory, _) = try state.withLock { state throws(CVError) -> (PixelMemory, [PixelMemory]) in
      let memory: PixelMemory
      var dropped: [PixelMemory] = []
      if let index = state.free.lastIndex(where: { !$0.memory.isUsedElsewhere }) {
        memory = state.free.remove(at: index).memory
        state.heldCount += 1
        dropped = state.dropAged(self, at: time)
      } else {
        // The remaining free memory is in use by other processes.
        let count = state.heldCount + state.free.count
        if let allocationThreshold, count >= allocationThreshold {
          throw CVError(
            kCVReturnWouldExceedAllocationThreshold,
            "\(count) buffers are in use, and \(allocationThreshold) are allowed; release some of them")
        }
        memory = try PixelMemory(shape, surfaceValues)
        state.heldCount += 1
      }
      return (memory, dropped)
    }
    if let surfaceValues { memory.surface?.setAllAttachments(IOSurface.values(surfaceValues.dictionary)) }
    return CVPixelBuffer(shape, in: memory, from: self)
  }

  /// Takes memory back. Called when the last reference to a buffer has ended.
  func recycle(_ memory: PixelMemory) {
    let time = now()
    _ = state.withLock { state in
      state.heldCount -= 1
      state.free.append((memory, time))
      return state.dropAged(self, at: time)
    }
  }

  /// Releases free memory to the system: memory that exceeds the age limit, or all of it.
  func flush(all: Bool) {
    let time = now()
    _ = state.withLock { state in
      guard all else { return state.dropAged(self, at: time) }
      defer { state.free = [] }
      return state.free.map(\.memory)
    }
  }

  /// The numbers of buffers in use and of free ones.
  package var counts: (held: Int, free: Int) { state.withLock { ($0.heldCount, $0.free.count) } }
}

extension CVPixelBufferPool.State {
  /// Removes memory that has been free for too long, in order of age, and returns it.
  fileprivate mutating func dropAged(_ pool: CVPixelBufferPool, at time: ContinuousClock.Instant) -> [PixelMemory] {
    guard pool.maximumAge > 0 else { return [] }
    let excess = max(0, free.count + heldCount - pool.minimumCount)
    let aged = free.prefix(excess).prefix { time - $0.since > .seconds(pool.maximumAge) }.map(\.memory)
    free.removeFirst(aged.count)
    return aged
  }
}
