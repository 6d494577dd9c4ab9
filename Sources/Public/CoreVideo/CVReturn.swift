// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are Core Video's.

/// What a function of Core Video's kind says about its success.
public typealias CVReturn = Int32

/// All went well.
public var kCVReturnSuccess: CVReturn { 0 }
/// Something failed that has no code of its own.
public var kCVReturnError: CVReturn { -6660 }
/// An argument has no meaning.
public var kCVReturnInvalidArgument: CVReturn { -6661 }
/// There is not as much memory.
public var kCVReturnAllocationFailed: CVReturn { -6662 }
/// It has a meaning, but it is not here.
public var kCVReturnUnsupported: CVReturn { -6663 }
/// There is no such pixel format here.
public var kCVReturnInvalidPixelFormat: CVReturn { -6680 }
/// A width or a height that no buffer has, or more bytes than can be counted.
public var kCVReturnInvalidSize: CVReturn { -6681 }
/// An attribute of a buffer has the wrong type or a value that is not allowed.
public var kCVReturnInvalidPixelBufferAttributes: CVReturn { -6682 }
/// The buffer cannot be used with OpenGL.
public var kCVReturnPixelBufferNotOpenGLCompatible: CVReturn { -6683 }
/// The buffer cannot be used with Metal.
public var kCVReturnPixelBufferNotMetalCompatible: CVReturn { -6684 }
/// The pool has as many buffers as its caller allows, and none of them is free.
public var kCVReturnWouldExceedAllocationThreshold: CVReturn { -6689 }
/// The pool could not make a buffer.
public var kCVReturnPoolAllocationFailed: CVReturn { -6690 }
/// An attribute of a pool has the wrong type or a value that is not allowed.
public var kCVReturnInvalidPoolAttributes: CVReturn { -6691 }
/// It may work later.
public var kCVReturnRetry: CVReturn { -6692 }

/// Why there is no buffer: what was asked, what is allowed, and the code that the functions return for it.
public struct CVError: Error, Hashable, Sendable, CustomStringConvertible {
  /// One of the `kCVReturn` codes; never `kCVReturnSuccess`.
  public let code: CVReturn
  /// What was asked, what is allowed and what to do.
  public let description: String

  init(_ code: CVReturn, _ description: String) { (self.code, self.description) = (code, description) }
}

/// The code of what went wrong, or `kCVReturnSuccess`.
func code(of body: () throws(CVError) -> Void) -> CVReturn {
  do throws(CVError) {
    try body()
    return kCVReturnSuccess
  } catch {
    return error.code
  }
}
