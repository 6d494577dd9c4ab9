import CVideo
import CoreMedia
import Foundation

/// The file that an export writes.
final class ExportOutput {
  let file: OutputFile
  private let plan: ExportPlan
  private let passed: PassthroughStreams?
  private var lastTime = Int64.min

  /// - Throws: what the disk or the container refuses; nothing is left then.
  init(_ plan: ExportPlan, copying input: MediaFile?) throws(AVError) {
    self.plan = plan
    file = try OutputFile(plan.output, container: plan.container, descriptor: plan.descriptor)
    var failure = VDFailure()
    guard plan.encoding.add(to: file.output, &failure) else { throw AVError(failure, plan.output) }
    if let input {
      passed = try PassthroughStreams(plan.passed, encoding: plan.sounds, of: input, into: file, in: plan.range)
    } else {
      passed = nil
    }
    try file.begin(tags: plan.tags, chapters: plan.chapters, startsFast: plan.startsFast)
  }

  /// True once it has as many bytes as it may have, and an image.
  var isLong: Bool {
    plan.byteLimit > 0 && lastTime > .min && vd_output_byte_count(file.output) >= plan.byteLimit
  }

  /// Encodes a frame. Those that would not come behind the one before are left out, with a line in the log.
  ///
  /// - Returns: false for such a frame.
  func write(
    _ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime, _ counter: ExportCounter
  ) throws(AVError) -> Bool {
    let count = plan.unit.count(time - plan.range.start)
    guard count > lastTime else {
      note("a frame at \(time.seconds) s does not come behind the one before, and is left out")
      counter.frameEnds()
      return false
    }
    lastTime = count
    // No encoder has chroma in pairs beside all rows of it.
    if ![VD_I420, VD_I420_10, VD_NV12].contains(plan.layout) { counter.count { $0.copiedBytes += buffer.codeBytes } }
    var image = VDImage(buffer, time: count, duration: plan.unit.count(duration)) { counter.frameEnds() }
    var failure = VDFailure()
    guard vd_output_image(file.output, &image, &failure) else { throw AVError(failure, plan.output, at: time) }
    return true
  }

  /// Passes a packet on where it is heard in the range; frees it.
  func write(_ packet: OpaquePointer, _ facts: VDPacketFacts) throws(AVError) {
    guard let passed else { return vd_packet_free(packet) }
    try passed.write(packet, facts)
  }

  /// Writes the end and gives the file its name.
  func finish() throws(AVError) { try file.finish(replacing: plan.replacesFile) }
}
