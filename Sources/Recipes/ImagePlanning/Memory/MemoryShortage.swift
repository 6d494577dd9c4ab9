import ImageGraph

/// A device has less memory than it said: what fits the memory target does not fit the device.
extension RenderError {
  private static let shortage = "bytes of device memory in use"

  /// - Parameters:
  ///   - call: the driver's function that gave `result`.
  ///   - requested: The bytes that would be in use after the allocation.
  ///   - allowed: The bytes that are in use.
  package static func memoryShortage(call: String, result: Int32, requested: Int, allowed: Int) -> RenderError {
    .limit(
      "\(shortage) (\(call) gave \(result))", requested: UInt64(clamping: requested), allowed: UInt64(clamping: allowed)
    )
  }

  /// True where smaller parts may do: a driver had no memory for a plan.
  package var isMemoryShortage: Bool {
    if case .limit(let text, _, _) = self { text.hasPrefix(Self.shortage) } else { false }
  }
}
