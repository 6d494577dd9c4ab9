import ImageGraph
import ImagePlanning

/// Measurements of copy rates between otherwise unused memory.
extension VulkanContext {
  /// The location of copied bytes: device memory, or memory that the host maps.
  package enum CopyLocation: String, Sendable {
    case host, device
  }

  /// Measures consecutive copies, each with one command (`vkCmdCopyBuffer`).
  ///
  /// - Parameters:
  ///   - byteCount: at least 4, a multiple of 4.
  ///   - runs: the number of measured copies. One copy before them is not measured.
  /// - Returns: the milliseconds of each copy by the device's clock, or from submission to completion if it has none.
  /// - Throws: `limit` above the device's largest allocation; `device` if the driver rejects it.
  package func copyTimes(
    of byteCount: Int, from source: CopyLocation, to target: CopyLocation, runs: Int
  ) throws(RenderError) -> [Double] {
    let (source, target) = (try memory(byteCount, source), try memory(byteCount, target))
    let frame = try frames.acquire()
    defer { frames.release(frame) }
    var times: [Double] = []
    for _ in 0...runs {
      try frame.begin()
      frame.copy(from: source, to: target, byteCount: byteCount)
      try frame.submit()
      times.append(try frame.wait())
    }
    withExtendedLifetime((source, target)) {}
    return Array(times.dropFirst())
  }

  /// Calls `body` with mapped staging memory, as uploads and downloads use it.
  ///
  /// - Throws: the errors of `copyTimes`.
  package func withStaging<T>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> T
  ) throws(RenderError) -> T {
    let buffer = try memory(byteCount, .host)
    defer { withExtendedLifetime(buffer) {} }
    return body(UnsafeMutableRawBufferPointer(start: buffer.contents, count: byteCount))
  }

  private func memory(_ byteCount: Int, _ location: CopyLocation) throws(RenderError) -> Buffer {
    try Buffer(byteCount: byteCount, kind: location == .host ? .host : .device, isMapped: location == .host, on: device)
  }
}
