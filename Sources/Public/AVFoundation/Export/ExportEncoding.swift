import CVideo
import Foundation

/// An encoding that replaces that of a preset. For this package's tools; apps choose a preset.
package struct ExportEncoding: Sendable {
  /// `h264`, `hevc`, `av1`, `vp9`, `prores`, `ffv1`, or FFmpeg's name of an encoder; nil for the default codec of the
  /// container.
  package var codec: String?
  /// The encoder's rate factor, where lower is better; nil for the default of the encoder.
  package var quality: Double?
  /// The bit rate in bits a second, instead of a quality.
  package var bitRate: Int?
  /// The encoder's preset, a trade-off of speed and size, by the encoder's name; nil for the default.
  package var preset: String?
  /// The size to which the result of the composition is scaled, in even numbers; nil for its own size.
  package var size: (width: Int, height: Int)?
  /// FFmpeg's name of the encoded pixel format; nil for the one that is cheapest to convert to, or for that of the
  /// source if the encoder is lossless.
  package var pixelFormat: String?
  /// The colour properties; nil for those of the composition, or else of the source.
  package var color: ExportColorSettings?
  /// Whether highlights of HDR sources are rolled off to white.
  package var toneMaps = false
  /// The handling of sound.
  package var sound = SoundHandling.automatic
  /// The number of threads of the decoder and of the encoder; 0 for the number of cores.
  package var threads = 0
  /// A descriptor to write to instead of the output file, which then only names the output. It remains the caller's.
  package var descriptor: Int32?
  /// Whether an existing file is replaced when the output is complete.
  package var replacesFile = false

  package init() {}

  /// Returns the export preset with the first available encoder.
  ///
  /// - Throws: the rejected setting and the supported values.
  func exportPreset(in container: String) throws(AVError) -> ExportPreset {
    let description = try encoder(in: container)
    var preset = ExportPreset(
      encoders: [ExportPreset.Encoder(name: description.name, options: try options(description))],
      fileTypes: descriptor == nil ? AVFileType.written : AVFileType.piped)
    preset.exactSize = size
    preset.layout = try layout(of: description.name)
    return preset
  }

  private func encoder(in container: String) throws(AVError) -> EncoderDescription {
    if container == "yuv4mpegpipe" {
      if let codec {
        throw AVError(
          .incorrectlyConfigured,
          "y4m is uncompressed and does not support the codec \(codec); write nut, or set no codec")
      }
      return EncoderDescription.named("wrapped_avframe")
    }
    let codec = codec ?? ["webm": "vp9", "nut": "rawvideo"][container] ?? "h264"
    let ofCodec = EncoderDescription.all.filter { $0.codec == codec }
    let candidates = ofCodec.isEmpty ? [EncoderDescription.named(codec)] : ofCodec
    guard let found = candidates.first(where: { vd_has_encoder($0.name) }) else {
      let available = EncoderDescription.all.filter { vd_has_encoder($0.name) }.map { "\($0.codec) (\($0.name))" }
      throw AVError(
        .encoderNotFound,
        "FFmpeg has no encoder \(candidates.map(\.name).joined(separator: " or ")) for \(codec); available are "
          + available.joined(separator: ", "))
    }
    guard vd_container_takes(container, found.name) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "\(container) files do not support the encoder \(found.name); .mkv supports all codecs, .mov h264, "
          + "hevc and prores, .mp4 h264, hevc and av1, .webm vp9 and av1")
    }
    guard !VDLayout.names(of: found.name).isEmpty else {
      throw AVError(
        .encoderNotFound,
        "\(found.name) takes none of the layouts that this package writes: "
          + VDLayout.written.map(\.key).joined(separator: ", "))
    }
    return found
  }

  /// Returns the requested layout, or nil if none is requested.
  private func layout(of encoder: String) throws(AVError) -> VDLayout? {
    guard let pixelFormat else { return nil }
    let names = VDLayout.names(of: encoder)
    // Formats of 10 bits may be given without their byte order.
    let name = [pixelFormat, pixelFormat + "le"].first { names.contains($0) }
    guard let name, let found = VDLayout.written.first(where: { $0.key == name }) else {
      throw AVError(
        .operationNotSupportedForAsset,
        "the pixel format \(pixelFormat) is not supported; \(encoder) supports \(names.joined(separator: ", "))")
    }
    return found.value
  }

  private func options(_ encoder: EncoderDescription) throws(AVError) -> String {
    if let quality, bitRate == nil {
      guard let range = encoder.quality else {
        throw AVError(
          .exportFailed,
          "\(encoder.name) has no quality setting"
            + ([
              "ffv1": ": it is lossless", "rawvideo": ": it is uncompressed",
              "prores": "; choose one of its presets instead",
            ][encoder.codec] ?? "; set a bit rate instead"))
      }
      guard range.contains(quality) else {
        throw AVError(
          .exportFailed,
          "the quality of \(encoder.name) must be between \(plain(range.lowerBound)), the best, and "
            + "\(plain(range.upperBound)) (got \(plain(quality)))")
      }
    }
    if let preset {
      guard encoder.presetKey != nil else {
        throw AVError(.exportFailed, "\(encoder.name) has no presets (got \(preset)); remove the preset")
      }
      guard encoder.presets.isEmpty || encoder.presets.contains(preset) else {
        throw AVError(
          .exportFailed,
          "the preset \(preset) is not supported; \(encoder.name) has \(encoder.presets.joined(separator: ", "))")
      }
    }
    return encoder.options(quality: quality, bitRate: bitRate, preset: preset)
  }
}
