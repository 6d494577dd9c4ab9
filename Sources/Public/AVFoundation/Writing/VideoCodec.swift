import CVideo
import CoreMedia

/// A codec of writers: its encoders, and their options.
struct VideoCodec: Sendable {
  private let type: AVVideoCodecType
  /// FFmpeg's names, of which the first available encoder is used.
  private let encoders: [String]

  private static let all: [(AVVideoCodecType, [String])] = [
    (.h264, ["libx264", "libopenh264"]), (.hevc, ["libx265"]), (.av1, ["libsvtav1", "libaom-av1"]),
    (.vp9, ["libvpx-vp9"]), (.ffv1, ["ffv1"]), (.proRes422, ["prores_ks"]), (.proRes422HQ, ["prores_ks"]),
    (.proRes422LT, ["prores_ks"]), (.proRes422Proxy, ["prores_ks"]), (.proRes4444, ["prores_ks"]),
  ]

  /// FFmpeg's names of ProRes profiles.
  private static let proRes: [AVVideoCodecType: String] = [
    .proRes422: "standard", .proRes422HQ: "hq", .proRes422LT: "lt", .proRes422Proxy: "proxy", .proRes4444: "4444",
  ]

  /// - Parameter value: the value of `AVVideoCodecKey`.
  init(_ value: Any?) throws(AVError) {
    let name = (value as? AVVideoCodecType)?.rawValue ?? value as? String
    guard let entry = Self.all.first(where: { $0.0.rawValue == name }) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVVideoCodecKey) is \(value.map { "\($0)" } ?? "missing"); supported are "
          + Self.all.map(\.0.rawValue).joined(separator: ", "))
    }
    (type, encoders) = entry
  }

  /// Returns the first available encoder.
  ///
  /// - Throws: the names of the missing encoders.
  func encoder() throws(AVError) -> String {
    if let encoder = encoders.first(where: { vd_has_encoder($0) }) { return encoder }
    throw AVError(
      .encoderNotFound,
      "FFmpeg has no encoder \(encoders.joined(separator: " or ")); install a build that has it, or use another codec")
  }

  /// Returns the options of the encoder, and whether the profile has 10 bits.
  func options(
    of encoder: String, _ compression: CompressionSettings
  ) throws(AVError) -> (options: String, hasTenBits: Bool) {
    let description = EncoderDescription.named(encoder)
    if description.codec == "ffv1" { return (description.options(), false) }
    if let profile = Self.proRes[type] { return (description.options(preset: profile), true) }
    var (quality, bitRate) = (0.0, compression.bitRate)
    if encoder == "libopenh264" {
      bitRate = bitRate ?? Int(200_000 + 3_800_000 * compression.quality)
    } else {
      // The useful range of each encoder's quality, so that a quality is similar for all encoders.
      let scale: (worst: Double, best: Double) =
        switch encoder {
        case "libx264": (40, 12)
        case "libx265": (42, 14)
        default: (60, 15)
        }
      quality = (scale.worst + (scale.best - scale.worst) * compression.quality).rounded()
    }
    // Writers often have to encode in real time.
    let preset = encoder == "libaom-av1" ? "4" : nil
    var options = [description.options(quality: quality, bitRate: bitRate, preset: preset)]
    if !compression.reorders, ["libx264", "libx265"].contains(encoder) { options.append("bf=0") }
    guard let profile = compression.profile else { return (options.joined(separator: ":"), false) }
    options += try profileOptions(profile, encoder)
    return (options.joined(separator: ":"), profile.contains("10"))
  }

  /// Returns the options for a profile.
  ///
  /// - Parameter profile: for example `H264_High_4_1` or `HEVC_Main10_AutoLevel`.
  private func profileOptions(_ profile: String, _ encoder: String) throws(AVError) -> [String] {
    let profiles: [String: [String: String]] = [
      "libx264": ["H264_Baseline": "baseline", "H264_Main": "main", "H264_High": "high"],
      "libx265": ["HEVC_Main": "main", "HEVC_Main10": "main10"],
    ]
    let parts = profile.split(separator: "_").map(String.init)
    let level = parts.dropFirst(2).joined(separator: ".")
    guard parts.count > 2, let name = profiles[encoder]?[parts[0] + "_" + parts[1]],
      level == "AutoLevel" || Double(level) != nil
    else {
      let supported = profiles[encoder].map { $0.keys.sorted().map { $0 + "_AutoLevel" }.joined(separator: ", ") }
      throw AVError(
        .incorrectlyConfigured,
        "\(AVVideoProfileLevelKey) is \(profile); \(encoder) supports \(supported ?? "none"), and levels such as 4_1 "
          + "instead of AutoLevel")
    }
    if level == "AutoLevel" { return ["profile=\(name)"] }
    return encoder == "libx264" ? ["profile=\(name)", "level=\(level)"] : ["profile=\(name)"]
  }
}

/// The compression properties, read from `AVVideoCompressionPropertiesKey`.
struct CompressionSettings: Sendable {
  var bitRate: Int?
  /// 0 to 1.
  var quality = 0.75
  var keyFrameDistance: Int?
  var profile: String?
  var rate: (numerator: Int32, denominator: Int32)?
  var reorders = true

  /// - Throws: the rejected value and the allowed range.
  init(_ properties: [String: Any]) throws(AVError) {
    func number(_ key: String, _ range: ClosedRange<Double>) throws(AVError) -> Double? {
      guard let value = properties[key] else { return nil }
      let number = value as? Double ?? (value as? Float).map { Double($0) } ?? wholeNumber(value).map { Double($0) }
      guard let number, range.contains(number) else {
        throw AVError(
          .incorrectlyConfigured, "\(key) must be between \(range.lowerBound) and \(range.upperBound) (got \(value))")
      }
      return number
    }
    bitRate = try number(AVVideoAverageBitRateKey, 1000...2e9).map { Int($0) }
    quality = try number(AVVideoQualityKey, 0...1) ?? quality
    keyFrameDistance = try number(AVVideoMaxKeyFrameIntervalKey, 1...100_000).map { Int($0) }
    if let expected = try number(AVVideoExpectedSourceFrameRateKey, 0.01...10000) {
      rate = (Int32((expected * 1000).rounded()), 1000)
    }
    reorders = properties[AVVideoAllowFrameReorderingKey] as? Bool ?? true
    profile = properties[AVVideoProfileLevelKey] as? String
    let supported: Set<String> = [
      AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey, AVVideoExpectedSourceFrameRateKey,
      AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey, kCVImageBufferMasteringDisplayColorVolumeKey as String,
      kCVImageBufferContentLightLevelInfoKey as String,
    ]
    for key in properties.keys where !supported.contains(key) {
      note("\(key) is not supported by the writer, and is ignored")
    }
  }
}
