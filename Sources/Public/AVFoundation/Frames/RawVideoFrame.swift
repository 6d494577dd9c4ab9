import CVideo
import CoreMedia
import Foundation

/// An image as the decoder gave it, which becomes a buffer when that is wanted: many are passed over. For one thread
/// at a time.
final class RawVideoFrame {
  let time: CMTime
  let duration: CMTime
  private let facts: VDFrameFacts
  private var frame: OpaquePointer?
  private var made: DecodedFrame?

  /// Takes the image over.
  ///
  /// - Parameter time: where the file says none.
  init(_ frame: OpaquePointer, _ track: TrackFacts, else time: CMTime) {
    var facts = VDFrameFacts()
    vd_frame_facts(frame, &facts)
    (self.frame, self.facts) = (frame, facts)
    self.time = facts.time == vd_no_time ? time : track.time(facts.time)
    duration = track.duration(facts.duration)
  }

  deinit { vd_frame_free(frame) }

  /// The buffer, made once.
  func decoded(_ track: TrackFacts, _ url: URL) throws(AVError) -> DecodedFrame {
    if let made { return made }
    guard let frame else { throw AVError(.decodeFailed, "an image was not read", url: url, time: time) }
    self.frame = nil
    do throws(AVError) {
      let planes = FramePlanes(frame, facts)
      let buffer = try planes.buffer(track.colors, track.light)
      let decoded = DecodedFrame(
        buffer: buffer, time: time, duration: duration, copiedBytes: planes.isCopied ? buffer.codeBytes : 0)
      made = decoded
      return decoded
    } catch {
      throw error.at(url, time)
    }
  }
}
