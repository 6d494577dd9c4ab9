import CVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's.

/// H.264 with visually lossless quality.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264 with half that file size or less.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 of at most 480 rows, with a small file size.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 that fits into 640 × 480; smaller frames keep their size.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 that fits into 960 × 540; smaller frames keep their size.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 that fits into 1280 × 720; smaller frames keep their size.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 that fits into 1920 × 1080; smaller frames keep their size.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 that fits into 3840 × 2160; smaller frames keep their size.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC with visually lossless quality.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC that fits into 1920 × 1080; smaller frames keep their size.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC that fits into 3840 × 2160; smaller frames keep their size.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC that fits into 7680 × 4320; smaller frames keep their size.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// Lossless FFV1, in .mkv files. Exists only in this package.
public let AVAssetExportPresetFFV1Lossless = "AVAssetExportPresetFFV1Lossless"

/// ProRes 422 HQ and PCM audio, in .mov files.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 and PCM audio, in .mov files; alpha is not supported.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// Copies all tracks to another container. Nothing is decoded, so a composition is rejected. A range begins with the
/// key frame from which its first frame is decoded; .mp4 and .mov mark earlier frames as hidden.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Audio only, in .m4a files: AAC and Apple Lossless are copied, other codecs are encoded as AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// A preset that encodes frames.
struct ExportPreset: Sendable {
  struct Encoder: Sendable {
    let name: String
    let options: String

    init(name: String, options: String) { (self.name, self.options) = (name, options) }

    init(_ name: String, quality: Double? = nil, bitRate: Int? = nil) {
      self.init(name: name, options: EncoderDescription.named(name).options(quality: quality, bitRate: bitRate))
    }
  }

  /// The encoders, of which the first available one is used.
  let encoders: [Encoder]
  /// The size into which frames are scaled down to fit; nil to keep their size.
  var bounds: CGSize?
  /// The size to which frames are scaled; nil for the size by `bounds`.
  var exactSize: (width: Int, height: Int)?
  let fileTypes: [AVFileType]
  /// The pixel layout that the encoder receives; nil for a choice by encoder and source.
  var layout: VDLayout?
  var sound = SoundHandling.automatic
  /// The measured bits of a pixel for slowly moving photographs; 0 if not known.
  ///
  /// Source: docs/decisions/video.md, "File sizes".
  var bitsOfPixel = 0.0

  static let all: [String: ExportPreset] = [
    AVAssetExportPresetHighestQuality: h264(18),
    AVAssetExportPresetMediumQuality: h264(23),
    AVAssetExportPresetLowQuality: h264(28, CGSize(width: 854, height: 480)),
    AVAssetExportPreset640x480: h264(20, CGSize(width: 640, height: 480)),
    AVAssetExportPreset960x540: h264(20, CGSize(width: 960, height: 540)),
    AVAssetExportPreset1280x720: h264(20, CGSize(width: 1280, height: 720)),
    AVAssetExportPreset1920x1080: h264(20, CGSize(width: 1920, height: 1080)),
    AVAssetExportPreset3840x2160: h264(20, CGSize(width: 3840, height: 2160)),
    AVAssetExportPresetHEVCHighestQuality: hevc(nil),
    AVAssetExportPresetHEVC1920x1080: hevc(CGSize(width: 1920, height: 1080)),
    AVAssetExportPresetHEVC3840x2160: hevc(CGSize(width: 3840, height: 2160)),
    AVAssetExportPresetHEVC7680x4320: hevc(CGSize(width: 7680, height: 4320)),
    AVAssetExportPresetAppleProRes422LPCM: proRes("hq"),
    AVAssetExportPresetAppleProRes4444LPCM: proRes("4444"),
    AVAssetExportPresetFFV1Lossless: ExportPreset(
      encoders: [Encoder("ffv1")], fileTypes: [.mkv], bitsOfPixel: 3.6),
  ]

  private static func proRes(_ profile: String) -> ExportPreset {
    let options = EncoderDescription.named("prores_ks").options(preset: profile)
    return ExportPreset(
      encoders: [Encoder(name: "prores_ks", options: options)], fileTypes: [.mov], sound: .encoded("pcm"),
      bitsOfPixel: profile == "hq" ? 4.9 : 7.1)
  }

  private static func hevc(_ bounds: CGSize?) -> ExportPreset {
    ExportPreset(
      encoders: [Encoder("libx265", quality: 20)], bounds: bounds, fileTypes: [.mp4, .mov, .m4v, .mkv],
      bitsOfPixel: 0.034)
  }

  private static func h264(_ quality: Int, _ bounds: CGSize? = nil) -> ExportPreset {
    ExportPreset(
      encoders: [
        Encoder("libx264", quality: Double(quality)),
        // Fallback for builds of FFmpeg without libx264; controlled by bit rate.
        Encoder("libopenh264", bitRate: 40_000_000 / quality),
      ], bounds: bounds, fileTypes: [.mp4, .mov, .m4v, .mkv],
      bitsOfPixel: [18: 0.058, 20: 0.046, 23: 0.032][quality] ?? 0.020)
  }

  /// Returns the first available encoder.
  ///
  /// - Throws: the names of the missing encoders.
  func encoder() throws(AVError) -> Encoder {
    if let encoder = encoders.first(where: { vd_has_encoder($0.name) }) { return encoder }
    let names = encoders.map(\.name).joined(separator: " or ")
    throw AVError(
      .encoderNotFound,
      "FFmpeg has no encoder \(names); install a build that has it, or choose another preset")
  }

  /// Returns the output size for frames of this size, in even numbers.
  func size(of size: CGSize) -> (width: Int, height: Int) {
    if let exactSize { return exactSize }
    var scale = 1.0
    if let bounds { scale = min(1, bounds.width / size.width, bounds.height / size.height) }
    func even(_ length: Double) -> Int { max(2, Int((length * scale + 1e-6) / 2) * 2) }
    return (even(size.width), even(size.height))
  }
}
