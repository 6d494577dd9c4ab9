import CVideo
import Foundation

/// What an export writes where no preset says it. For the tools of this package: presets are for apps.
package struct ExportEncoding: Sendable {
  /// `h264`, `hevc`, `av1`, `vp9`, `ffv1`, or an encoder by FFmpeg's name of it; nil: the first that the container has
  /// a use for.
  package var codec: String?
  /// The encoder's rate factor, lower is better; nil: the usual one of the encoder.
  package var quality: Double?
  /// Bits a second in place of a quality.
  package var bitRate: Int?
  /// How hard it tries, in the encoder's words; nil: the usual of the encoder.
  package var preset: String?
  /// What the result of the composition is scaled to, whole pairs of pixels; nil: it keeps its size.
  package var size: (width: Int, height: Int)?
  /// False to leave sound out.
  package var passesSound = true
  /// Threads of the decoder and of the encoder; 0: as many as there are cores.
  package var threads = 0
  /// True to put the file in the place of one that is there, when it is whole.
  package var replacesFile = false

  package init() {}

  /// What it stands for, of an encoder that is there.
  ///
  /// - Throws: what was asked and what there is.
  func exportPreset(in container: String) throws(AVError) -> ExportPreset {
    let known = try encoder(in: container)
    var preset = ExportPreset(
      encoders: [ExportPreset.Encoder(name: known.name, options: try options(known))], fileTypes: AVFileType.written)
    preset.exactSize = size
    return preset
  }

  private func encoder(in container: String) throws(AVError) -> KnownEncoder {
    let codec = codec ?? (container == "webm" ? "vp9" : "h264")
    if codec == "copy" {
      throw AVError(
        .encoderNotFound, "copy is no encoder: pictures are encoded anew here; ffmpeg -c copy passes them on")
    }
    let ofCodec = KnownEncoder.all.filter { $0.codec == codec }
    let named = KnownEncoder.all.first { $0.name == codec } ?? KnownEncoder(name: codec, codec: codec)
    let wanted = ofCodec.isEmpty ? [named] : ofCodec
    guard let found = wanted.first(where: { vd_has_encoder($0.name) }) else {
      let there = KnownEncoder.all.filter { vd_has_encoder($0.name) }.map { "\($0.codec) (\($0.name))" }
      throw AVError(
        .encoderNotFound,
        "\(codec) is asked, and FFmpeg here has no encoder \(wanted.map(\.name).joined(separator: " or ")); it has "
          + there.joined(separator: ", "))
    }
    guard vd_container_takes(container, found.name) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "files of the kind \(container) do not take what \(found.name) makes; .mkv takes all codecs, .mp4 h264, hevc "
          + "and "
          + "av1, .webm vp9 and av1")
    }
    guard [VD_I420, VD_NV12, VD_I420_10].contains(where: { vd_encoder_takes(found.name, $0) }) else {
      throw AVError(
        .encoderNotFound,
        "\(found.name) takes none of the layouts that are written here: yuv420p, nv12 and yuv420p10le")
    }
    return found
  }

  private func options(_ encoder: KnownEncoder) throws(AVError) -> String {
    var options: [String] = []
    if let bitRate {
      options.append("b=\(bitRate)")
    } else if let range = encoder.quality {
      let quality = quality ?? encoder.usualQuality
      guard range.contains(quality) else {
        throw AVError(
          .exportFailed,
          "a quality of \(plain(quality)) is asked; \(encoder.name) has \(plain(range.lowerBound)), the best, to "
            + plain(range.upperBound))
      }
      options.append("\(encoder.qualityKey)=\(plain(quality))")
      if encoder.qualityKey == "crf", ["libvpx-vp9", "libaom-av1"].contains(encoder.name) { options.append("b=0") }
    } else if quality != nil {
      throw AVError(
        .exportFailed,
        "a quality is asked, and \(encoder.name) has none"
          + (encoder.codec == "ffv1" ? ": it keeps every bit" : "; say a bit rate"))
    }
    if let preset = preset ?? encoder.usualPreset {
      guard let key = encoder.presetKey else {
        throw AVError(.exportFailed, "the preset \(preset) is asked, and \(encoder.name) has none")
      }
      guard encoder.presets.isEmpty || encoder.presets.contains(preset) else {
        throw AVError(
          .exportFailed,
          "the preset \(preset) is asked; \(encoder.name) has \(encoder.presets.joined(separator: ", "))")
      }
      options.append("\(key)=\(preset)")
    }
    return (options + encoder.options).joined(separator: ":")
  }
}

/// A number as FFmpeg and people read it.
private func plain(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e6 ? String(Int(number)) : String(number)
}

/// An encoder of FFmpeg's, and what its options are called.
private struct KnownEncoder {
  let name: String
  let codec: String
  var quality: ClosedRange<Double>?
  var qualityKey = "crf"
  var usualQuality = 0.0
  var presetKey: String?
  /// Empty where nobody here knows them.
  var presets: [String] = []
  var usualPreset: String?
  var options: [String] = []

  private static let words = [
    "ultrafast", "superfast", "veryfast", "faster", "fast", "medium", "slow", "slower", "veryslow", "placebo",
  ]

  private static func numbers(_ range: ClosedRange<Int>) -> [String] { range.map(String.init) }

  /// In the order in which those of a codec are looked for.
  static let all = [
    KnownEncoder(
      name: "libx264", codec: "h264", quality: 0...51, usualQuality: 20, presetKey: "preset", presets: words,
      usualPreset: "fast"),
    KnownEncoder(name: "libopenh264", codec: "h264", options: ["b=2000000"]),
    KnownEncoder(
      name: "libx265", codec: "hevc", quality: 0...51, usualQuality: 20, presetKey: "preset", presets: words,
      usualPreset: "fast", options: ["x265-params=log-level=error"]),
    KnownEncoder(
      name: "libsvtav1", codec: "av1", quality: 0...63, usualQuality: 30, presetKey: "preset", presets: numbers(0...13),
      usualPreset: "8"),
    KnownEncoder(
      name: "libaom-av1", codec: "av1", quality: 0...63, usualQuality: 30, presetKey: "cpu-used",
      presets: numbers(0...8), usualPreset: "6", options: ["row-mt=1"]),
    KnownEncoder(
      name: "librav1e", codec: "av1", quality: 0...255, qualityKey: "qp", usualQuality: 100, presetKey: "speed",
      presets: numbers(0...10), usualPreset: "8"),
    KnownEncoder(
      name: "libvpx-vp9", codec: "vp9", quality: 0...63, usualQuality: 31, presetKey: "cpu-used",
      presets: numbers(0...8), usualPreset: "4", options: ["row-mt=1"]),
    KnownEncoder(name: "ffv1", codec: "ffv1", options: ["level=3", "slices=4", "slicecrc=1"]),
  ]
}
