import CVideo
import CoreMedia
import Foundation

/// The file that an export writes: under another name, until it is whole.
final class ExportOutput {
  let part: URL
  private let output: OpaquePointer
  private let plan: ExportPlan
  /// The output's stream for each of the input's that is passed on.
  private var streams: [Int32: (stream: Int32, track: TrackFacts)] = [:]
  private var isPlaced = false
  private var lastTime = Int64.min

  /// - Throws: what the disk or the container refuses; nothing is left then.
  init(_ plan: ExportPlan, copying input: MediaFile?) throws(AVError) {
    self.plan = plan
    part = plan.output.deletingLastPathComponent().appending(
      path: ".\(plan.output.lastPathComponent).part")
    var failure = VDFailure()
    guard let output = vd_output_make(part.path, plan.container, &failure) else {
      throw AVError(failure, plan.output)
    }
    self.output = output
    guard addPictures(&failure) else { throw AVError(failure, plan.output) }
    for track in plan.passed {
      guard let input else { break }
      let stream = vd_output_add_copy(output, input.input, track.index, &failure)
      guard stream >= 0 else {
        let reason = AVError(failure, plan.output)
        throw AVError(
          reason.code, "\(reason.message); write .mkv, which takes all, or leave sound out", url: plan.output)
      }
      streams[track.index] = (stream, track)
    }
    for (key, value) in plan.tags { vd_output_set_tag(output, key, value) }
    guard vd_output_begin(output, plan.startsFast, &failure) else {
      throw AVError(failure, plan.output)
    }
  }

  deinit {
    vd_output_close(output)
    if !isPlaced { try? FileManager.default.removeItem(at: part) }
  }

  private func addPictures(_ failure: inout VDFailure) -> Bool {
    let frame = plan.settings.frameDuration
    let rate =
      plan.settings.hasOwnTimes
      ? (frame.timescale, Int32(clamping: frame.value)) : plan.pictures.frameRate ?? (30, 1)
    let perSecond = Double(rate.0) / Double(max(rate.1, 1))
    return plan.encoder.name.withCString { name in
      plan.encoder.options.withCString { options in
        var encoding = VDEncoding(
          encoder: name, options: options, layout: plan.layout,
          width: Int32(plan.width),
          height: Int32(plan.height), unitNumerator: plan.unit.numerator,
          unitDenominator: plan.unit.denominator,
          rateNumerator: rate.0, rateDenominator: rate.1, primaries: plan.colors.primaries,
          transfer: plan.colors.transfer, matrix: plan.colors.matrix,
          chromaPlace: plan.colors.chromaPlace,
          isFullRange: plan.isFullRange, keyFrameDistance: Int32(min(max(perSecond * 2, 1), 600)),
          threads: plan.threads)
        return vd_output_add_pictures(output, &encoding, &failure)
      }
    }
  }

  /// Encodes a frame. Those that would not come behind the one before are left out, with a line in the log.
  ///
  /// - Returns: false for such a frame.
  func write(_ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime) throws(AVError) -> Bool {
    let count = plan.unit.count(time - plan.range.start)
    guard count > lastTime else {
      note("a frame at \(time.seconds) s does not come behind the one before, and is left out")
      return false
    }
    lastTime = count
    CVPixelBufferLockBaseAddress(buffer, .readOnly)
    var picture = VDPicture(
      time: count, duration: plan.unit.count(duration), planes: (nil, nil, nil, nil),
      rowBytes: (0, 0, 0, 0),
      owner: Unmanaged.passRetained(buffer).toOpaque(),
      release: { owner in
        let buffer = Unmanaged<CVPixelBuffer>.fromOpaque(owner!).takeRetainedValue()
        CVPixelBufferUnlockBaseAddress(buffer, .readOnly)
      })
    func plane(_ index: Int) -> (UnsafeMutableRawPointer?, Int32) {
      (
        CVPixelBufferGetBaseAddressOfPlane(buffer, index),
        Int32(CVPixelBufferGetBytesPerRowOfPlane(buffer, index))
      )
    }
    (picture.planes.0, picture.rowBytes.0) = plane(0)
    (picture.planes.1, picture.rowBytes.1) = plane(1)
    (picture.planes.2, picture.rowBytes.2) = plane(2)
    var failure = VDFailure()
    guard vd_output_picture(output, &picture, &failure) else {
      throw AVError(failure, plan.output, at: time)
    }
    return true
  }

  /// Passes a packet on where it is shown in the range; frees it.
  func write(_ packet: OpaquePointer, _ facts: VDPacketFacts) throws(AVError) {
    guard let (stream, track) = streams[facts.stream] else {
      vd_packet_free(packet)
      return
    }
    let start = facts.time == vd_no_time ? .invalid : track.unit.time(facts.time) - track.assetStart
    let isBefore =
      plan.range.start > .zero && start.isNumeric
      && start + track.unit.time(facts.duration) <= plan.range.start
    if isBefore || start.isNumeric && start >= plan.range.end {
      vd_packet_free(packet)
      return
    }
    var failure = VDFailure()
    let shift = track.unit.count(track.assetStart + plan.range.start)
    guard vd_output_packet(output, stream, packet, shift, &failure) else {
      throw AVError(failure, plan.output, at: start)
    }
  }

  /// Writes the end and gives the file its name.
  func finish() throws(AVError) {
    var failure = VDFailure()
    guard vd_output_finish(output, &failure), place(&failure) else {
      throw AVError(failure, plan.output)
    }
    isPlaced = true
  }

  private func place(_ failure: inout VDFailure) -> Bool {
    // Where that is not allowed, the other way says why.
    if plan.replacesFile, rename(part.path, plan.output.path) == 0 { return true }
    return vd_place_file(part.path, plan.output.path, &failure)
  }
}
