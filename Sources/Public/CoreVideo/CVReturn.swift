// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// The result code of a Core Video function.
public typealias CVReturn = Int32

/// The call succeeded.
public var kCVReturnSuccess: CVReturn { 0 }
/// A failure for which there is no more specific code.
public var kCVReturnError: CVReturn { -6660 }
/// An argument is invalid.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// Not enough memory.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// The argument is valid, but the operation is not supported.
public var kCVReturnUnsupported: CVReturn { -6663 }
/// The pixel format is not supported.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// A width or height is out of range, or the size in bytes overflows.
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// A buffer attribute has the wrong type or a value out of range.
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
/// The buffer cannot be used with OpenGL.
public var kCVReturnPixelBufferNotOpenGLCompatible: CVReturn { -6683 }
/// The buffer cannot be used with Metal.
public var kCVReturnPixelBufferNotMetalCompatible: CVReturn { -6684 }
/// The pool already has as many buffers as the caller allows, and none of them is free.
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
/// The pool could not create a buffer.
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
/// A pool attribute has the wrong type or a value out of range.
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }
/// The call may succeed later.
public var kCVReturnRetry: CVReturn { -6692 }

/// An error of creating or locking a buffer: the rejected value, the allowed range, and a result code.
public struct CVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A `kCVReturn` code other than `kCVReturnSuccess`.
  public let code: CVReturn
  /// The rejected value, the allowed range and the remedy.
  public let description: String

  init(_ code: CVReturn, _ description: String) { (self.code, self.description) = (code, description) }
}

/// Returns the code of the error that `body` throws, or `kCVReturnSuccess`.
func code(of body: () throws(CVError) -> Void) -> CVReturn {
  do throws(CVError) {
    try body()
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}
