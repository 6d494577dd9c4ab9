// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// What a lock is for.
public struct CVPixelBufferLockFlags: OptionSet, Hashable, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Nobody writes while it lasts, so what was made of the pixels stays good.
  public static let readOnly = CVPixelBufferLockFlags(rawValue: 1)
}

/// Makes the addresses of the pixels known until the unlock that belongs to it.
///
/// Locks nest and are counted. They keep nobody of this process out: who writes and who reads agree on when. Those of a
/// buffer on a surface are locks of the surface: they wait for other processes. Renders lock by themselves.
///
/// - Returns: `kCVReturnInvalidArgument` for flags that are not known; `kCVReturnRetry` where this process and another
///   one both read a surface and both want to write.
@discardableResult
public func CVPixelBufferLockBaseAddress(_ pixelBuffer: CVPixelBuffer, _ lockFlags: CVPixelBufferLockFlags) -> CVReturn
{
  guard lockFlags.isSubset(of: .readOnly) else { return kCVReturnInvalidArgument }
  return code { () throws(CVError) in try pixelBuffer.lock(isReadOnly: lockFlags.contains(.readOnly)) }
}

/// Ends a lock. The end of one for writing counts as a change of the pixels.
///
/// - Parameter unlockFlags: those of the lock.
/// - Returns: `kCVReturnInvalidArgument` when there is no lock with these flags.
@discardableResult
public func CVPixelBufferUnlockBaseAddress(
  _ pixelBuffer: CVPixelBuffer, _ unlockFlags: CVPixelBufferLockFlags
) -> CVReturn {
  guard unlockFlags.isSubset(of: .readOnly), pixelBuffer.unlock(isReadOnly: unlockFlags.contains(.readOnly)) else {
    return kCVReturnInvalidArgument
  }
  return kCVReturnSuccess
}

/// Where the first pixel of the first row is, of a planar buffer that of its first plane; nil while there is no lock.
public func CVPixelBufferGetBaseAddress(_ pixelBuffer: CVPixelBuffer) -> UnsafeMutableRawPointer? {
  pixelBuffer.isLocked ? pixelBuffer.starts[0] : nil
}

/// Where the first number of a plane is; nil while there is no lock, for a plane that is not there, and for formats
/// without planes.
public func CVPixelBufferGetBaseAddressOfPlane(
  _ pixelBuffer: CVPixelBuffer, _ planeIndex: Int
) -> UnsafeMutableRawPointer? {
  guard CVPixelBufferIsPlanar(pixelBuffer), pixelBuffer.starts.indices.contains(planeIndex), pixelBuffer.isLocked else {
    return nil
  }
  return pixelBuffer.starts[planeIndex]
}
