import CVideo
import CoreMedia
import Foundation
import Synchronization

/// Takes the samples of one track of a writer: images that are encoded, or packets that are passed on.
///
/// May be used from any thread; samples come in the order of the calls.
public final class AVAssetWriterInput: @unchecked Sendable {
  /// What becomes of samples.
  enum Lane {
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
    /// While the writer writes.
    var lane: Lane?
    var job: WriterJob?
    var index = 0
    var fail: (@Sendable (AVError) -> Void)?
    var request: (queue: DispatchQueue, block: @Sendable () -> Void)?
    var isRequesting = false
    var appendedCount = 0

    /// How many samples may wait.
    var depth: Int {
      if case .images = lane { return isLive ? 12 : 4 }
      return 256
    }
  }

  /// What the samples hold.
  public let mediaType: AVMediaType
  /// How they are coded; nil: they are packets, and passed on.
  public let outputSettings: [String: Any]?
  /// What the samples are: of packets the `formatDescriptions` of their track; of images what settings leave out.
  public let sourceFormatHint: CMFormatDescription?
  private let state = Mutex(State())

  /// An input.
  ///
  /// - Parameters:
  ///   - mediaType: `.video` or `.audio`.
  ///   - outputSettings: `AVVideoCodecKey`, `AVVideoWidthKey`, `AVVideoHeightKey`, and where wanted
  ///     `AVVideoCompressionPropertiesKey` and `AVVideoColorPropertiesKey`; of sound `AVFormatIDKey`,
  ///     `AVSampleRateKey`, `AVNumberOfChannelsKey`, and where wanted `AVEncoderBitRateKey`; nil: packets.
  ///   - sourceFormatHint: what the samples are; packets need it.
  public init(
    mediaType: AVMediaType, outputSettings: [String: Any]?, sourceFormatHint: CMFormatDescription? = nil
  ) {
    (self.mediaType, self.outputSettings, self.sourceFormatHint) = (mediaType, outputSettings, sourceFormatHint)
  }

  /// How images are turned to be shown, in a plane with y down; of .mp4 and .mov. Set before the writer starts.
  public var transform: CGAffineTransform {
    get { state.withLock { $0.transform } }
    set { state.withLock { $0.transform = newValue } }
  }

  /// Parts of a second that the file counts times of images by; 0, as it is at first: 720,000, of which the usual
  /// rates, 600ths and milliseconds are whole numbers. Set before the writer starts.
  public var mediaTimeScale: CMTimeScale {
    get { state.withLock { $0.scale } }
    set { state.withLock { $0.scale = newValue } }
  }

  /// True for cameras and the like, which cannot wait: more samples may wait here.
  public var expectsMediaDataInRealTime: Bool {
    get { state.withLock { $0.isLive } }
    set { state.withLock { $0.isLive = newValue } }
  }

  /// True while `append` takes a sample: the writer writes, this input is not finished, and few samples wait.
  public var isReadyForMoreMediaData: Bool {
    let (job, index, depth) = state.withLock { ($0.isFinished ? nil : $0.job, $0.index, $0.depth) }
    guard let job, let count = job.line.count(of: index) else { return false }
    return count < depth
  }

  /// Gives a sample: an image, or a packet. An image's pixels must not be changed any more: they are read later.
  ///
  /// - Returns: false where it is not taken; the writer has failed then, and its `error` says why.
  @discardableResult
  public func append(_ sampleBuffer: CMSampleBuffer) -> Bool {
    append { lane, start throws(AVError) in
      switch lane {
      case .packets(let lane):
        return .packet(try lane.packet(sampleBuffer, from: start), stream: lane.stream)
      case .sound(let lane): return try lane.item(sampleBuffer, from: start)
      case .images(let lane):
        guard let buffer = sampleBuffer.imageBuffer else {
          throw AVError(
            .invalidSourceMedia, "a sample without an image; an input with outputSettings encodes pixel buffers",
            time: sampleBuffer.presentationTimeStamp)
        }
        return try self.image(
          lane, buffer, sampleBuffer.presentationTimeStamp, sampleBuffer.duration, from: start)
      }
    }
  }

