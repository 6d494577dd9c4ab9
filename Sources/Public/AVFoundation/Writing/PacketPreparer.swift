import CVideo
import CoreMedia
import Foundation
import Synchronization

/// The preparation of an app's packets for the container.
final class PacketPreparer: Sendable {
  let parameters: CodecParameters
  /// The output's stream.
  let stream: Int32
  private let unit: TimeUnit
  private let lastTime = Mutex<Int64>(.min)

  init(_ parameters: CodecParameters, stream: Int32, unit: TimeUnit) {
    (self.parameters, self.stream, self.unit) = (parameters, stream, unit)
  }

  /// Returns a packet, which the caller frees.
  ///
  /// - Parameter start: the start of the session.
  /// - Throws: an error for an invalid sample; nothing has changed then.
  func packet(_ sample: CMSampleBuffer, from start: CMTime) throws(AVError) -> OpaquePointer {
    let time = sample.presentationTimeStamp
    guard let data = sample.dataBuffer else {
      throw AVError(
        .invalidSourceMedia,
        "the sample has no data, and an input without outputSettings copies packets: append samples "
          + "of a reader's output without settings", time: time)
    }
    let decoded = sample.decodeTimeStamp.isNumeric ? sample.decodeTimeStamp : time
    guard decoded.isNumeric else {
      throw AVError(.invalidSourceMedia, "the packet has no times; set its presentation and decode times")
    }
    let count = unit.count(decoded - start)
    let last = lastTime.withLock { $0 }
    guard count > last else {
      throw AVError(
        .invalidSourceMedia,
        "the packet's decode time of \(decoded.seconds) s is not after that of the previous one; append packets in "
          + "decoding order", time: time)
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
    guard let packet else { throw AVError(.outOfMemory, "not enough memory for a packet", time: time) }
    lastTime.withLock { $0 = count }
    return packet
  }
}

extension CMSampleBuffer {
  /// Whether the sample can be decoded without other ones.
  fileprivate var isSync: Bool {
    let facts = CMSampleBufferGetSampleAttachmentsArray(self, createIfNecessary: false)?.firstObject as? CFDictionary
    return facts?[kCMSampleAttachmentKey_NotSync] as? Bool != true
  }
}
