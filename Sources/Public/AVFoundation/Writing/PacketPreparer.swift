import CVideo
import CoreMedia
import Foundation
import Synchronization

/// Makes packets that an app gives ready for the container.
final class PacketPreparer: Sendable {
  let parameters: CodecParameters
  /// The output's stream.
  let stream: Int32
  private let unit: TimeUnit
  private let lastTime = Mutex<Int64>(.min)

  init(_ parameters: CodecParameters, stream: Int32, unit: TimeUnit) {
    (self.parameters, self.stream, self.unit) = (parameters, stream, unit)
  }

  /// A packet, which the caller frees.
  ///
  /// - Parameter start: of the session.
  /// - Throws: what is wrong with the sample. Nothing has changed then.
  func packet(_ sample: CMSampleBuffer, from start: CMTime) throws(AVError) -> OpaquePointer {
    let time = sample.presentationTimeStamp
    guard let data = sample.dataBuffer else {
      throw AVError(
        .invalidSourceMedia,
        "a sample without bytes, and the input has no outputSettings: it takes packets, as a reader's output without "
          + "settings gives them", time: time)
    }
    let decoded = sample.decodeTimeStamp.isNumeric ? sample.decodeTimeStamp : time
    guard decoded.isNumeric else {
      throw AVError(.invalidSourceMedia, "a packet without times; say when it is shown, and when it is decoded")
    }
    let count = unit.count(decoded - start)
    let last = lastTime.withLock { $0 }
    guard count > last else {
      throw AVError(
        .invalidSourceMedia,
        "a packet that is decoded at \(decoded.seconds) s, not behind the one before; give packets in the order of "
          + "decoding", time: time)
    }
    var facts = VDPacketFacts()
    facts.time = time.isNumeric ? unit.count(time - start) : vd_no_time
    facts.decodeTime = count
    facts.duration = sample.duration.isNumeric ? unit.count(sample.duration) : 0
    facts.isKey = sample.isSync
    let packet = data.withUnsafeBytes { bytes in
      facts.bytes = bytes.bindMemory(to: UInt8.self).baseAddress
      facts.byteCount = bytes.count
      return vd_packet_make(&facts, unit.numerator, unit.denominator)
    }
    guard let packet else { throw AVError(.outOfMemory, "there is no memory for a packet", time: time) }
    lastTime.withLock { $0 = count }
    return packet
  }
}

extension CMSampleBuffer {
  /// True where it can be decoded by itself.
  fileprivate var isSync: Bool {
    let facts = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: false)?.firstObject as? CFDictionary
    return facts?[kCMSampleAttachmentKey_NotSync] as? Bool != true
  }
}
