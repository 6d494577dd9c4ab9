// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are IOSurface's.

/// What a lock is for.
public struct IOSurfaceLockOptions: OptionSet, Hashable, Sendable {
  public let rawValue: UInt32
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nobody writes while it lasts, so what was made of the pixels stays good.
  public static let readOnly = IOSurfaceLockOptions(rawValue: 1)
  /// An error instead of waiting for another process.
  public static let avoidSync = IOSurfaceLockOptions(rawValue: 2)
}

extension IOSurface {
  /// Keeps other processes from writing, and with no option from reading, too, until the unlock that belongs to it.
  /// Waits for those that have it.
  ///
  /// Locks of a process nest, are counted by their kind, and end on any thread; threads of one process are not kept
  /// apart. A lock ends with its process; when it was one for writing, the seed changes.
  ///
  /// - Parameter seed: gets the seed; pixels are those of the last lock with the same one.
  /// - Returns: `kIOReturnSuccess`; `kIOReturnCannotLock` where `.avoidSync` is said and it would have to wait, and
  ///   where this process and another one both read and both want to write.
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

  /// Ends a lock. The end of one for writing changes the seed.
  ///
  /// - Parameters:
  ///   - options: those of the lock.
  ///   - seed: gets the seed.
  /// - Returns: `kIOReturnBadArgument` when there is no lock with these options.
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

  /// Counts how often the pixels may have changed, in any process.
  public var seed: UInt32 { memory.lock.seed }
}

/// The code of what went wrong, or `kIOReturnSuccess`.
func code(of body: () throws(IOSurfaceError) -> Void) -> kern_return_t {
  do throws(IOSurfaceError) {
    try body()
    return kIOReturnSuccess
  } catch {
    return error.code
  }
}
