import CVideo
import CoreMedia

/// A codec that writers have: its encoders, and how they are told what is asked.
struct VideoCodec: Sendable {
  private let type: AVVideoCodecType
  /// FFmpeg's names: the first one that is there is taken.
  private let encoders: [String]

  private static let all: [(AVVideoCodecType, [String])] = [
    (.h264, ["libx264", "libopenh264"]), (.hevc, ["libx265"]), (.av1, ["libsvtav1", "libaom-av1"]),
    (.vp9, ["libvpx-vp9"]), (.ffv1, ["ffv1"]), (.proRes422, ["prores_ks"]), (.proRes422HQ, ["prores_ks"]),
    (.proRes422LT, ["prores_ks"]), (.proRes422Proxy, ["prores_ks"]), (.proRes4444, ["prores_ks"]),
  ]

  /// FFmpeg's names of ProRes' kinds.
  private static let proRes: [AVVideoCodecType: String] = [
    .proRes422: "standard", .proRes422HQ: "hq", .proRes422LT: "lt", .proRes422Proxy: "proxy", .proRes4444: "4444",
  ]

  /// - Parameter value: of `AVVideoCodecKey`.
  init(_ value: Any?) throws(AVError) {
    let name = (value as? AVVideoCodecType)?.rawValue ?? value as? String
    guard let known = Self.all.first(where: { $0.0.rawValue == name }) else {
      throw AVError(
        .incorrectlyConfigured,
        "\(AVVideoCodecKey) is \(value.map { "\($0)" } ?? "not there"); codecs are "
          + Self.all.map(\.0.rawValue).joined(separator: ", "))
    }
    (type, encoders) = known
  }

  /// The encoder that is there.
  ///
  /// - Throws: which were looked for.
  func encoder() throws(AVError) -> String {
    if let encoder = encoders.first(where: { vd_has_encoder($0) }) { return encoder }
    throw AVError(
      .encoderNotFound,
      "FFmpeg here has no \(encoders.joined(separator: " or ")); install one that has, or ask for another codec")
  }

  /// What the encoder is told, and whether the profile is one of 10 bits.
  func options(
    of encoder: String, _ compression: CompressionSettings
  ) throws(AVError) -> (options: String, hasTenBits: Bool) {
    let known = EncoderDescription.named(encoder)
    if known.codec == "ffv1" { return (known.options(), false) }
    if let kind = Self.proRes[type] { return (known.options(preset: kind), true) }
    var (quality, bitRate) = (0.0, compression.bitRate)
    if encoder == "libopenh264" {
      bitRate = bitRate ?? Int(200_000 + 3_800_000 * compression.quality)
    } else {
      // The whole of an encoder's useful scale: what is good on one is about as good on another.
      let scale: (worst: Double, best: Double) =
        switch encoder {
        case "libx264": (40, 12)
        case "libx265": (42, 14)
        default: (60, 15)
        }
      quality = (scale.worst + (scale.best - scale.worst) * compression.quality).rounded()
    }
    // Writers are often fed as fast as a camera.
    let preset = encoder == "libaom-av1" ? "4" : nil
    var options = [known.options(quality: quality, bitRate: bitRate, preset: preset)]
    if !compression.reorders, ["libx264", "libx265"].contains(encoder) { options.append("bf=0") }
    guard let profile = compression.profile else { return (options.joined(separator: ":"), false) }
    options += try profileOptions(profile, encoder)
    return (options.joined(separator: ":"), profile.contains("10"))
  }

  /// - Parameter profile: such as `H264_High_4_1` and `HEVC_Main10_AutoLevel`.
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
      let known = profiles[encoder].map { $0.keys.sorted().map { $0 + "_AutoLevel" }.joined(separator: ", ") }
      throw AVError(
        .incorrectlyConfigured,
        "\(AVVideoProfileLevelKey) is \(profile); \(encoder) knows \(known ?? "none"), and levels such as 4_1 in the "
          + "place of AutoLevel")
    }
    if level == "AutoLevel" { return ["profile=\(name)"] }
    return encoder == "libx264" ? ["profile=\(name)", "level=\(level)"] : ["profile=\(name)"]
  }
}

/// How an encoder works, read from `AVVideoCompressionPropertiesKey`.
struct CompressionSettings: Sendable {
  var bitRate: Int?
  /// 0 to 1.
  var quality = 0.75
  var keyFrameDistance: Int?
  var profile: String?
  var rate: (numerator: Int32, denominator: Int32)?
  var reorders = true

  /// - Throws: what is asked and what is allowed.
  init(_ properties: [String: Any]) throws(AVError) {
    func number(_ key: String, _ range: ClosedRange<Double>) throws(AVError) -> Double? {
      guard let value = properties[key] else { return nil }
      let number = value as? Double ?? (value as? Float).map { Double($0) } ?? wholeNumber(value).map { Double($0) }
      guard let number, range.contains(number) else {
        throw AVError(
          .incorrectlyConfigured, "\(key) is \(value); \(range.lowerBound) to \(range.upperBound) is allowed")
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
    let known: Set<String> = [
      AVVideoAverageBitRateKey, AVVideoQualityKey, AVVideoMaxKeyFrameIntervalKey, AVVideoExpectedSourceFrameRateKey,
      AVVideoAllowFrameReorderingKey, AVVideoProfileLevelKey, kCVImageBufferMasteringDisplayColorVolumeKey as String,
      kCVImageBufferContentLightLevelInfoKey as String,
    ]
    for key in properties.keys where !known.contains(key) {
      note("\(key) is not known to the writer, and changes nothing")
    }
  }
}
