import CVulkan
import CoreImage

/// The reasons for which a window cannot be opened or drawn. Errors of renders are `RenderError`.
public enum CIWindowError: Error, Sendable, Equatable {
  /// An argument of a call is invalid. Fix the call.
  case invalidArgument(String)
  /// There is no display, no SDL, or no device that presents images; the text states what is missing.
  case unavailable(String)
  /// The display's server exited or became unreachable. The window stays black; close it.
  case displayLost
  /// The window is closed.
  case closed
}

extension CIWindowError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .invalidArgument(let text), .unavailable(let text): text
    case .displayLost: "the display is gone: its server exited or is unreachable"
    case .closed: "the window is closed"
    }
  }
}

/// - Throws: `RenderError.device` if the call failed.
func check(_ result: CVKResult) throws(RenderError) {
  if result.code != VK_SUCCESS {
    throw .device(call: result.call.map { String(cString: $0) } ?? "Vulkan", result: result.code.rawValue)
  }
}
