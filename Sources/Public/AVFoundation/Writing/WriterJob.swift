import CVideo
import CoreMedia
import Foundation
import Synchronization

/// The output file of a writer, and the thread that encodes and writes.
final class WriterJob: @unchecked Sendable {
  /// Only used on the thread. Set to nil at the end, which removes an incomplete file.
  private var file: OutputFile?
  private let url: URL
  let queue: WriterQueue
  private let encoding: VideoEncoding?
  /// The last frame. It is written when the next one determines its duration.
  private var pending: PendingFrame?
  private var lastDuration: Int64?
  /// The codec parameters of sound, by stream index. They must live as long as the file.
  private var soundParameters: [Int32: CodecParameters] = [:]
  private let session = Mutex<(start: CMTime?, end: CMTime?)>((nil, nil))

  /// - Parameter encoding: the encoding of the video input, if there is one.
  init(_ file: OutputFile, _ queue: WriterQueue, _ encoding: VideoEncoding?) {
    (self.file, url, self.queue, self.encoding) = (file, file.url, queue, encoding)
  }

  /// The time of the samples at which the video begins; nil before the session.
  var start: CMTime? { session.withLock { $0.start } }
  /// The time of the samples at which the video ends.
  var end: CMTime? { session.withLock { $0.end } }

  /// Starts the session. Returns false if there is one already.
  func startSession(at time: CMTime) -> Bool {
    session.withLock { session in
      if session.start != nil { return false }
      session.start = time
      return true
    }
  }

  func endSession(at time: CMTime) { session.withLock { $0.end = time } }

  /// Starts the thread. Calls `ended` on it when the file is complete or removed.
  func begin(_ ended: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let thread = Thread { [self] in
      let result = Result { try run(file!) }
      if case .failure(let error) = result { queue.fail(error) }
      (file, pending) = (nil, nil)
      ended(result)
    }
    thread.name = "AVFoundation.write"
    thread.stackSize = 4 << 20
    thread.start()
  }

  private func run(_ file: OutputFile) throws {
    while let item = try queue.next() {
      switch item {
      case .packet(let packet, let stream):
        var failure = VDFailure()
        guard vd_output_packet(file.output, stream, packet, 0, &failure) else { throw AVError(failure, file.url) }
      case .sound(let packet, let stream, let parameters): try write(packet, stream, parameters, to: file)
      case .image(let frame):
        if let end, end.isNumeric, frame.sampleTime >= end {
          note(
            "a frame at \(frame.sampleTime.seconds) s is after the session's end at \(end.seconds) s, and is omitted")
          continue
        }
        if let pending { try write(pending, for: frame.time - pending.time, to: file) }
        pending = frame
      }
    }
    if let pending { try write(pending, for: duration(ofLast: pending), to: file) }
    pending = nil
    try file.finish()
  }

  private func write(
    _ packet: OpaquePointer, _ stream: Int32, _ parameters: CodecParameters, to file: OutputFile
  ) throws(AVError) {
    var failure = VDFailure()
    // Equal parameters keep the decoder.
    let current = soundParameters[stream].flatMap { $0.isEqual(parameters) ? $0 : nil } ?? parameters
    guard vd_output_decode_as(file.output, stream, current.parameters, &failure) else {
      vd_packet_free(packet)
      throw AVError(failure, file.url)
    }
    soundParameters[stream] = current
    guard vd_output_packet(file.output, stream, packet, 0, &failure) else { throw AVError(failure, file.url) }
  }

  /// Returns the duration of the last frame: until the session's end, or that of the sample, or that of the previous
  /// frame.
  private func duration(ofLast frame: PendingFrame) -> Int64 {
    let unit = encoding!.unit
    var duration = frame.duration.isNumeric ? unit.count(frame.duration) : lastDuration
    if let end, end.isNumeric { duration = unit.count(end - frame.sampleTime) }
    return max(duration ?? unit.count(CMTime(value: 1, timescale: 30)), 1)
  }

  private func write(_ frame: PendingFrame, for duration: Int64, to file: OutputFile) throws {
    do {
      try frame.task?.waitUntilCompleted()
    } catch {
      throw AVError(.unknown, "the frame could not be rendered: \(error)", url: url, time: frame.sampleTime)
    }
    lastDuration = duration
    var image = VDImage(frame.buffer, time: frame.time, duration: duration)
    var failure = VDFailure()
    guard vd_output_image(file.output, &image, &failure) else {
      throw AVError(failure, file.url, at: frame.sampleTime)
    }
  }
}
