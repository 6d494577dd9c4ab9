import CVideo
import CoreMedia
import Synchronization

/// The preparation of an app's sound for the encoder: PCM, or packets, which are decoded.
final class SoundPreparer: Sendable {
  /// The output's stream.
  private let stream: Int32
  private let lastTime = Mutex<CMTime>(.negativeInfinity)

  init(stream: Int32) { self.stream = stream }

  /// Prepares sound.
  ///
  /// - Parameter start: the start of the session. Earlier sample frames are omitted.
  /// - Throws: an error for an invalid sample; nothing has changed then.
  func item(_ sample: CMSampleBuffer, from start: CMTime) throws(AVError) -> WriterItem {
    let time = sample.presentationTimeStamp
    guard let data = sample.dataBuffer, data.dataLength > 0,
      let parameters = sample.formatDescription?.extensions[CodecParameters.extensionKey] as? CodecParameters
    else {
      throw AVError(
        .invalidSourceMedia,
        "the sample has no sound or no format; use samples of a reader's output, or create a format with "
          + "CMAudioFormatDescriptionCreate", time: time)
    }
    guard time.isNumeric else {
      throw AVError(.invalidSourceMedia, "the time of sound must be numeric (got \(time))")
    }
    if let pcmFormat = parameters.pcmFormat, data.dataLength % pcmFormat.bytesPerFrame != 0 {
      throw AVError(
        .invalidSourceMedia,
        "\(data.dataLength) bytes are not a multiple of the sample frames' \(pcmFormat.bytesPerFrame) bytes", time: time
      )
    }
    let last = lastTime.withLock { $0 }
    guard time > last else {
      throw AVError(
        .invalidSourceMedia,
        "the sound at \(time.seconds) s is not after the previous sample at \(last.seconds) s; times must increase",
        time: time)
    }
    var facts = VDPacketFacts()
    facts.time = parameters.unit.count(time - start)
    (facts.decodeTime, facts.isKey) = (facts.time, true)
    let packet = data.withUnsafeBytes { bytes in
      facts.bytes = bytes.bindMemory(to: UInt8.self).baseAddress
      facts.byteCount = bytes.count
      return vd_packet_make(&facts, parameters.unit.numerator, parameters.unit.denominator)
    }
    guard let packet else { throw AVError(.outOfMemory, "not enough memory for sound", time: time) }
    lastTime.withLock { $0 = time }
    return .sound(packet, stream: stream, parameters)
  }
}
