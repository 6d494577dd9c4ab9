import CVideo
import CoreMedia
import Synchronization

/// Makes sound that an app gives ready for the encoder: numbers that are not coded, or packets, which are decoded.
final class SoundPreparer: Sendable {
  /// The output's stream.
  private let stream: Int32
  private let lastTime = Mutex<CMTime>(.negativeInfinity)

  init(stream: Int32) { self.stream = stream }

  /// - Parameter start: of the session. What is before it is left out, to the moment.
  /// - Throws: what is wrong with the sample. Nothing has changed then.
  func item(_ sample: CMSampleBuffer, from start: CMTime) throws(AVError) -> WriterItem {
    let time = sample.presentationTimeStamp
    guard let data = sample.dataBuffer, data.dataLength > 0,
      let parameters = sample.formatDescription?.extensions[CodecParameters.extensionKey] as? CodecParameters
    else {
      throw AVError(
        .invalidSourceMedia,
        "a sample without sound, or without a format; a reader's output gives such samples, and "
          + "CMAudioFormatDescriptionCreate the format of an app's own", time: time)
    }
    guard time.isNumeric else { throw AVError(.invalidSourceMedia, "\(time) is no time of a sound") }
    if let form = parameters.form, data.dataLength % form.momentBytes != 0 {
      throw AVError(
        .invalidSourceMedia,
        "\(data.dataLength) bytes are no whole number of moments, which have \(form.momentBytes) bytes each", time: time
      )
    }
    let last = lastTime.withLock { $0 }
    guard time > last else {
      throw AVError(
        .invalidSourceMedia,
        "a sound at \(time.seconds) s does not come behind the one before, at \(last.seconds) s", time: time)
    }
    var facts = VDPacketFacts()
    facts.time = parameters.unit.count(time - start)
    (facts.decodeTime, facts.isKey) = (facts.time, true)
    let packet = data.withUnsafeBytes { bytes in
      facts.bytes = bytes.bindMemory(to: UInt8.self).baseAddress
      facts.byteCount = bytes.count
      return vd_packet_make(&facts, parameters.unit.numerator, parameters.unit.denominator)
    }
    guard let packet else { throw AVError(.outOfMemory, "there is no memory for sound", time: time) }
    lastTime.withLock { $0 = time }
    return .sound(packet, stream: stream, parameters)
  }
}
