import CoreImage
import CoreMedia
import Foundation

/// The frames of a track, filtered by a composition, one after another.
final class ComposedFrames: SampleSource, @unchecked Sendable {
  private let decoder: FrameDecoder
  private let geometry: FrameGeometry
  private let composition: AVVideoComposition
  private let settings: CompositionSettings
  private let factory: PixelBufferFactory
  private let url: URL
  private var times: FrameTimes<DecodedFrame>
  /// The frames that are returned next.
  private var pending: [DecodedFrame] = []
  private var hasAll = false
  private let condition = NSCondition()
  private var isStopped = false

  init(
    _ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ composition: AVVideoComposition,
    _ factory: PixelBufferFactory
  ) throws(AVError) {
    (decoder, geometry) = (FrameDecoder(try MediaFile(url), track, in: range), FrameGeometry(track))
    (self.url, self.composition, settings, self.factory) = (url, composition, composition.settings, factory)
    times = FrameTimes(grid: settings.hasOwnTimes ? settings.frameDuration : nil, from: range.start)
  }

  func open() throws { try decoder.open() }

  func stop() {
    decoder.stop()
    condition.withLock {
      isStopped = true
      condition.broadcast()
    }
  }

  func next() throws -> CMSampleBuffer? {
    while pending.isEmpty, !hasAll {
      if let item = try decoder.next() {
        if case .frame(let frame) = item { pending += times.add(frame) }
      } else {
        (pending, hasAll) = (pending + times.finish(), true)
      }
    }
    guard !pending.isEmpty else { return nil }
    let frame = pending.removeFirst()
    do {
      return CMSampleBuffer(try filtered(frame), at: frame.time, for: frame.duration)
    } catch let error as AVError {
      throw error.at(url, frame.time)
    }
  }

  private func filtered(_ frame: DecodedFrame) throws -> CVPixelBuffer {
    let answer = try answer(to: frame)
    let rect = CGRect(origin: .zero, size: settings.renderSize)
    return try factory.buffer(
      of: answer.image.onBlack(rect), width: Int(rect.width), height: Int(rect.height),
      settings.color(frame.buffer.videoColor),
      answer.context ?? composition.context)
  }

  /// Calls the handler and waits for its answer.
  private func answer(to frame: DecodedFrame) throws -> AVAsynchronousCIImageFilteringRequest.Answer {
    nonisolated(unsafe) var result: Result<AVAsynchronousCIImageFilteringRequest.Answer, any Error>?
    let (condition, composition) = (condition, composition)
    let (image, size) = (geometry.image(frame.buffer), settings.renderSize)
    // The block owns the request, so that its release detects a missing answer.
    composition.queue.async {
      composition.handler(
        AVAsynchronousCIImageFilteringRequest(image, at: frame.time, renderSize: size) { answer in
          condition.withLock {
            result = answer
            condition.broadcast()
          }
        })
    }
    return try condition.withLock {
      while result == nil, !isStopped { condition.wait() }
      guard let result else { throw AVError(.operationCancelled, "reading was cancelled") }
      return try result.get()
    }
  }
}
