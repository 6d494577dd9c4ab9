import CVideo
import CoreMedia
import Foundation
import Synchronization

/// An export of packets: a thread that reads and writes, and encodes sound if the plan requires it.
final class PacketExport: RunningExport {
  private struct State: @unchecked Sendable {
    var fraction = 0.0
    var reached: CMTime
    var imageCount = 0
    /// The output file while it is being written.
    var file: OutputFile?
    var isCancelled = false
  }

  private let plan: PacketPlan
  private let input: MediaFile
  private let state: Mutex<State>

  init(_ plan: PacketPlan) throws(AVError) {
    self.plan = plan
    input = try plan.asset.mediaFile()
    state = Mutex(State(reached: plan.range.start))
  }

  var progress: Double { state.withLock { $0.fraction } }
  var reached: CMTime { state.withLock { $0.reached } }
  var statistics: ExportStatistics {
    var statistics = ExportStatistics()
    statistics.framesOut = state.withLock { $0.imageCount }
    return statistics
  }

  func cancel() {
    let file = state.withLock { state in
      state.isCancelled = true
      return state.file
    }
    input.stop()
    file?.stop()
  }

  func start(_ end: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    Self.thread("AVFoundation.write") { [self] in
      let result = Result {
        do {
          try run()
        } catch let error as AVError {
          throw error.at(plan.output, reached)
        }
      }
      state.withLock { if case .success = result { $0.fraction = 1 } }
      end(result)
    }
  }

  private func run() throws {
    try input.open()
    for track in plan.tracks { try input.pass(track) }
    if plan.range.start > .zero, input.isSeekable { try input.seek(plan.lead, to: plan.range.start) }
    let file = try OutputFile(
      plan.output, container: plan.container, descriptor: plan.descriptor, partialName: plan.partialName)
    state.withLock { $0.file = file }
    // The output object is deallocated at the end, which removes an incomplete file.
    defer { state.withLock { $0.file = nil } }
    let streams = try PassthroughStreams(
      plan.tracks, encoding: plan.sounds, of: input, into: file, in: plan.range)
    try file.begin(tags: plan.tags, chapters: plan.chapters, startsFast: plan.startsFast)
    guard try copy(into: streams, file) else { throw plan.nothingInRange() }
    try file.finish(replacing: plan.replacesFile)
  }

  /// Copies packets.
  ///
  /// - Returns: false if no packet was written.
  private func copy(into streams: PassthroughStreams, _ file: OutputFile) throws -> Bool {
    var remaining = Dictionary(uniqueKeysWithValues: plan.tracks.map { ($0.index, $0) })
    var isWritten = false
    while remaining.values.contains(where: \.isDense),
      !(isWritten && plan.byteLimit > 0 && vd_output_byte_count(file.output) >= plan.byteLimit)
    {
      if state.withLock({ $0.isCancelled }) { throw CancellationError() }
      var (frame, packet): (OpaquePointer?, OpaquePointer?) = (nil, nil)
      var failure = VDFailure()
      switch vd_input_next(input.input, &frame, &packet, &failure) {
      case VD_PACKET:
        var facts = VDPacketFacts()
        vd_packet_facts(packet!, &facts)
        guard let track = remaining[facts.stream] else {
          vd_packet_free(packet)
          continue
        }
        if streams.isAfterRange(facts, of: track) { remaining[facts.stream] = nil }
        let end = track.time(facts.time) + (facts.duration > 0 ? track.unit.time(facts.duration) : .zero)
        guard try streams.write(packet!, facts) else { continue }
        // Packets before the range are only needed for decoding.
        if !end.isNumeric || end > plan.range.start { isWritten = true }
        if track.index == plan.lead.index { update(reached: end, isImage: track.mediaType == .video) }
      case VD_END: return isWritten
      default: throw AVError(failure, input.url, at: reached)
      }
    }
    return isWritten
  }

  private func update(reached time: CMTime, isImage: Bool) {
    let fraction = time.isNumeric ? (time - plan.range.start).seconds / plan.duration.seconds : .nan
    state.withLock { state in
      if isImage { state.imageCount += 1 }
      guard time.isNumeric else { return }
      state.reached = max(state.reached, time)
      // 1 is reported only when the file is complete.
      if fraction.isFinite { state.fraction = max(state.fraction, min(fraction, 0.999)) }
    }
  }
}
