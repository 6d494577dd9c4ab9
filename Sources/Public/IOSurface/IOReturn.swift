// swift-format-ignore-file: AlwaysUseLowerCamelCase, TypeNamesShouldBeCapitalized
// Names are IOKit's.

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What a function of surfaces says about its success.
public typealias IOReturn = Int32
/// What a function of surfaces says about its success.
public typealias kern_return_t = Int32

/// All went well.
public var kIOReturnSuccess: IOReturn { 0 }
/// Something failed that has no code of its own.
public var kIOReturnError: IOReturn { IOReturn(bitPattern: 0xE000_02BC) }
/// There is not as much memory.
public var kIOReturnNoMemory: IOReturn { IOReturn(bitPattern: 0xE000_02BD) }
/// The process or the system has too many files, or locks.
public var kIOReturnNoResources: IOReturn { IOReturn(bitPattern: 0xE000_02BE) }
/// An argument has no meaning.
public var kIOReturnBadArgument: IOReturn { IOReturn(bitPattern: 0xE000_02C2) }
/// It has a meaning, but it is not here.
public var kIOReturnUnsupported: IOReturn { IOReturn(bitPattern: 0xE000_02C7) }
/// The lock would have to wait, or would wait for ever.
public var kIOReturnCannotLock: IOReturn { IOReturn(bitPattern: 0xE000_02CC) }
/// The system does not allow it.
public var kIOReturnNotPermitted: IOReturn { IOReturn(bitPattern: 0xE000_02E2) }
/// What came from elsewhere is no surface.
public var kIOReturnBadMedia: IOReturn { IOReturn(bitPattern: 0xE000_02D1) }

/// Why there is no surface, or no lock: what was asked, what is allowed, and the code that the functions return for it.
public struct IOSurfaceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the `kIOReturn` codes; never `kIOReturnSuccess`.
  public let code: IOReturn
  /// What was asked, what is allowed and what to do.
  public let description: String

  init(_ code: IOReturn, _ description: String) { (self.code, self.description) = (code, description) }

  /// - Parameters:
  ///   - number: of `errno`.
  ///   - action: what failed, as a sentence goes on: "no memory file was made".
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

  /// Throws what a call of the system says, unless it says 0.
  static func check(_ number: Int32, _ action: @autoclosure () -> String) throws(IOSurfaceError) {
    if number != 0 { throw IOSurfaceError(system: number, action()) }
  }
}
