/// A description of an FFmpeg encoder and its options.
struct EncoderDescription: Sendable {
  let name: String
  let codec: String
  var quality: ClosedRange<Double>?
  var qualityKey = "crf"
  var defaultQuality = 0.0
  var presetKey: String?
  /// The names of presets; empty if they are not known.
  var presets: [String] = []
  var defaultPreset: String?
  /// The default bit rate in bits a second; nil for that of the encoder.
  var defaultBitRate: Int?
  private var fixedOptions: [String] = []

  init(
    name: String, codec: String, quality: ClosedRange<Double>? = nil, qualityKey: String = "crf",
    defaultQuality: Double = 0, presetKey: String? = nil, presets: [String] = [], defaultPreset: String? = nil,
    defaultBitRate: Int? = nil, fixedOptions: [String] = []
  ) {
    (self.name, self.codec, self.quality, self.qualityKey) = (name, codec, quality, qualityKey)
    (self.defaultQuality, self.presetKey, self.presets) = (defaultQuality, presetKey, presets)
    (self.defaultPreset, self.defaultBitRate, self.fixedOptions) = (defaultPreset, defaultBitRate, fixedOptions)
  }

  /// Returns the description of an encoder, which has only a name if the encoder is not in the table.
  static func named(_ name: String) -> EncoderDescription {
    all.first { $0.name == name } ?? EncoderDescription(name: name, codec: name)
  }

  /// Returns FFmpeg's options: the requested values that the encoder supports, or else the defaults.
  func options(quality requestedQuality: Double? = nil, bitRate: Int? = nil, preset: String? = nil) -> String {
    var options: [String] = []
    if let bitRate = bitRate ?? defaultBitRate {
      options.append("b=\(bitRate)")
    } else if quality != nil {
      options.append("\(qualityKey)=\(plain(requestedQuality ?? defaultQuality))")
      // These two encoders otherwise limit the bit rate to a default.
      if ["libvpx-vp9", "libaom-av1"].contains(name) { options.append("b=0") }
    }
    if let presetKey, let preset = preset ?? defaultPreset { options.append("\(presetKey)=\(preset)") }
    return (options + fixedOptions).joined(separator: ":")
  }

  private static let x264Presets = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

  /// All descriptions. Of several encoders for a codec, the first available one is used.
  static let all = [
    EncoderDescription(
      name: "libx264", codec: "h264", quality: 0...51, defaultQuality: 20, presetKey: "preset", presets: x264Presets,
      defaultPreset: "fast"),
    EncoderDescription(name: "libopenh264", codec: "h264", defaultBitRate: 2_000_000),
    EncoderDescription(
      name: "libx265", codec: "hevc", quality: 0...51, defaultQuality: 20, presetKey: "preset", presets: x264Presets,
      defaultPreset: "fast", fixedOptions: ["x265-params=log-level=error"]),
    EncoderDescription(
      name: "libsvtav1", codec: "av1", quality: 0...63, defaultQuality: 30, presetKey: "preset",
      presets: numbers(0...13),
      defaultPreset: "8"),
    EncoderDescription(
      name: "libaom-av1", codec: "av1", quality: 0...63, defaultQuality: 30, presetKey: "cpu-used",
      presets: numbers(0...8), defaultPreset: "6", fixedOptions: ["row-mt=1"]),
    EncoderDescription(
      name: "librav1e", codec: "av1", quality: 0...255, qualityKey: "qp", defaultQuality: 100, presetKey: "speed",
      presets: numbers(0...10), defaultPreset: "8"),
    EncoderDescription(
      name: "libvpx-vp9", codec: "vp9", quality: 0...63, defaultQuality: 31, presetKey: "cpu-used",
      presets: numbers(0...8), defaultPreset: "4", fixedOptions: ["row-mt=1"]),
    EncoderDescription(name: "ffv1", codec: "ffv1", fixedOptions: ["level=3", "slices=4", "slicecrc=1"]),
    EncoderDescription(
      name: "prores_ks", codec: "prores", presetKey: "profile",
      presets: ["proxy", "lt", "standard", "hq", "4444", "4444xq"], defaultPreset: "hq", fixedOptions: ["vendor=apl0"]),
    // Uncompressed samples.
    EncoderDescription(name: "rawvideo", codec: "rawvideo"),
  ]
}

extension String {
  /// Whether streams of the encoder with this name can be marked as full range. ProRes cannot.
  var codecHasFullRange: Bool { EncoderDescription.named(self).codec != "prores" }
}

/// Returns a number as text, without a fraction if it is an integer.
func plain(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e6 ? String(Int(number)) : String(number)
}
