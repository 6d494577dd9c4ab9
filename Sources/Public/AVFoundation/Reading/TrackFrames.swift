import CoreMedia
import Foundation

/// The decoded frames of a track.
final class TrackFrames: SampleSource, @unchecked Sendable {
  private let decoder: FrameDecoder
  private let factory: PixelBufferFactory

  init(_ url: URL, _ track: TrackFacts, _ range: CMTimeRange, _ factory: PixelBufferFactory) throws(AVError) {
    (decoder, self.factory) = (FrameDecoder(try MediaFile(url), track, in: range), factory)
  }

  func open() throws { try decoder.open() }

  func stop() { decoder.stop() }

  func next() throws -> CMSampleBuffer? {
    while let item = try decoder.next() {
      guard case .frame(let frame) = item else { continue }
      do throws(AVError) {
        return CMSampleBuffer(try factory.buffer(of: frame.buffer), at: frame.time, for: frame.duration)
      } catch {
        throw error.at(decoder.file.url, frame.time)
      }
    }
    return nil
  }
}

extension CMSampleBuffer {
  /// Creates a sample of a frame.
  ///
  /// - Parameter duration: 0 if it is not known.
  convenience init(_ buffer: CVPixelBuffer, at time: CMTime, for duration: CMTime) {
    self.init(
      imageBuffer: buffer,
      sampleTiming: CMSampleTimingInfo(
        duration: duration > .zero ? duration : .invalid, presentationTimeStamp: time, decodeTimeStamp: .invalid))
  }
}
