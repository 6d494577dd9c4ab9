import ImageGraph

/// Errors of a device with less memory than it reported: a plan within the memory target does not fit.
extension RenderError {
  private static let shortage = "bytes of device memory in use"

  /// Returns the error of a failed allocation.
  ///
  /// - Parameters:
  ///   - call: the Vulkan function that returned `result`.
  ///   - requested: the bytes that would be in use after the allocation.
  ///   - allowed: the bytes that are in use.
  package static func memoryShortage(call: String, result: Int32, requested: Int, allowed: Int) -> RenderError {
    .limit(
      "\(shortage) (\(call) returned \(result))", requested: UInt64(clamping: requested),
      allowed: UInt64(clamping: allowed)
    )
  }

  /// Whether a driver had no memory for a plan, so that smaller tiles may fit.
  package var isMemoryShortage: Bool {
    if case .limit(let text, _, _) = self { text.hasPrefix(Self.shortage) } else { false }
  }
}
