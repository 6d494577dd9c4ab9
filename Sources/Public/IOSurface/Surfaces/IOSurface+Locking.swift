// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// The options of a lock.
public struct IOSurfaceLockOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// No process writes while the lock is held, so cached results for the pixels stay valid.
  public static let readOnly = IOSurfaceLockOptions(rawValue: 1)
  /// The lock fails instead of waiting for another process.
  public static let avoidSync = IOSurfaceLockOptions(rawValue: 2)
}

extension IOSurface {
  /// Locks the surface, waiting for conflicting locks of other processes to end. With no option the lock excludes
  /// readers and writers of other processes; with `.readOnly` it excludes writers.
  ///
  /// Locks of a process nest and are counted by their kind. Any thread may end them. They do not exclude threads of the
  /// same process. A process's locks end with it; the end of a write lock changes the seed.
  ///
  /// - Parameter seed: receives the seed. If it equals the seed of the last lock, the pixels have not changed.
  /// - Returns: `kIOReturnSuccess`. `kIOReturnCannotLock` if the call would have to wait and the options contain
  ///   `.avoidSync`, or if this process and another one both hold read locks and both request write locks.
  @discardableResult
  public func lock(
    options: IOSurfaceLockOptions = [], seed: UnsafeMutablePointer<UInt32>? = nil
  ) -> kern_return_t {
    guard options.isSubset(of: [.readOnly, .avoidSync]) else { return kIOReturnBadArgument }
    let result = code { () throws(IOSurfaceError) in
      try memory.lock.lock(reading: options.contains(.readOnly), waits: !options.contains(.avoidSync))
    }
    if result == kIOReturnSuccess { seed?.pointee = self.seed }
    return result
  }

  /// Ends a lock. The end of a write lock changes the seed.
  ///
  /// - Parameters:
  ///   - options: the options of the lock.
  ///   - seed: receives the seed.
  /// - Returns: `kIOReturnSuccess`; `kIOReturnBadArgument` if there is no lock with these options.
  @discardableResult
  public func unlock(
    options: IOSurfaceLockOptions = [], seed: UnsafeMutablePointer<UInt32>? = nil
  ) -> kern_return_t {
    guard options.isSubset(of: [.readOnly, .avoidSync]) else { return kIOReturnBadArgument }
    let result = code { () throws(IOSurfaceError) in
      try memory.lock.unlock(reading: options.contains(.readOnly))
    }
    if result == kIOReturnSuccess { seed?.pointee = self.seed }
    return result
  }

  /// A counter of changes of the pixels, by any process.
  public var seed: UInt32 { memory.lock.seed }
}

/// Returns the code of the error that `body` throws, or `kIOReturnSuccess`.
func code(of body: () throws(IOSurfaceError) -> Void) -> kern_return_t {
  do throws(IOSurfaceError) {
    try body()
    return kIOReturnSuccess
  } catch {
    return error.code
  }
}
