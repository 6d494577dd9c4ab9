// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// Names are IOKit's.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The result code of a surface function.
public typealias IOReturn = Int32
/// The result code of a surface function.
public typealias kern_return_t = Int32

/// The call succeeded.
public var kIOReturnSuccess: IOReturn { 0 }
/// A failure for which there is no more specific code.
public var kIOReturnError: IOReturn { IOReturn(bitPattern: 0xE000_02BC) }
/// Not enough memory.
public var kIOReturnNoMemory: IOReturn { IOReturn(bitPattern: 0xE000_02BD) }
/// The process or the system has too many open files or locks.
public var kIOReturnNoResources: IOReturn { IOReturn(bitPattern: 0xE000_02BE) }
/// An argument is invalid.
public var kIOReturnBadArgument: IOReturn { IOReturn(bitPattern: 0xE000_02C2) }
/// The argument is valid, but the operation is not supported.
public var kIOReturnUnsupported: IOReturn { IOReturn(bitPattern: 0xE000_02C7) }
/// The lock cannot be acquired without waiting, or waiting would deadlock.
public var kIOReturnCannotLock: IOReturn { IOReturn(bitPattern: 0xE000_02CC) }
/// The system denies the operation.
public var kIOReturnNotPermitted: IOReturn { IOReturn(bitPattern: 0xE000_02E2) }
/// The received data or descriptor is not a surface.
public var kIOReturnBadMedia: IOReturn { IOReturn(bitPattern: 0xE000_02D1) }

/// An error of creating, receiving or locking a surface: the rejected value, the allowed range, and a result code.
public struct IOSurfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A `kIOReturn` code other than `kIOReturnSuccess`.
  public let code: IOReturn
  /// The rejected value, the allowed range and the remedy.
  public let description: String

  init(_ code: IOReturn, _ description: String) { (self.code, self.description) = (code, description) }

  /// - Parameters:
  ///   - number: the value of `errno`.
  ///   - action: the operation that failed, as the first part of a sentence: "a memory file could not be created".
  init(system number: Int32, _ action: String) {
    code =
      switch number {
      case ENOMEM, ENOSPC, EFBIG, EOVERFLOW: kIOReturnNoMemory
      case EMFILE, ENFILE, ENOLCK: kIOReturnNoResources
      case EPERM, EACCES: kIOReturnNotPermitted
      case EBADF, EINVAL, ENOTSOCK: kIOReturnBadArgument
      case EBADMSG: kIOReturnBadMedia
      case ENOSYS: kIOReturnUnsupported
      case EAGAIN: kIOReturnCannotLock
      default: kIOReturnError
      }
    description = "\(action): \(String(cString: strerror(number)))"
  }

  /// Throws the error of a system call unless `number` is 0.
  static func check(_ number: Int32, _ action: @autoclosure () -> String) throws(IOSurfaceError) {
    if number != 0 { throw IOSurfaceError(system: number, action()) }
  }
}
