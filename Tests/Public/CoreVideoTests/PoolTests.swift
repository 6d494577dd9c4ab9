import CoreGraphics
import CoreVideo
import Foundation
import Synchronization
import Testing

@Suite struct PoolTests {
  /// A clock that advances on request.
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock().now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(_ seconds: Double) { time.withLock { $0 += .seconds(seconds) } }
  }

  private static var nv12: CFDictionary {
    [
      kCVPixelBufferWidthKey: 64, kCVPixelBufferHeightKey: 32,
      kCVPixelBufferPixelFormatTypeKey: kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange,
    ] as CFDictionary
  }

  private let clock = Clock()

  private func pool(_ attributes: [CFString: Any] = [:]) throws -> CVPixelBufferPool {
    let clock = clock
    return try CVPixelBufferPool(
      attributes: attributes as CFDictionary, bufferAttributes: Self.nv12, now: { clock.now })
  }

  private func address(_ buffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    defer { CVPixelBufferUnlockBaseAddress(buffer, .readOnly) }
    return CVPixelBufferGetBaseAddress(buffer)
  }

  @Test func codeFromElsewhereCompiles() throws {
    var pool: CVPixelBufferPool?
    let attributes = [kCVPixelBufferPoolMinimumBufferCountKey as String: 3]
    #expect(
      CVPixelBufferPoolCreate(kCFAllocatorDefault, attributes as CFDictionary, Self.nv12, &pool) == kCVReturnSuccess)
    var buffer: CVPixelBuffer?
    #expect(CVPixelBufferPoolCreatePixelBuffer(kCFAllocatorDefault, pool!, &buffer) == kCVReturnSuccess)
    #expect(CVPixelBufferGetWidth(buffer!) == 64 && CVPixelBufferGetPlaneCount(buffer!) == 2)
    #expect(CVPixelBufferPoolGetPixelBufferAttributes(pool!) == Self.nv12)
    #expect(CVPixelBufferPoolGetAttributes(pool!)?.count == 1)
    CVPixelBufferPoolFlush(pool!, .excessBuffers)
  }

  @Test func memoryIsReusedOnlyAfterTheLastReference() throws {
    let pool = try pool()
    var first: CVPixelBuffer? = try pool.pixelBuffer()
    let place = address(first!)
    let second = try pool.pixelBuffer()
    #expect(address(second) != place)
    let holder = first
    first = nil
    #expect(address(try pool.pixelBuffer()) != place)
    _ = holder
    #expect(pool.counts.held >= 1)
  }

  @Test func aBufferComesBackWithoutAttachmentsAndLocks() throws {
    let pool = try pool()
    var buffer: CVPixelBuffer? = try pool.pixelBuffer()
    let place = address(buffer!)
    CVPixelBufferLockBaseAddress(buffer!, [])
    CVBufferSetAttachment(buffer!, "key" as CFString, 1 as NSNumber, .shouldPropagate)
    buffer = nil
    #expect(pool.counts == (0, 1))
    let again = try pool.pixelBuffer()
    #expect(pool.counts == (1, 0) && CVPixelBufferGetBaseAddress(again) == nil)
    #expect(address(again) == place && !CVBufferHasAttachment(again, "key" as CFString))
  }

  /// Makes so many buffers and lets all of them go.
  private func use(_ pool: CVPixelBufferPool, _ count: Int) throws {
    _ = try (0..<count).map { _ in try pool.pixelBuffer() }
  }

  @Test func freeMemoryAges() throws {
    let pool = try pool([kCVPixelBufferPoolMinimumBufferCountKey: 2])
    try use(pool, 5)
    #expect(pool.counts == (0, 5))
    clock.advance(0.9)
    CVPixelBufferPoolFlush(pool, [])
    #expect(pool.counts == (0, 5))
    clock.advance(0.2)
    let buffer = try pool.pixelBuffer()
    #expect(pool.counts == (1, 1), "two are kept, with the one that is held")
    _ = buffer
    CVPixelBufferPoolFlush(pool, .excessBuffers)
    #expect(pool.counts == (1, 0))
  }

  @Test func whatIsUsedStaysYoung() throws {
    let pool = try pool()
    try use(pool, 2)
    for _ in 0..<5 {
      clock.advance(0.4)
      try use(pool, 1)
    }
    #expect(pool.counts == (0, 1), "the second one has been free for longer than a second")
  }

  @Test func anAgeOfZeroKeepsAll() throws {
    let pool = try pool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
    try use(pool, 3)
    clock.advance(1e6)
    CVPixelBufferPoolFlush(pool, [])
    #expect(pool.counts == (0, 3))
  }

  @Test func aThresholdBoundsWhatIsHeld() throws {
    let pool = try pool()
    let threshold = [kCVPixelBufferPoolAllocationThresholdKey: 2] as CFDictionary
    var buffers: [CVPixelBuffer?] = [nil, nil, nil]
    func next(_ index: Int) -> CVReturn {
      CVPixelBufferPoolCreatePixelBufferWithAuxAttributes(nil, pool, threshold, &buffers[index])
    }
    #expect(next(0) == kCVReturnSuccess && next(1) == kCVReturnSuccess)
    #expect(next(2) == kCVReturnWouldExceedAllocationThreshold && buffers[2] == nil)
    buffers[0] = nil
    #expect(next(2) == kCVReturnSuccess)
    #expect(try pool.pixelBuffer() != buffers[2])
  }

  @Test func aBufferOutlivesItsPool() throws {
    var pool: CVPixelBufferPool? = try pool()
    let buffer = try pool!.pixelBuffer()
    let isGone = { [weak pool] in pool == nil }
    pool = nil
    #expect(isGone() && address(buffer) != nil)
    try buffer.withPlanes(writing: true) { $0.planes[0].start.storeBytes(of: 1, as: UInt8.self) }
  }

  @Test func poolsWithoutASizeAreRefused() {
    func status(_ pool: [CFString: Any]?, _ buffers: [CFString: Any]?) -> CVReturn {
      var made: CVPixelBufferPool?
      return CVPixelBufferPoolCreate(nil, pool as CFDictionary?, buffers as CFDictionary?, &made)
    }
    let whole: [CFString: Any] = [
      kCVPixelBufferWidthKey: 4, kCVPixelBufferHeightKey: 4,
      kCVPixelBufferPixelFormatTypeKey: [0x6E6F_6E65, kCVPixelFormatType_32BGRA],
    ]
    #expect(status(nil, whole) == kCVReturnSuccess)
    #expect(status(nil, nil) == kCVReturnInvalidPixelBufferAttributes)
    #expect(status(nil, [kCVPixelBufferWidthKey: 4]) == kCVReturnInvalidPixelBufferAttributes)
    let wrong = whole.merging([kCVPixelBufferPixelFormatTypeKey: ["BGRA"]]) { $1 }
    #expect(status(nil, wrong) == kCVReturnInvalidPixelBufferAttributes)
    #expect(status([kCVPixelBufferPoolMaximumBufferAgeKey: -1], whole) == kCVReturnInvalidPoolAttributes)
    #expect(status([kCVPixelBufferPoolMinimumBufferCountKey: "3"], whole) == kCVReturnInvalidPoolAttributes)
  }

  /// Eight threads make, write, pass on and let go: no memory has two holders, and all of it comes back.
  @Test func threadsShareAPool() async throws {
    let pool = try pool([kCVPixelBufferPoolMaximumBufferAgeKey: 0])
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for turn in 0..<200 {
            let buffer = try pool.pixelBuffer()
            let mark = UInt32(task * 1000 + turn)
            try buffer.withPlanes(writing: true) { $0.planes[0].start.storeBytes(of: mark, as: UInt32.self) }
            CVBufferSetAttachment(buffer, "mark" as CFString, mark as NSNumber, .shouldPropagate)
            await Task.yield()
            let found = try buffer.withPlanes(writing: false) { $0.planes[0].start.load(as: UInt32.self) }
            #expect(found == mark && CVBufferCopyAttachment(buffer, "mark" as CFString, nil) as? UInt32 == mark)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(pool.counts.held == 0 && pool.counts.free <= 8)
  }
}
