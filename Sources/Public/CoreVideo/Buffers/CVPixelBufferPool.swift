import CoreGraphics
import IOSurface
import Synchronization

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// Buffers of one format and size, whose memory is used again.
///
/// Memory is handed out again only when nobody holds its buffer: an image, a recipe and a render in flight do, and of a
/// surface every process that says it uses it. A buffer starts without attachments; its pixels are what the last one
/// left, or zero. What has been free for longer than the pool's age goes back to the system the next time that the pool
/// is used. Safe on any thread.
public final class CVPixelBufferPool: Sendable {
  /// How many are kept however long they have been free.
  let minimumCount: Int
  /// How long free memory is kept, in seconds; 0 for ever.
  let maximumAge: Double
  nonisolated(unsafe) let attributes: CFDictionary?
  nonisolated(unsafe) let bufferAttributes: CFDictionary?
  private let shape: PixelBufferLayout
  private let surfaceValues: BufferAttributes.SurfaceValues?
  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  fileprivate struct State {
    /// The longest free one first.
    var free: [(memory: PixelMemory, since: ContinuousClock.Instant)] = []
    var heldCount = 0
  }

  /// A pool of buffers by their attributes, of which width, height and format are needed.
  ///
  /// - Parameters:
  ///   - attributes: `kCVPixelBufferPool` keys: how many free buffers to keep, and for how long.
  ///   - bufferAttributes: `kCVPixelBuffer` keys. Of several formats the first that is known counts.
  /// - Throws: what was asked and what is allowed.
  public convenience init(attributes: CFDictionary? = nil, bufferAttributes: CFDictionary) throws(CVError) {
    try self.init(attributes: attributes, bufferAttributes: bufferAttributes, now: { ContinuousClock().now })
  }

  /// - Parameter now: the time, which tests make.
  package init(
    attributes: CFDictionary?, bufferAttributes: CFDictionary, now: @escaping @Sendable () -> ContinuousClock.Instant
  ) throws(CVError) {
    let wanted = try BufferAttributes(bufferAttributes)
    guard let width = wanted.width, let height = wanted.height, let first = wanted.formats.first else {
      throw CVError(
        kCVReturnInvalidPixelBufferAttributes, "a pool needs the width, the height and the format of its buffers")
    }
    shape = try PixelBufferLayout(
      format: wanted.formats.first { pixelLayout(of: $0) != nil } ?? first, width: width, height: height,
      attributes: wanted)
    surfaceValues = wanted.surfaceValues
    let values = attributes.map { AttributeReader($0, error: kCVReturnInvalidPoolAttributes) }
    minimumCount = try values?.count(kCVPixelBufferPoolMinimumBufferCountKey) ?? 0
    maximumAge = try values?.number(kCVPixelBufferPoolMaximumBufferAgeKey) ?? 1
    guard maximumAge >= 0 else {
      throw CVError(
        kCVReturnInvalidPoolAttributes,
        "\(kCVPixelBufferPoolMaximumBufferAgeKey) is \(maximumAge); seconds from 0 are allowed, 0 keeps buffers for "
          + "ever"
      )
    }
    // Copies: nobody changes them afterwards.
    self.attributes = attributes?.copy() as? CFDictionary
    self.bufferAttributes = bufferAttributes.copy() as? CFDictionary
    self.now = now
  }

  /// A buffer, of memory that is free if there is any.
  ///
  /// - Parameter allocationThreshold: how many buffers may be held at a time; a further one is refused with
  ///   `kCVReturnWouldExceedAllocationThreshold`.
  /// - Throws: that, or `kCVReturnAllocationFailed`.
  public func pixelBuffer(allocationThreshold: Int? = nil) throws(CVError) -> CVPixelBuffer {
    let time = now()
    // What is dropped is freed after the lock ends.
    let (memory, _) = try state.withLock { state throws(CVError) -> (PixelMemory, [PixelMemory]) in
      let memory: PixelMemory
      var dropped: [PixelMemory] = []
      if let index = state.free.lastIndex(where: { !$0.memory.isUsedElsewhere }) {
        memory = state.free.remove(at: index).memory
        state.heldCount += 1
        dropped = state.dropAged(self, at: time)
      } else {
        // What is free here is in use by others.
        let count = state.heldCount + state.free.count
        if let allocationThreshold, count >= allocationThreshold {
          throw CVError(
            kCVReturnWouldExceedAllocationThreshold,
            "\(count) buffers are in use, and \(allocationThreshold) are allowed; let some of them go")
        }
        memory = try PixelMemory(shape, surfaceValues)
        state.heldCount += 1
      }
      return (memory, dropped)
    }
    if let surfaceValues { memory.surface?.setAllAttachments(IOSurface.values(surfaceValues.dictionary)) }
    return CVPixelBuffer(shape, in: memory, from: self)
  }

  /// Called when the last reference to a buffer has ended.
  func take(back memory: PixelMemory) {
    let time = now()
    _ = state.withLock { state in
      state.heldCount -= 1
      state.free.append((memory, time))
      return state.dropAged(self, at: time)
    }
  }

  /// Gives free memory back to the system: what is too old, or all of it.
  func flush(all: Bool) {
    let time = now()
    _ = state.withLock { state in
      guard all else { return state.dropAged(self, at: time) }
      defer { state.free = [] }
      return state.free.map(\.memory)
    }
  }

  /// How many buffers somebody holds, and how many are free.
  package var counts: (held: Int, free: Int) { state.withLock { ($0.heldCount, $0.free.count) } }
}

extension CVPixelBufferPool.State {
  /// Takes out what has been free for too long, the longest free first, and returns it.
  fileprivate mutating func dropAged(_ pool: CVPixelBufferPool, at time: ContinuousClock.Instant) -> [PixelMemory] {
    guard pool.maximumAge > 0 else { return [] }
    let excess = max(0, free.count + heldCount - pool.minimumCount)
    let aged = free.prefix(excess).prefix { time - $0.since > .seconds(pool.maximumAge) }.map(\.memory)
    free.removeFirst(aged.count)
    return aged
  }
}
