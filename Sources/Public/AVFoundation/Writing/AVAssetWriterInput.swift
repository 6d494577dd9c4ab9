import CVideo
import CoreMedia
import Foundation
import Synchronization

/// An input for the samples of one track of a writer: frames and sound to encode, or packets to copy.
///
/// May be used from any thread. Samples are written in the order of the calls.
public final class AVAssetWriterInput: @unchecked Sendable {
  /// The preparation of samples for the output.
  enum Preparer {
    case images(FramePreparer)
    case packets(PacketPreparer)
    case sound(SoundPreparer)
  }

  private struct State {
    var transform = CGAffineTransform.identity
    var scale: CMTimeScale = 0
    var isLive = false
    var isFinished = false
    var hasWriter = false
    weak var adaptor: AVAssetWriterInputPixelBufferAdaptor?
    /// Set while the writer is writing.
    var preparer: Preparer?
    var job: WriterJob?
    var index = 0
    var fail: (@Sendable (AVError) -> Void)?
    var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
    var isRequesting = false
    var appendedCount = 0

    /// The greatest number of waiting samples.
    var depth: Int {
      if case .images = preparer { return isLive ? 12 : 4 }
      return 256
    }
  }

  /// The media type of the samples.
  public let mediaType: AVMediaType
  /// The settings of the encoder; nil to copy packets.
  public let outputSettings: [String: Any]?
  /// The description of the samples: for packets that of their track, for frames the defaults of settings.
  public let sourceFormatHint: CMFormatDescription?
  private let state = Mutex(State())

