import ImageGraph
import ImagePlanning

/// What the device and the host copy between memory that nothing else uses: for measuring.
extension VulkanContext {
  /// Where bytes are that the device copies: in memory of its own, or in such as the host reads and writes.
  package enum CopyLocation: String, Sendable {
    case host, device
  }

  /// Copies by one command each (`vkCmdCopyBuffer`), one after the other.
  ///
  /// - Parameters:
  ///   - byteCount: at least 4, a multiple of 4.
  ///   - runs: how often; one more before them is not measured.
  /// - Returns: milliseconds of each by the device's clock; without one, from submitting to the end.
  /// - Throws: `limit` above the device's largest allocation; `device` when the driver refuses.
  package func copyTimes(
    of byteCount: Int, from source: CopyLocation, to target: CopyLocation, runs: Int
  ) throws(RenderError) -> [Double] {
    let (source, target) = (try memory(byteCount, source), try memory(byteCount, target))
    let frame = try frames.take()
    defer { frames.giveBack(frame) }
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

  /// Hands `body` memory that host and device share, as uploads and results go through.
  ///
  /// - Throws: as `copyTimes` does, and what `body` throws.
  package func withStaging<T>(
    byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) -> T
  ) throws(RenderError) -> T {
    let buffer = try memory(byteCount, .host)
    defer { withExtendedLifetime(buffer) {} }
    return body(UnsafeMutableRawBufferPointer(start: buffer.contents, count: byteCount))
  }

  private func memory(_ byteCount: Int, _ place: CopyLocation) throws(RenderError) -> Buffer {
    try Buffer(byteCount: byteCount, place: place == .host ? .host : .device, isMapped: place == .host, on: device)
  }
}
