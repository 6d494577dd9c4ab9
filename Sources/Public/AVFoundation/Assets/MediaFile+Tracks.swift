import CVideo
import CoreMedia
import Foundation

extension MediaFile {
  /// Opens the file and the decoder of a track.
  ///
  /// - Parameter threads: that decode; 0: as many as there are cores.
  func open(decoding track: TrackFacts, threads: Int32 = 0) throws(AVError) {
    try open()
    // Its header said something else a moment ago.
    guard track.index < vd_input_stream_count(input) else {
      throw AVError(.fileFailedToParse, "the file has changed; make a new asset of it", url: url)
    }
    var failure = VDFailure()
    guard vd_input_decode(input, track.index, threads, &failure) else { throw AVError(failure, url) }
  }

  /// Has a track's packets come as they are. The file is open.
  func pass(_ track: TrackFacts) throws(AVError) {
    guard track.index < min(vd_input_stream_count(input), 64) else {
      throw AVError(.fileFailedToParse, "the file has changed, or has more than 64 streams", url: url)
    }
    vd_input_pass(input, track.index)
  }

  /// Goes to the last place from which all of a track can be decoded from a time of the asset on.
  func seek(_ track: TrackFacts, to time: CMTime) throws(AVError) {
    var failure = VDFailure()
    guard vd_input_seek(input, track.index, track.unit.count(time + track.assetStart), &failure) else {
      throw AVError(failure, url, at: time)
    }
  }
}
