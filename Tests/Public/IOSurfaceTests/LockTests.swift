import CIOSurface
import Foundation
import IOSurface
import Testing

@Suite struct LockTests {
  private let surface: IOSurface

  init() throws { surface = try IOSurface(validating: [.width: 64, .height: 64]) }

  @Test func locksAreCountedByTheirKind() {
    #expect(surface.unlock() == kIOReturnBadArgument && surface.unlock(options: .readOnly) == kIOReturnBadArgument)
    #expect(surface.lock(options: .readOnly) == kIOReturnSuccess)
    #expect(surface.unlock() == kIOReturnBadArgument)
    #expect(surface.lock() == kIOReturnSuccess && surface.lock() == kIOReturnSuccess)
    #expect(surface.lock(options: [.readOnly, .avoidSync]) == kIOReturnSuccess)
    #expect(surface.unlock() == kIOReturnSuccess && surface.unlock(options: .readOnly) == kIOReturnSuccess)
    #expect(surface.unlock(options: .readOnly) == kIOReturnSuccess && surface.unlock() == kIOReturnSuccess)
    #expect(surface.unlock() == kIOReturnBadArgument)
    #expect(surface.lock(options: IOSurfaceLockOptions(rawValue: 4)) == kIOReturnBadArgument)
  }

  @Test func onlyWritingChangesTheSeed() {
    var (before, during, after) = (surface.seed, UInt32(0), UInt32(0))
    surface.lock(options: .readOnly, seed: &during)
    surface.unlock(options: .readOnly, seed: &after)
    #expect(during == before && after == before)
    surface.lock(seed: &during)
    surface.unlock(seed: &after)
    #expect(during == before && after == before + 1)
    // Each end of a nested lock.
    before = after
    surface.lock()
    surface.lock()
    surface.unlock()
    surface.unlock()
    #expect(IOSurfaceGetSeed(surface) == before + 2)
  }

  /// Threads lock, upgrade and unlock as they like: nothing hangs, and all of it ends.
  @Test func threadsLockAsTheyLike() async {
    await withTaskGroup(of: Int.self) { group in
      for _ in 0..<4 {
        group.addTask { [surface] in
          var writes = 0
          for turn in 0..<500 {
            let options: IOSurfaceLockOptions = turn % 3 == 0 ? [] : .readOnly
            guard surface.lock(options: options) == kIOReturnSuccess else { continue }
            if options.isEmpty { writes += 1 }
            if turn % 5 == 0, surface.lock() == kIOReturnSuccess {
              surface.unlock()
              writes += 1
            }
            surface.unlock(options: options)
          }
          return writes
        }
      }
      var writes = 0
      for await count in group { writes += count }
      // Alone, no process is in the way of an upgrade: every lock was granted.
      #expect(writes == 4 * (167 + 100) && surface.seed == UInt32(writes))
    }
    #expect(surface.unlock() == kIOReturnBadArgument && surface.unlock(options: .readOnly) == kIOReturnBadArgument)
  }

  /// There are places for the counts of 128 processes; those that come then use the surface too.
  @Test func moreProcessesThanPlaces() throws {
    // A descriptor with locks of its own is to the surface what another process is.
    let other = try surface.makeFileDescriptor()
    var further: Int32 = -1
    #expect(cios_reopen(other, &further) == 0)
    for place in 0..<CIOS_USER_LIMIT {
      #expect(cios_lock(other, CIOS_RANGE_USERS + place, CIOS_EXCLUSIVE, 0) == 0)
    }
    #expect(surface.isInUse && surface.useCount == 0 && surface.localUseCount == 0)
    surface.incrementUseCount()
    surface.incrementUseCount()
    #expect(surface.useCount == 2 && cios_is_locked(other, CIOS_RANGE_FURTHER_USERS, 1) == 1)
    #expect(cios_lock(further, CIOS_RANGE_FURTHER_USERS, CIOS_SHARED, 0) == 0 && surface.useCount == 3)
    surface.decrementUseCount()
    surface.decrementUseCount()
    close(other)
    #expect(surface.isInUse)
    close(further)
    #expect(!surface.isInUse && surface.useCount == 0)
  }

  @Test func usesAreCounted() {
    #expect(!surface.isInUse && surface.useCount == 0)
    surface.decrementUseCount()
    #expect(surface.localUseCount == 0)
    surface.incrementUseCount()
    IOSurfaceIncrementUseCount(surface)
    #expect(IOSurfaceIsInUse(surface) && IOSurfaceGetUseCount(surface) == 2 && surface.localUseCount == 2)
    surface.decrementUseCount()
    IOSurfaceDecrementUseCount(surface)
    #expect(!surface.isInUse && surface.useCount == 0)
  }
}
