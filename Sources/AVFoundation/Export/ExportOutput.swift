import CVideo
import CoreMedia
import Foundation

/// The file that an export writes.
final class ExportOutput {
  let file: OutputFile
  private let plan: ExportPlan
  /// The output's stream for each of the input's that is passed on.
  private var streams: [Int32: (stream: Int32, track: TrackFacts)] = [:]
  private var lastTime = Int64.min

  /// - Throws: what the disk or the container refuses; nothing is left then.
  init(_ plan: ExportPlan, copying input: MediaFile?) throws(AVError) {
    self.plan = plan
    file = try OutputFile(plan.output, container: plan.container, descriptor: plan.descriptor)
    var failure = VDFailure()
    guard plan.encoding.add(to: file.output, &failure) else { throw AVError(failure, plan.output) }
    for track in plan.passed {
      guard let input else { break }
      let stream: Int32
      if let encoding = plan.sounds[track.index], let parameters = track.parameters {
        stream = encoding.add(to: file.output, &failure)
        guard stream >= 0, vd_output_decode_as(file.output, stream, parameters.parameters, &failure) else {
          throw AVError(failure, plan.output)
        }
      } else {
        stream = vd_output_add_copy(file.output, input.input, track.index, &failure)
      }
      guard stream >= 0 else {
        let reason = AVError(failure, plan.output)
        throw AVError(
          reason.code, "\(reason.message); write .mkv, which takes all, or leave sound out", url: plan.output)
      }
      streams[track.index] = (stream, track)
    }
    for (key, value) in plan.tags { vd_output_set_tag(file.output, key, value) }
    guard vd_output_begin(file.output, plan.startsFast, &failure) else { throw AVError(failure, plan.output) }
  }

  /// True once it has as many bytes as it may have, and a picture.
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
    var picture = VDPicture(buffer, time: count, duration: plan.unit.count(duration)) { counter.frameEnds() }
    var failure = VDFailure()
    guard vd_output_picture(file.output, &picture, &failure) else { throw AVError(failure, plan.output, at: time) }
    return true
  }

  /// Passes a packet on where it is shown in the range; frees it.
  func write(_ packet: OpaquePointer, _ facts: VDPacketFacts) throws(AVError) {
    guard let (stream, track) = streams[facts.stream] else {
      vd_packet_free(packet)
      return
    }
    let start = track.time(facts.time)
    // Decoders want to have heard what came before.
    let lead = plan.sounds[facts.stream] == nil ? CMTime.zero : CMTime(value: 1, timescale: 10)
    let isBefore =
      plan.range.start > .zero && start.isNumeric
      && start + track.unit.time(facts.duration) + lead <= plan.range.start
    if isBefore || start.isNumeric && start >= plan.range.end {
      vd_packet_free(packet)
      return
    }
    var failure = VDFailure()
    let shift = track.unit.count(track.assetStart + plan.range.start)
    guard vd_output_packet(file.output, stream, packet, shift, &failure) else {
      throw AVError(failure, plan.output, at: start)
    }
  }

  /// Writes the end and gives the file its name.
  func finish() throws(AVError) { try file.finish(replacing: plan.replacesFile) }
}
