import CVideo
import CoreMedia
import Foundation
import Synchronization

/// An export of packets: a thread that reads and writes, and encodes sound where the plan says so.
final class PacketExport: RunningExport {
  private struct State: @unchecked Sendable {
    var share = 0.0
    var reached: CMTime
    var imageCount = 0
    /// While it is written.
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

  var progress: Double { state.withLock { $0.share } }
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
      state.withLock { if case .success = result { $0.share = 1 } }
      end(result)
    }
  }

  private func run() throws {
    try input.open()
    for track in plan.tracks { try input.pass(track) }
    if plan.range.start > .zero, input.canGoBack { try input.seek(plan.lead, to: plan.range.start) }
    let file = try OutputFile(plan.output, container: plan.container, descriptor: plan.descriptor)
    state.withLock { $0.file = file }
    // It is gone with the output, where it is not whole.
    defer { state.withLock { $0.file = nil } }
    let streams = try PassthroughStreams(
      plan.tracks, encoding: plan.sounds, of: input, into: file, in: plan.range)
    try file.begin(tags: plan.tags, chapters: plan.chapters, startsFast: plan.startsFast)
    guard try copy(into: streams, file) else { throw plan.nothingInRange() }
    try file.finish(replacing: plan.replacesFile)
  }

  /// - Returns: false where no packet was passed on.
  private func copy(into streams: PassthroughStreams, _ file: OutputFile) throws -> Bool {
    var left = Dictionary(uniqueKeysWithValues: plan.tracks.map { ($0.index, $0) })
    var isWritten = false
    while left.values.contains(where: \.isDense),
      !(isWritten && plan.byteLimit > 0 && vd_output_byte_count(file.output) >= plan.byteLimit)
    {
      if state.withLock({ $0.isCancelled }) { throw CancellationError() }
      var (frame, packet): (OpaquePointer?, OpaquePointer?) = (nil, nil)
      var failure = VDFailure()
      switch vd_input_next(input.input, &frame, &packet, &failure) {
      case VD_PACKET:
        var facts = VDPacketFacts()
        vd_packet_facts(packet!, &facts)
        guard let track = left[facts.stream] else {
          vd_packet_free(packet)
          continue
        }
        if streams.isBehind(facts, of: track) { left[facts.stream] = nil }
        let end = track.time(facts.time) + (facts.duration > 0 ? track.unit.time(facts.duration) : .zero)
        guard try streams.write(packet!, facts) else { continue }
        // What comes before the range is there to decode by.
        if !end.isNumeric || end > plan.range.start { isWritten = true }
        if track.index == plan.lead.index { note(reached: end, isImage: track.mediaType == .video) }
      case VD_END: return isWritten
      default: throw AVError(failure, input.url, at: reached)
      }
    }
    return isWritten
  }

  private func note(reached time: CMTime, isImage: Bool) {
    let share = time.isNumeric ? (time - plan.range.start).seconds / plan.duration.seconds : .nan
    state.withLock { state in
      if isImage { state.imageCount += 1 }
      guard time.isNumeric else { return }
      state.reached = max(state.reached, time)
      // 1 only when the file is whole.
      if share.isFinite { state.share = max(state.share, min(share, 0.999)) }
    }
  }
}