  /// Creates an input.
  ///
  /// - Parameters:
  ///   - mediaType: `.video` or `.audio`.
  ///   - outputSettings: for video `AVVideoCodecKey`, `AVVideoWidthKey`, `AVVideoHeightKey`, and optionally
  ///     `AVVideoCompressionPropertiesKey` and `AVVideoColorPropertiesKey`; for audio `AVFormatIDKey`,
  ///     `AVSampleRateKey`, `AVNumberOfChannelsKey`, and optionally `AVEncoderBitRateKey`; nil for packets.
  ///   - sourceFormatHint: the description of the samples, which is required for packets.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
  }

  /// The transform of frames for display, in a plane with y down; only for .mp4 and .mov. Must be set before the start.
  public var transform: CGAffineTransform {
    get { state.withLock { $0.transform } }
    set { state.withLock { $0.transform = newValue } }
  }

  /// The timescale of frames' times in the file. The default of 0 means 720,000, of which common frame durations, 1/600
  /// s and milliseconds are multiples. Must be set before the start.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.scale } }
    set { state.withLock { $0.scale = newValue } }
  }

  /// Whether the source is live and cannot wait. More samples may then wait here.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isLive } }
    set { state.withLock { $0.isLive = newValue } }
  }

  /// Whether `append` accepts a sample: the writer is writing, this input is not finished, and few samples are waiting.
  public var isReadyForMoreMediaData: Bool {
    let (job, index, depth) = state.withLock { ($0.isFinished ? nil : $0.job, $0.index, $0.depth) }
    guard let job, let count = job.queue.count(of: index) else { return false }
    return count < depth
  }

  /// Appends a frame, sound or a packet. The pixels of a frame must not be changed afterwards, because they are read
  /// later.
  ///
  /// - Returns: false if the sample is rejected. The writer has then failed, and its `error` has the reason.
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    append { preparer, start throws(AVError) in
      switch preparer {
      case .packets(let preparer):
        return .packet(try preparer.packet(sampleBuffer, from: start), stream: preparer.stream)
      case .sound(let preparer): return try preparer.item(sampleBuffer, from: start)
      case .images(let preparer):
        guard let buffer = sampleBuffer.imageBuffer else {
          throw AVError(
            .invalidSourceMedia, "the sample has no image; an input with outputSettings encodes pixel buffers",
            time: sampleBuffer.presentationTimeStamp)
        }
        return try self.image(
          preparer, buffer, sampleBuffer.presentationTimeStamp, sampleBuffer.duration, from: start)
      }
    }
  }

  /// Appends a pixel buffer with its time.
  func append(_ buffer: CVPixelBuffer, at time: CMTime) -> Bool {
    append { preparer, start throws(AVError) in
      guard case .images(let preparer) = preparer else {
        throw AVError(
          .invalidSourceMedia, "the input copies packets; create it with outputSettings to encode pixel buffers")
      }
      return try self.image(preparer, buffer, time, .invalid, from: start)
    }
  }

  /// Returns the item for a frame, or nil if it is not in the session.
  private func image(
    _ preparer: FramePreparer, _ buffer: CVPixelBuffer, _ time: CMTime, _ duration: CMTime, from start: CMTime
  ) throws(AVError) -> WriterItem? {
    if time.isNumeric, time < start {
      note("a frame at \(time.seconds) s is before the session's start at \(start.seconds) s, and is omitted")
      return nil
    }
    return .image(try preparer.frame(buffer, at: time, for: duration, from: start))
  }

  private func append(_ item: (Preparer, CMTime) throws(AVError) -> WriterItem?) -> Bool {
    let (preparer, job, index) = state.withLock { ($0.preparer, $0.job, $0.index) }
    guard let preparer, let job else {
      note("a sample was appended before startWriting, and is ignored")
      return false
    }
    do throws(AVError) {
      guard let start = job.start else {
        throw AVError(
          .operationNotAllowed,
          "a sample was appended before the session; call startSession(atSourceTime:) first")
      }
      let (isFinished, depth) = state.withLock { ($0.isFinished, $0.depth) }
      if isFinished {
        throw AVError(
          .operationNotAllowed, "a sample was appended to a finished input; call markAsFinished after the last one")
      }
      guard let count = job.queue.count(of: index) else { return false }
      if count >= depth {
        throw AVError(
          .operationNotAllowed,
          "\(count) samples are waiting, and \(depth) are allowed: append while isReadyForMoreMediaData, or use "
            + "requestMediaDataWhenReady")
      }
      guard let item = try item(preparer, start) else { return true }
      state.withLock { $0.appendedCount += 1 }
      return job.queue.add(item, of: index)
    } catch {
      state.withLock { $0.fail }?(error)
      return false
    }
  }

  /// Marks the end of the samples. The file is not complete before the writer finishes it.
  public func markAsFinished() {
    state.withLock { ($0.isFinished, $0.request) = (true, nil) }
  }

  /// Calls `block` on `queue` whenever samples are accepted, until `markAsFinished` or the writer's end. The block
  /// should append while `isReadyForMoreMediaData`.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    let isAccepted = state.withLock { state in
      if state.request != nil || state.isFinished { return false }
      state.request = (queue, block)
      return true
    }
    if isAccepted {
      request()
    } else {
      note("requestMediaDataWhenReady has no effect a second time, or for a finished input")
    }
  }

  /// Schedules the app's block if it has registered one and samples are accepted.
  func request(after delay: Double = 0) {
    guard isReadyForMoreMediaData else { return }
    let queue = state.withLock { state -> DispatchQueue? in
      guard !state.isRequesting, let request = state.request else { return nil }
      state.isRequesting = true
      return request.queue
    }
    queue?.asyncAfter(deadline: .now() + delay) { [weak self] in
      guard let self else { return }
      let before = state.withLock { $0.appendedCount }
      if isReadyForMoreMediaData { state.withLock { $0.request }?.block() }
      let after = state.withLock { state in
        state.isRequesting = false
        return state.appendedCount
      }
      // A block that has appended nothing is called again after a delay, so that it does not run continuously.
      request(after: after == before ? 0.01 : 0)
    }
  }

  var hasWriter: Bool { state.withLock { $0.hasWriter } }
  func belong() { state.withLock { $0.hasWriter = true } }
  func belong(to adaptor: AVAssetWriterInputPixelBufferAdaptor) { state.withLock { $0.adaptor = adaptor } }
  var adaptor: AVAssetWriterInputPixelBufferAdaptor? { state.withLock { $0.adaptor } }
  /// The pool for buffers that the app fills; nil unless the writer is writing.
  var pool: CVPixelBufferPool? {
    state.withLock { state in
      if case .images(let preparer) = state.preparer { return preparer.pool }
      return nil
    }
  }

  func begin(_ preparer: Preparer, _ job: WriterJob, _ index: Int, _ fail: @escaping @Sendable (AVError) -> Void) {
    state.withLock { ($0.preparer, $0.job, $0.index, $0.fail) = (preparer, job, index, fail) }
    request()
  }

  /// Resets the input after the writer's end.
  func end() { state.withLock { ($0.preparer, $0.job, $0.request, $0.isFinished) = (nil, nil, nil, true) } }
}
