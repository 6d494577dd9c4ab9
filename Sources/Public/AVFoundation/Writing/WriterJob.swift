import CVideo
import CoreMedia
import Foundation
import Synchronization

/// The file that a writer writes, and the thread that encodes and writes.
final class WriterJob: @unchecked Sendable {
  /// Until the end, on the thread alone: what is not whole goes with it.
  private var file: OutputFile?
  private let url: URL
  let line: WriterQueue
  private let encoding: VideoEncoding?
  /// An image is written when its duration is known: with the next one.
  private var pending: PendingFrame?
  private var lastDuration: Int64?
  /// What sounds were said to be, by their streams: held as long as the file.
  private var forms: [Int32: CodecParameters] = [:]
  private let session = Mutex<(start: CMTime?, end: CMTime?)>((nil, nil))

  /// - Parameter encoding: of the input whose images are encoded, if there is one.
  init(_ file: OutputFile, _ line: WriterQueue, _ encoding: VideoEncoding?) {
    (self.file, url, self.line, self.encoding) = (file, file.url, line, encoding)
  }

  /// When the video begins, by the times of samples; nil: nobody said.
  var start: CMTime? { session.withLock { $0.start } }
  /// When it ends.
  var end: CMTime? { session.withLock { $0.end } }

  /// False where there is a session already.
  func startSession(at time: CMTime) -> Bool {
    session.withLock { session in
      if session.start != nil { return false }
      session.start = time
      return true
    }
  }

  func endSession(at time: CMTime) { session.withLock { $0.end = time } }

  /// Begins to write; `ended` is called on the thread when the file is there, or is gone.
  func begin(_ ended: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    let thread = Thread { [self] in
      let result = Result { try run(file!) }
      if case .failure(let error) = result { line.fail(error) }
      (file, pending) = (nil, nil)
      ended(result)
    }
    thread.name = "AVFoundation.write"
    thread.stackSize = 4 << 20
    thread.start()
  }

  private func run(_ file: OutputFile) throws {
    while let item = try line.next() {
      switch item {
      case .packet(let packet, let stream):
        var failure = VDFailure()
        guard vd_output_packet(file.output, stream, packet, 0, &failure) else { throw AVError(failure, file.url) }
      case .sound(let packet, let stream, let parameters): try write(packet, stream, parameters, to: file)
      case .image(let piece):
        if let end, end.isNumeric, piece.place >= end {
          note("an image at \(piece.place.seconds) s is behind the session's end at \(end.seconds) s, and left out")
          continue
        }
        if let pending { try write(pending, for: piece.time - pending.time, to: file) }
        pending = piece
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
    // One that says the same is the same.
    let form = forms[stream].flatMap { $0.isEqual(parameters) ? $0 : nil } ?? parameters
    guard vd_output_decode_as(file.output, stream, form.parameters, &failure) else {
      vd_packet_free(packet)
      throw AVError(failure, file.url)
    }
    forms[stream] = form
    guard vd_output_packet(file.output, stream, packet, 0, &failure) else { throw AVError(failure, file.url) }
  }

  /// Until the session's end, else as was said, else as long as the image before.
  private func duration(ofLast piece: PendingFrame) -> Int64 {
    let unit = encoding!.unit
    var duration = piece.duration.isNumeric ? unit.count(piece.duration) : lastDuration
    if let end, end.isNumeric { duration = unit.count(end - piece.place) }
    return max(duration ?? unit.count(CMTime(value: 1, timescale: 30)), 1)
  }

  private func write(_ piece: PendingFrame, for duration: Int64, to file: OutputFile) throws {
    do {
      try piece.task?.waitUntilCompleted()
    } catch {
      throw AVError(.unknown, "an image was not rendered: \(error)", url: url, time: piece.place)
    }
    lastDuration = duration
    var image = VDImage(piece.buffer, time: piece.time, duration: duration)
    var failure = VDFailure()
    guard vd_output_image(file.output, &image, &failure) else {
      throw AVError(failure, file.url, at: piece.place)
    }
  }
}
