import CVideo
import CoreMedia
import Foundation

/// The output file of an export.
final class ExportOutput {
  let file: OutputFile
  private let plan: ExportPlan
  private let passed: PassthroughStreams?
  private var lastTime = Int64.min

  /// Creates the file and writes its header.
  ///
  /// - Throws: an error of the disk or the container; no file remains then.
  init(_ plan: ExportPlan, copying input: MediaFile?) throws(AVError) {
    self.plan = plan
    file = try OutputFile(
      plan.output, container: plan.container, descriptor: plan.descriptor, partialName: plan.partialName)
    var failure = VDFailure()
    guard plan.encoding.add(to: file.output, &failure) else { throw AVError(failure, plan.output) }
    if let input {
      passed = try PassthroughStreams(plan.passed, encoding: plan.sounds, of: input, into: file, in: plan.range)
    } else {
      passed = nil
    }
    try file.begin(tags: plan.tags, chapters: plan.chapters, startsFast: plan.startsFast)
  }

  /// Whether the file has reached the size limit and contains a frame.
  var isLong: Bool {
    plan.byteLimit > 0 && lastTime > .min && vd_output_byte_count(file.output) >= plan.byteLimit
  }

  /// Encodes a frame. Frames whose times do not increase are skipped and logged.
  ///
  /// - Returns: false for a skipped frame.
  func write(
    _ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime, _ counter: ExportCounter
  ) throws(AVError) -> Bool {
    let count = plan.unit.count(time - plan.range.start)
    guard count > lastTime else {
      note("a frame at \(time.seconds) s is not after the previous one, and is skipped")
      counter.frameEnds()
      return false
    }
    lastTime = count
    // Encoders do not support interleaved chroma of 4:2:2 and 4:4:4, so these planes are deinterleaved by a copy.
    if ![VD_I420, VD_I420_10, VD_NV12].contains(plan.layout) {
      counter.count { $0.copiedBytes += buffer.sampleByteCount }
    }
    var image = VDImage(buffer, time: count, duration: plan.unit.count(duration)) { counter.frameEnds() }
    var failure = VDFailure()
    guard vd_output_image(file.output, &image, &failure) else { throw AVError(failure, plan.output, at: time) }
    return true
  }

  /// Writes a packet if it is in the range, and frees it.
  func write(_ packet: OpaquePointer, _ facts: VDPacketFacts) throws(AVError) {
    guard let passed else { return vd_packet_free(packet) }
    try passed.write(packet, facts)
  }

  /// Writes the trailer and renames the file.
  func finish() throws(AVError) { try file.finish(replacing: plan.replacesFile) }
}
