/// An encoder of FFmpeg's, and what its options are called.
struct EncoderDescription: Sendable {
  let name: String
  let codec: String
  var quality: ClosedRange<Double>?
  var qualityKey = "crf"
  var usualQuality = 0.0
  var presetKey: String?
  /// Empty where nobody here knows them.
  var presets: [String] = []
  var usualPreset: String?
  /// Bits a second where nobody says any; nil: the encoder knows.
  var usualBitRate: Int?
  private var always: [String] = []

  init(
    name: String, codec: String, quality: ClosedRange<Double>? = nil, qualityKey: String = "crf",
    usualQuality: Double = 0, presetKey: String? = nil, presets: [String] = [], usualPreset: String? = nil,
    usualBitRate: Int? = nil, always: [String] = []
  ) {
    (self.name, self.codec, self.quality, self.qualityKey) = (name, codec, quality, qualityKey)
    (self.usualQuality, self.presetKey, self.presets) = (usualQuality, presetKey, presets)
    (self.usualPreset, self.usualBitRate, self.always) = (usualPreset, usualBitRate, always)
  }

  /// The encoder of a name; one that nobody here knows has nothing but that.
  static func named(_ name: String) -> EncoderDescription {
    all.first { $0.name == name } ?? EncoderDescription(name: name, codec: name)
  }

  /// What FFmpeg is told: what was asked, as far as the encoder has it, else the usual.
  func options(quality asked: Double? = nil, bitRate: Int? = nil, preset: String? = nil) -> String {
    var options: [String] = []
    if let bitRate = bitRate ?? usualBitRate {
      options.append("b=\(bitRate)")
    } else if quality != nil {
      options.append("\(qualityKey)=\(plain(asked ?? usualQuality))")
      // These two hold on to a bit rate of their own otherwise.
      if ["libvpx-vp9", "libaom-av1"].contains(name) { options.append("b=0") }
    }
    if let presetKey, let preset = preset ?? usualPreset { options.append("\(presetKey)=\(preset)") }
    return (options + always).joined(separator: ":")
  }

  private static let words = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

  /// In the order in which those of a codec are looked for.
  static let all = [
    EncoderDescription(
      name: "libx264", codec: "h264", quality: 0...51, usualQuality: 20, presetKey: "preset", presets: words,
      usualPreset: "fast"),
    EncoderDescription(name: "libopenh264", codec: "h264", usualBitRate: 2_000_000),
    EncoderDescription(
      name: "libx265", codec: "hevc", quality: 0...51, usualQuality: 20, presetKey: "preset", presets: words,
      usualPreset: "fast", always: ["x265-params=log-level=error"]),
    EncoderDescription(
      name: "libsvtav1", codec: "av1", quality: 0...63, usualQuality: 30, presetKey: "preset", presets: numbers(0...13),
      usualPreset: "8"),
    EncoderDescription(
      name: "libaom-av1", codec: "av1", quality: 0...63, usualQuality: 30, presetKey: "cpu-used",
      presets: numbers(0...8), usualPreset: "6", always: ["row-mt=1"]),
    EncoderDescription(
      name: "librav1e", codec: "av1", quality: 0...255, qualityKey: "qp", usualQuality: 100, presetKey: "speed",
      presets: numbers(0...10), usualPreset: "8"),
    EncoderDescription(
      name: "libvpx-vp9", codec: "vp9", quality: 0...63, usualQuality: 31, presetKey: "cpu-used",
      presets: numbers(0...8), usualPreset: "4", always: ["row-mt=1"]),
    EncoderDescription(name: "ffv1", codec: "ffv1", always: ["level=3", "slices=4", "slicecrc=1"]),
    EncoderDescription(
      name: "prores_ks", codec: "prores", presetKey: "profile",
      presets: ["proxy", "lt", "standard", "hq", "4444", "4444xq"], usualPreset: "hq", always: ["vendor=apl0"]),
    // Codes as they are.
    EncoderDescription(name: "rawvideo", codec: "rawvideo"),
  ]
}

extension String {
  /// Of an encoder's name: whether its streams can say that codes take all of their range. ProRes never do.
  var codecHasFullRange: Bool { EncoderDescription.named(self).codec != "prores" }
}

/// A number as FFmpeg and people read it.
func plain(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e6 ? String(Int(number)) : String(number)
}
