/// Why nothing came from OpenGL, or went there. Errors of renders are `RenderError`.
public enum CIOpenGLError: Error, Sendable, Equatable {
  /// The caller asked for something that has no meaning. Fix the call.
  case invalidArgument(String)
  /// There is no OpenGL, or not what is needed of it; the text says what is missing.
  case unavailable(String)
  /// No context is current on this thread, or another one than before. Make it current.
  case notCurrent(String)
  /// The context was reset, with everything in it. Make another one, and a `CIOpenGLContext` in it.
  case contextLost
  /// OpenGL refused, with this number of `glGetError`.
  case refused(call: String, code: UInt32)
}

extension CIOpenGLError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unavailable(let text), .notCurrent(let text): text
    case .contextLost: "the OpenGL context was reset; make another one, and its textures anew"
    case .refused(let call, let code): "OpenGL refused \(call) with error 0x\(String(code, radix: 16))"
    }
  }
}
