import CVideo
import CoreMedia
import Foundation

/// The HDR metadata of a video: mastering display and content light levels.
struct DynamicRange: Hashable, Sendable {
  /// 24 bytes as in HEVC's SEI message (ITU-T H.265, D.2.28), big endian; nil if unspecified.
  var mastering: Data?
  /// 4 bytes as in HEVC's SEI message (ITU-T H.265, D.2.35), big endian; nil if unspecified.
  var lightLevel: Data?

  /// Reads the values of Core Video's keys. Values of another size are ignored.
  init(_ value: (CFString) -> Any?) {
    func data(_ key: CFString, _ count: Int) -> Data? { (value(key) as? Data).flatMap { $0.count == count ? $0 : nil } }
    mastering = data(kCVImageBufferMasteringDisplayColorVolumeKey, 24)
    lightLevel = data(kCVImageBufferContentLightLevelInfoKey, 4)
  }

  init(_ stream: VDStream) {
    if stream.hasMastering { mastering = withUnsafeBytes(of: stream.mastering) { Data($0) } }
    if stream.hasLightLevel { lightLevel = withUnsafeBytes(of: stream.lightLevel) { Data($0) } }
  }

  /// Creates metadata without any values.
  init() {}

  var isSpecified: Bool { mastering != nil || lightLevel != nil }

  /// The metadata as attachments of pixel buffers and as extensions of format descriptions.
  var attachments: [(key: CFString, value: NSData)] {
    [
      (kCVImageBufferMasteringDisplayColorVolumeKey, mastering), (kCVImageBufferContentLightLevelInfoKey, lightLevel),
    ].compactMap { key, data in data.map { (key, $0 as NSData) } }
  }

  /// Attaches the values for which the buffer has no attachments.
  func attach(to buffer: CVPixelBuffer) {
    for (key, value) in attachments where !CVBufferHasAttachment(buffer, key) {
      CVBufferSetAttachment(buffer, key, value, .shouldPropagate)
    }
  }

  /// Returns an encoder's options with the metadata added. The wrappers of x264 and x265 do not read a stream's
  /// metadata.
  ///
  /// - Parameter options: for example "preset=fast:crf=20"; colons in values are escaped by backslashes.
  func options(_ options: String, of encoder: String) -> String {
    let x265 = encoder == "libx265"
    guard isSpecified, x265 || encoder == "libx264" else { return options }
    var added: [String] = []
    if let mastering {
      let components = mastering.prefix(16).integers(2) + mastering.suffix(8).integers(4)
      let points = zip(["G", "B", "R", "WP", "L"], 0..<5).map { name, index in
        "\(name)(\(components[2 * index]),\(components[2 * index + 1]))"
      }
      added.append("\(x265 ? "master-display" : "mastering-display")=\(points.joined())")
    }
    if let lightLevel {
      added.append("\(x265 ? "max-cll" : "cll")=\(lightLevel.integers(2).map(String.init).joined(separator: ","))")
    }
    let key = x265 ? "x265-params=" : "x264-params="
    var parts = options.split(separator: ":", omittingEmptySubsequences: true).map(String.init)
    // Existing parameters stay in front.
    if let index = parts.firstIndex(where: { $0.hasPrefix(key) }) {
      parts[index] += "\\:" + added.joined(separator: "\\:")
    } else {
      parts.append(key + added.joined(separator: "\\:"))
    }
    return parts.joined(separator: ":")
  }
}

extension Data {
  /// Returns big-endian integers of this many bytes each.
  fileprivate func integers(_ byteCount: Int) -> [UInt32] {
    let bytes = [UInt8](self)
    return stride(from: 0, to: bytes.count, by: byteCount).map { start in
      bytes[start..<start + byteCount].reduce(0) { $0 << 8 | UInt32($1) }
    }
  }
}
