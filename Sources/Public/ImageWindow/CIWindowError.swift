import CVulkan
import CoreImage

/// Why there is no window, or nothing in it any more. Errors of renders are `RenderError`.
public enum CIWindowError: Error, Sendable, Equatable {
  /// The caller asked for something that has no meaning. Fix the call.
  case invalidArgument(String)
  /// There is no display, no SDL, or no device that shows images here; the text says what is missing.
  case unavailable(String)
  /// The display's server ended, or went out of reach. The window stays black; close it.
  case displayLost
  /// The window is closed.
  case closed
}

extension CIWindowError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unavailable(let text): text
    case .displayLost: "the display is gone: its server ended or cannot be reached any more"
    case .closed: "the window is closed"
    }
  }
}

/// - Throws: `RenderError.device` for what did not succeed.
func check(_ result: CVKResult) throws(RenderError) {
  if result.code != VK_SUCCESS {
    throw .device(call: result.call.map { String(cString: $0) } ?? "Vulkan", result: result.code.rawValue)
  }
}
