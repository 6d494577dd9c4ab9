/// An error of OpenGL interoperation. Errors of renders are `RenderError`.
public enum CIOpenGLError: Error, Sendable, Equatable {
  /// The argument is invalid. Fix the call.
  case invalidArgument(String)
  /// OpenGL or a required feature is missing; the text names it.
  case unavailable(String)
  /// No context is current on this thread, or another one than that of the object. Make it current.
  case notCurrent(String)
  /// The context was reset and its objects are lost. Create another one, and a `CIOpenGLContext` in it.
  case contextLost
  /// An OpenGL call failed with this code of `glGetError`.
  case refused(call: String, code: UInt32)
}

extension CIOpenGLError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unavailable(let text), .notCurrent(let text): text
    case .contextLost: "the OpenGL context was reset; create another one and its textures"
    case .refused(let call, let code): "the OpenGL call \(call) failed with error 0x\(String(code, radix: 16))"
    }
  }
}
