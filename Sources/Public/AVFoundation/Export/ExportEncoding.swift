import CVideo
import Foundation

/// What an export writes where no preset says it. For the tools of this package: presets are for apps.
package struct ExportEncoding: Sendable {
  /// `h264`, `hevc`, `av1`, `vp9`, `prores`, `ffv1`, or an encoder by FFmpeg's name of it; nil: the first that the
  /// container has a use for.
  package var codec: String?
  /// The encoder's rate factor, lower is better; nil: the usual one of the encoder.
  package var quality: Double?
  /// Bits a second in place of a quality.
  package var bitRate: Int?
  /// How hard it tries, in the encoder's words; nil: the usual of the encoder.
  package var preset: String?
  /// What the result of the composition is scaled to, whole pairs of pixels; nil: it keeps its size.
  package var size: (width: Int, height: Int)?
  /// The layout of the pixels that are encoded, by FFmpeg's name of it; nil: the one that costs least, and without loss
  /// that of the source.
  package var pixelFormat: String?
  /// What the codes mean; nil: what the composition says, else the source.
  package var color: ExportColorSettings?
  /// True to roll off highlights to white, where the source has such.
  package var toneMaps = false
  /// What becomes of sound.
  package var sound = SoundHandling.kept
  /// Threads of the decoder and of the encoder; 0: as many as there are cores.
  package var threads = 0
  /// What is written in place of a file, which it only names; it stays the caller's.
  package var descriptor: Int32?
  /// True to put the file in the place of one that is there, when it is whole.
  package var replacesFile = false

  package init() {}

  /// What it stands for, of an encoder that is there.
  ///
  /// - Throws: what was asked and what there is.
  func exportPreset(in container: String) throws(AVError) -> ExportPreset {
    let known = try encoder(in: container)
    var preset = ExportPreset(
      encoders: [ExportPreset.Encoder(name: known.name, options: try options(known))],
      fileTypes: descriptor == nil ? AVFileType.written : AVFileType.piped)
    preset.exactSize = size
    preset.layout = try layout(of: known.name)
    return preset
  }

  private func encoder(in container: String) throws(AVError) -> EncoderDescription {
    if container == "yuv4mpegpipe" {
      if let codec {
        throw AVError(
          .incorrectlyConfigured, "\(codec) is asked, and images in y4m are not coded; write nut, or none")
      }
      return EncoderDescription.named("wrapped_avframe")
    }
    let codec = codec ?? ["webm": "vp9", "nut": "rawvideo"][container] ?? "h264"
    let ofCodec = EncoderDescription.all.filter { $0.codec == codec }
    let wanted = ofCodec.isEmpty ? [EncoderDescription.named(codec)] : ofCodec
    guard let found = wanted.first(where: { vd_has_encoder($0.name) }) else {
      let there = EncoderDescription.all.filter { vd_has_encoder($0.name) }.map { "\($0.codec) (\($0.name))" }
      throw AVError(
        .encoderNotFound,
        "\(codec) is asked, and FFmpeg here has no encoder \(wanted.map(\.name).joined(separator: " or ")); it has "
          + there.joined(separator: ", "))
    }
    guard vd_container_takes(container, found.name) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "files of the kind \(container) do not take what \(found.name) makes; .mkv takes all codecs, .mov h264, "
          + "hevc and prores, .mp4 h264, hevc and av1, .webm vp9 and av1")
    }
    guard !VDLayout.names(of: found.name).isEmpty else {
      throw AVError(
        .encoderNotFound,
        "\(found.name) takes none of the layouts that are written here: "
          + VDLayout.written.map(\.key).joined(separator: ", "))
    }
    return found
  }

  /// The layout that is asked; nil: none is.
  private func layout(of encoder: String) throws(AVError) -> VDLayout? {
    guard let pixelFormat else { return nil }
    let names = VDLayout.names(of: encoder)
    // 10 bits have one order of bytes here.
    let wanted = [pixelFormat, pixelFormat + "le"].first { names.contains($0) }
    guard let wanted, let found = VDLayout.written.first(where: { $0.key == wanted }) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "the pixel format \(pixelFormat) is asked; \(encoder) is given \(names.joined(separator: ", "))")
    }
    return found.value
  }

  private func options(_ encoder: EncoderDescription) throws(AVError) -> String {
    if let quality, bitRate == nil {
      guard let range = encoder.quality else {
        throw AVError(
          .exportFailed,
          "a quality is asked, and \(encoder.name) has none"
            + ([
              "ffv1": ": it keeps every bit", "rawvideo": ": it keeps every bit",
              "prores": "; its presets say how good it is",
            ][encoder.codec] ?? "; say a bit rate"))
      }
      guard range.contains(quality) else {
        throw AVError(
          .exportFailed,
          "a quality of \(plain(quality)) is asked; \(encoder.name) has \(plain(range.lowerBound)), the best, to "
            + plain(range.upperBound))
      }
    }
    if let preset {
      guard encoder.presetKey != nil else {
        throw AVError(.exportFailed, "the preset \(preset) is asked, and \(encoder.name) has none")
      }
      guard encoder.presets.isEmpty || encoder.presets.contains(preset) else {
        throw AVError(
          .exportFailed,
          "the preset \(preset) is asked; \(encoder.name) has \(encoder.presets.joined(separator: ", "))")
      }
    }
    return encoder.options(quality: quality, bitRate: bitRate, preset: preset)
  }
}
