/// The reason why a render failed. Each case states who can resolve it.
public enum RenderError: Error, Sendable, Equatable {
  /// An argument is meaningless. Fix the call.
  case invalidArgument(String)
  /// The request is meaningful, but unsupported by this device or build. Choose another format or backend.
  case unsupported(String)
  /// A stated limit is exceeded. Request less, or raise the limit.
  case limit(String, requested: UInt64, allowed: UInt64)
  /// An image could not be read or written. The text names it and states the reason.
  case image(String)
  /// A Vulkan call failed; `call` is the function. Recreate the context, unless the device was lost (-4). After a lost
  /// device, the context creates a new one for the next render. If the device belongs to the app, the app must create
  /// it.
  case device(call: String, result: Int32)
}

extension RenderError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unsupported(let text), .image(let text): text
    case .limit(let text, let requested, let allowed): "\(text): requested \(requested), allowed \(allowed)"
    case .device(let call, -4):
      "the device was lost in \(call); render again: the context recreates it, unless it belongs to the app"
    case .device(let call, let result): "the Vulkan call \(call) failed with result \(result); recreate the context"
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
