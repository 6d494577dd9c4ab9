import CoreMedia
import Foundation

/// Decoded images of a track.
final class TrackFrames: SampleSource, @unchecked Sendable {
  private let decoder: FrameDecoder
  private let maker: PixelBufferFactory

  init(_ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ maker: PixelBufferFactory) throws(AVError) {
    (decoder, self.maker) = (FrameDecoder(try MediaFile(url), track, in: range), maker)
  }

  func open() throws { try decoder.open() }

  func stop() { decoder.stop() }

  func next() throws -> CMSampleBuffer? {
    while let item = try decoder.next() {
      guard case .frame(let frame) = item else { continue }
      do throws(AVError) {
        return CMSampleBuffer(try maker.buffer(of: frame.buffer), at: frame.time, for: frame.duration)
      } catch {
        throw error.at(decoder.file.url, frame.time)
      }
    }
    return nil
  }
}

extension CMSampleBuffer {
  /// An image with its time.
  ///
  /// - Parameter duration: 0 where nobody knows.
  convenience init(_ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime) {
    self.init(
      imageBuffer: buffer,
      sampleTiming: CMSampleTimingInfo(
        duration: duration > .zero ? duration : .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }
}
