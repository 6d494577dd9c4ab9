// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The flags of a lock.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The caller does not write while the lock is held, so cached results for the pixels stay valid.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Locks the pixels, whose addresses are valid until the matching unlock.
///
/// Locks nest and are counted. They do not exclude threads of the same process, which must coordinate their accesses.
/// The locks of a buffer on a surface also lock the surface, so they wait for other processes. Renders lock
/// automatically.
///
/// - Returns: `kCVReturnSuccess`; `kCVReturnInvalidArgument` for unsupported flags; `kCVReturnRetry` if this process
///   and another one both hold read locks of the surface and both request write locks.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
  guard lockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  return code { () throws(CVError) in try pixelBuffer.lock(isReadOnly: lockFlags.contains(.readOnly)) }
}

/// Ends a lock. The end of a write lock counts as a change of the pixels.
///
/// - Parameter unlockFlags: the flags of the lock.
/// - Returns: `kCVReturnSuccess`; `kCVReturnInvalidArgument` if there is no lock with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard unlockFlags.isSubset(of: .readOnly), pixelBuffer.unlock(isReadOnly: unlockFlags.contains(.readOnly)) else {
    return kCVReturnInvalidArgument
  }
  return kCVReturnSuccess
}

/// Returns the address of the first row, of a planar buffer that of its first plane. Returns nil if the buffer is not
/// locked.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isLocked ? pixelBuffer.starts[0] : nil
}

/// Returns the address of a plane's first row. Returns nil if the buffer is not locked, if there is no such plane, and
/// for formats without planes.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard CVPixelBufferIsPlanar(pixelBuffer), pixelBuffer.starts.indices.contains(planeIndex), pixelBuffer.isLocked else {
    return nil
  }
  return pixelBuffer.starts[planeIndex]
}