  /// The same for a buffer and its time.
  func append(_ buffer: CVPixelBuffer, at time: CMTime) -> Bool {
    append { lane, start throws(AVError) in
      guard case .images(let lane) = lane else {
        throw AVError(.invalidSourceMedia, "the input passes packets on; a pixel buffer needs outputSettings")
      }
      return try self.image(lane, buffer, time, .invalid, from: start)
    }
  }

  /// Nil for what is not in the session.
  private func image(
    _ lane: FramePreparer, _ buffer: CVPixelBuffer, _ time: CMTime, _ duration: CMTime, from start: CMTime
  ) throws(AVError) -> WriterItem? {
    if time.isNumeric, time < start {
      note("an image at \(time.seconds) s is before the session's start at \(start.seconds) s, and left out")
      return nil
    }
    return .image(try lane.piece(buffer, at: time, for: duration, from: start))
  }

  private func append(_ item: (Lane, CMTime) throws(AVError) -> WriterItem?) -> Bool {
    let (lane, job, index) = state.withLock { ($0.lane, $0.job, $0.index) }
    guard let lane, let job else {
      note("a sample was given to an input whose writer does not write: startWriting comes first")
      return false
    }
    do throws(AVError) {
      guard let start = job.start else {
        throw AVError(
          .operationNotAllowed, "a sample before the session: startSession(atSourceTime:) comes first")
      }
      let (isFinished, depth) = state.withLock { ($0.isFinished, $0.depth) }
      if isFinished {
        throw AVError(.operationNotAllowed, "a sample for an input that is finished; markAsFinished comes last")
      }
      guard let count = job.line.count(of: index) else { return false }
      if count >= depth {
        throw AVError(
          .operationNotAllowed,
          "\(count) samples wait, and \(depth) are allowed: append while isReadyForMoreMediaData, or use "
            + "requestMediaDataWhenReady")
      }
      guard let item = try item(lane, start) else { return true }
      state.withLock { $0.appendedCount += 1 }
      return job.line.add(item, of: index)
    } catch {
      state.withLock { $0.fail }?(error)
      return false
    }
  }

  /// No sample follows. The file is not finished before the writer is.
  public func markAsFinished() {
    state.withLock { ($0.isFinished, $0.request) = (true, nil) }
  }

  /// Calls `block` on `queue`, now and whenever samples are wanted, until `markAsFinished`, or the writer's end. The
  /// block appends while `isReadyForMoreMediaData`.
  public func requestMediaDataWhenReady(on queue: DispatchQueue, using block: @escaping @Sendable () -> Void) {
    let isTaken = state.withLock { state in
      if state.request != nil || state.isFinished { return false }
      state.request = (queue, block)
      return true
    }
    if isTaken {
      request()
    } else {
      note("requestMediaDataWhenReady was called a second time, or for a finished input; it changes nothing")
    }
  }

  /// Asks the app for samples where it wants to be asked.
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
      // A block that left without a sample has none yet: it is asked again, but not all the time.
      request(after: after == before ? 0.01 : 0)
    }
  }

  var hasWriter: Bool { state.withLock { $0.hasWriter } }
  func belong() { state.withLock { $0.hasWriter = true } }
  func belong(to adaptor: AVAssetWriterInputPixelBufferAdaptor) { state.withLock { $0.adaptor = adaptor } }
  var adaptor: AVAssetWriterInputPixelBufferAdaptor? { state.withLock { $0.adaptor } }
  /// Of buffers that the app fills, once the writer writes.
  var pool: CVPixelBufferPool? {
    state.withLock { state in
      if case .images(let lane) = state.lane { return lane.pool }
      return nil
    }
  }

  func begin(_ lane: Lane, _ job: WriterJob, _ index: Int, _ fail: @escaping @Sendable (AVError) -> Void) {
    state.withLock { ($0.lane, $0.job, $0.index, $0.fail) = (lane, job, index, fail) }
    request()
  }

  /// The writer has ended.
  func end() { state.withLock { ($0.lane, $0.job, $0.request, $0.isFinished) = (nil, nil, nil, true) } }
}
