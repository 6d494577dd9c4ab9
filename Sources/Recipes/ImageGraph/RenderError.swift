/// Why a render did not happen. The case says who can do something about it.
public enum RenderError: Error, Sendable, Equatable {
  /// The caller asked for something that has no meaning. Fix the call.
  case invalidArgument(String)
  /// Meaningful, but not on this device or in this build. Choose another format or backend.
  case unsupported(String)
  /// A stated limit was passed. Ask for less, or raise the limit.
  case limit(String, requested: UInt64, allowed: UInt64)
  /// An image could not be read or written; the text names it and says why.
  case image(String)
  /// The driver refused; `call` is the Vulkan function. Recreate the context, except when the device was lost (-4): the
  /// context opens it anew for the next render, unless the device is the app's own, which then makes another.
  case device(call: String, result: Int32)
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unsupported(let text), .image(let text): text
    case .limit(let text, let requested, let allowed): "\(text): requested \(requested), allowed \(allowed)"
    case .device(let call, -4):
      "the device was lost in \(call); render again, the context opens it anew, unless it is the app's own"
    case .device(let call, let result): "the Vulkan driver refused \(call) with result \(result); recreate the context"
    }
  }
}

extension RenderError {
  @available(*, deprecated, renamed: "image(_:)")
  public static func picture(_ text: String) -> RenderError { .image(text) }

  @available(*, deprecated, renamed: "limit(_:requested:allowed:)")
  public static func limit(_ text: String, asked: UInt64, allowed: UInt64) -> RenderError {
    .limit(text, requested: asked, allowed: allowed)
  }
}
