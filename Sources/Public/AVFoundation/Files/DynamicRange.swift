import CVideo
import CoreMedia
import Foundation

/// What videos of high dynamic range say of the display that they were made on, and of their light.
struct DynamicRange: Hashable, Sendable {
  /// 24 bytes as in HEVC's message (ITU-T H.265, D.2.28), big endian; nil: not said.
  var mastering: Data?
  /// 4 bytes as in HEVC's message (ITU-T H.265, D.2.35), big endian; nil: not said.
  var lightLevel: Data?

  /// What values under Core Video's keys say; what has another number of bytes counts as not said.
  init(_ value: (CFString) -> Any?) {
    func data(_ key: CFString, _ count: Int) -> Data? { (value(key) as? Data).flatMap { $0.count == count ? $0 : nil } }
    mastering = data(kCVImageBufferMasteringDisplayColorVolumeKey, 24)
    lightLevel = data(kCVImageBufferContentLightLevelInfoKey, 4)
  }

  init(_ stream: VDStream) {
    if stream.hasMastering { mastering = withUnsafeBytes(of: stream.mastering) { Data($0) } }
    if stream.hasLightLevel { lightLevel = withUnsafeBytes(of: stream.lightLevel) { Data($0) } }
  }

  /// Nothing is said.
  init() {}

  var isSaid: Bool { mastering != nil || lightLevel != nil }

  /// The same as attachments of pixel buffers and extensions of format descriptions.
  var attachments: [(key: CFString, value: NSData)] {
    [
      (kCVImageBufferMasteringDisplayColorVolumeKey, mastering), (kCVImageBufferContentLightLevelInfoKey, lightLevel),
    ].compactMap { key, data in data.map { (key, $0 as NSData) } }
  }

  /// Attaches what the buffer does not say itself.
  func attach(to buffer: CVPixelBuffer) {
    for (key, value) in attachments where !CVBufferHasAttachment(buffer, key) {
      CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
    }
  }

  /// What has to be added to an encoder's options so that it writes messages: x264's and x265's wrappers read no
  /// metadata of streams.
  ///
  /// - Parameter options: "preset=fast:crf=20"; a value with colons has them behind backslashes.
  func options(_ options: String, of encoder: String) -> String {
    let x265 = encoder == "libx265"
    guard isSaid, x265 || encoder == "libx264" else { return options }
    var said: [String] = []
    if let mastering {
      let numbers = mastering.prefix(16).pairs(2) + mastering.suffix(8).pairs(4)
      let points = zip(["G", "B", "R", "WP", "L"], 0..<5).map { name, index in
        "\(name)(\(numbers[2 * index]),\(numbers[2 * index + 1]))"
      }
      said.append("\(x265 ? "master-display" : "mastering-display")=\(points.joined())")
    }
    if let lightLevel {
      said.append("\(x265 ? "max-cll" : "cll")=\(lightLevel.pairs(2).map(String.init).joined(separator: ","))")
    }
    let key = x265 ? "x265-params=" : "x264-params="
    var parts = options.split(separator: ":", omittingEmptySubsequences: true).map(String.init)
    // Parameters that are there keep their place in front.
    if let place = parts.firstIndex(where: { $0.hasPrefix(key) }) {
      parts[place] += "\\:" + said.joined(separator: "\\:")
    } else {
      parts.append(key + said.joined(separator: "\\:"))
    }
    return parts.joined(separator: ":")
  }
}

extension Data {
  /// Numbers of so many bytes each, big endian.
  fileprivate func pairs(_ byteCount: Int) -> [UInt32] {
    let bytes = [UInt8](self)
    return stride(from: 0, to: bytes.count, by: byteCount).map { start in
      bytes[start..<start + byteCount].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
