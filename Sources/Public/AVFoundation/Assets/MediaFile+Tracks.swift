import CVideo
import CoreMedia
import Foundation

extension MediaFile {
  /// Opens the file and the decoder of a track.
  ///
  /// - Parameter threads: the number of decoder threads; 0 for the number of cores.
  func open(decoding track: TrackFacts, threads: Int32 = 0) throws(AVError) {
    try open()
    // The file may have changed since its header was read.
    guard track.index < vd_input_stream_count(input) else {
      throw AVError(.fileFailedToParse, "the file has changed; create a new asset for it", url: url)
    }
    var failure = VDFailure()
    guard vd_input_decode(input, track.index, threads, &failure) else { throw AVError(failure, url) }
  }

  /// Requests the packets of a track. The file must be open.
  func pass(_ track: TrackFacts) throws(AVError) {
    guard track.index < min(vd_input_stream_count(input), 64) else {
      throw AVError(
        .fileFailedToParse, "the file has changed, or has more than the 64 streams that are supported", url: url)
    }
    vd_input_pass(input, track.index)
  }

  /// Seeks to the last key frame from which the whole track can be decoded from this time of the asset.
  func seek(_ track: TrackFacts, to time: CMTime) throws(AVError) {
    var failure = VDFailure()
    guard vd_input_seek(input, track.index, track.unit.count(time + track.assetStart), &failure) else {
      throw AVError(failure, url, at: time)
    }
  }
}
