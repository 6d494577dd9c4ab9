import CVideo
import CoreMedia
import Foundation

/// A frame in the decoder's layout, which is converted to a buffer on demand, because many frames are skipped. For one
/// thread at a time.
final class RawVideoFrame {
  let time: CMTime
  let duration: CMTime
  private let facts: VDFrameFacts
  private var frame: OpaquePointer?
  private var cached: DecodedFrame?

  /// Takes ownership of the frame.
  ///
  /// - Parameter time: used if the file specifies none.
  init(_ frame: OpaquePointer, _ track: TrackFacts, else time: CMTime) {
    var facts = VDFrameFacts()
    vd_frame_facts(frame, &facts)
    (self.frame, self.facts) = (frame, facts)
    self.time = facts.time == vd_no_time ? time : track.time(facts.time)
    duration = track.duration(facts.duration)
  }

  deinit { vd_frame_free(frame) }

  /// Returns the buffer, which is created once.
  func decoded(_ track: TrackFacts, _ url: URL) throws(AVError) -> DecodedFrame {
    if let cached { return cached }
    guard let frame else { throw AVError(.decodeFailed, "the frame could not be read", url: url, time: time) }
    self.frame = nil
    do throws(AVError) {
      let planes = FramePlanes(frame, facts)
      let buffer = try planes.buffer(track.colors, track.dynamicRange)
      let decoded = DecodedFrame(
        buffer: buffer, time: time, duration: duration, copiedBytes: planes.isCopied ? buffer.sampleByteCount : 0)
      cached = decoded
      return decoded
    } catch {
      throw error.at(url, time)
    }
  }
}
