import CoreImage
import CoreMedia
import Foundation

/// Images of a track as a composition makes them, one after another.
final class ComposedFrames: SampleSource, @unchecked Sendable {
  private let decoder: FrameDecoder
  private let geometry: FrameGeometry
  private let composition: AVVideoComposition
  private let settings: CompositionSettings
  private let maker: PixelBufferFactory
  private let url: URL
  private var times: FrameTimes<DecodedFrame>
  /// What is shown next.
  private var shown: [DecodedFrame] = []
  private var hasAll = false
  private let condition = NSCondition()
  private var isStopped = false

  init(
    _ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ composition: AVVideoComposition, _ maker: PixelBufferFactory
  ) throws(AVError) {
    (decoder, geometry) = (FrameDecoder(try MediaFile(url), track, in: range), FrameGeometry(track))
    (self.url, self.composition, settings, self.maker) = (url, composition, composition.settings, maker)
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
    while shown.isEmpty, !hasAll {
      if let item = try decoder.next() {
        if case .frame(let frame) = item { shown += times.add(frame) }
      } else {
        (shown, hasAll) = (shown + times.finish(), true)
      }
    }
    guard !shown.isEmpty else { return nil }
    let frame = shown.removeFirst()
    do {
      return CMSampleBuffer(try filtered(frame), at: frame.time, for: frame.duration)
    } catch let error as AVError {
      throw error.at(url, frame.time)
    }
  }

  private func filtered(_ frame: DecodedFrame) throws -> CVPixelBuffer {
    let answer = try answer(to: frame)
    let asked = CGRect(origin: .zero, size: settings.renderSize)
    return try maker.buffer(
      of: answer.image.onBlack(asked), width: Int(asked.width), height: Int(asked.height),
      settings.color(frame.buffer.videoColor),
      answer.context ?? composition.context)
  }

  /// Asks the handler, and waits for what it says.
  private func answer(to frame: DecodedFrame) throws -> AVAsynchronousCIImageFilteringRequest.Answer {
    nonisolated(unsafe) var said: Result<AVAsynchronousCIImageFilteringRequest.Answer, any Error>?
    let (condition, composition) = (condition, composition)
    let (image, size) = (geometry.image(frame.buffer), settings.renderSize)
    // The request goes with the block: whether it was answered is known when nobody holds it.
    composition.queue.async {
      composition.handler(
        AVAsynchronousCIImageFilteringRequest(image, at: frame.time, renderSize: size) { answer in
          condition.withLock {
            said = answer
            condition.broadcast()
          }
        })
    }
    return try condition.withLock {
      while said == nil, !isStopped { condition.wait() }
      guard let said else { throw AVError(.operationCancelled, "cancelled") }
      return try said.get()
    }
  }
}
