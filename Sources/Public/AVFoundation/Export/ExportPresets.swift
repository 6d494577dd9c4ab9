import CVideo
import Foundation

// swift-format-ignore-file: AlwaysUseLowerCamelCase
// Names are AVFoundation's.

/// H.264, nothing to be seen of the loss.
public let AVAssetExportPresetHighestQuality = "AVAssetExportPresetHighestQuality"
/// H.264, half the size or less.
public let AVAssetExportPresetMediumQuality = "AVAssetExportPresetMediumQuality"
/// H.264 of at most 480 rows, small.
public let AVAssetExportPresetLowQuality = "AVAssetExportPresetLowQuality"
/// H.264 that fits into 640 × 480; smaller images stay as they are.
public let AVAssetExportPreset640x480 = "AVAssetExportPreset640x480"
/// H.264 that fits into 960 × 540; smaller images stay as they are.
public let AVAssetExportPreset960x540 = "AVAssetExportPreset960x540"
/// H.264 that fits into 1280 × 720; smaller images stay as they are.
public let AVAssetExportPreset1280x720 = "AVAssetExportPreset1280x720"
/// H.264 that fits into 1920 × 1080; smaller images stay as they are.
public let AVAssetExportPreset1920x1080 = "AVAssetExportPreset1920x1080"
/// H.264 that fits into 3840 × 2160; smaller images stay as they are.
public let AVAssetExportPreset3840x2160 = "AVAssetExportPreset3840x2160"
/// HEVC, nothing to be seen of the loss.
public let AVAssetExportPresetHEVCHighestQuality = "AVAssetExportPresetHEVCHighestQuality"
/// HEVC that fits into 1920 × 1080; smaller images stay as they are.
public let AVAssetExportPresetHEVC1920x1080 = "AVAssetExportPresetHEVC1920x1080"
/// HEVC that fits into 3840 × 2160; smaller images stay as they are.
public let AVAssetExportPresetHEVC3840x2160 = "AVAssetExportPresetHEVC3840x2160"
/// HEVC that fits into 7680 × 4320; smaller images stay as they are.
public let AVAssetExportPresetHEVC7680x4320 = "AVAssetExportPresetHEVC7680x4320"
/// FFV1 without loss, in .mkv files. Of this package alone.
public let AVAssetExportPresetFFV1Lossless = "AVAssetExportPresetFFV1Lossless"

/// ProRes 422 HQ and sound that is not coded, in .mov files.
public let AVAssetExportPresetAppleProRes422LPCM = "AVAssetExportPresetAppleProRes422LPCM"
/// ProRes 4444 and sound that is not coded, in .mov files; without alpha here.
public let AVAssetExportPresetAppleProRes4444LPCM = "AVAssetExportPresetAppleProRes4444LPCM"

/// All tracks as they are, into a file of another kind: nothing is decoded, so no composition may be set. A range
/// begins with the image that its first one is decoded by; .mp4 and .mov say that it is not shown.
public let AVAssetExportPresetPassthrough = "AVAssetExportPresetPassthrough"
/// Sound alone, in .m4a files: as it is where it is AAC or Apple Lossless, else AAC.
public let AVAssetExportPresetAppleM4A = "AVAssetExportPresetAppleM4A"

/// What a preset with images stands for.
struct ExportPreset: Sendable {
  struct Encoder: Sendable {
    let name: String
    let options: String

    init(name: String, options: String) { (self.name, self.options) = (name, options) }

    init(_ name: String, quality: Double? = nil, bitRate: Int? = nil) {
      self.init(name: name, options: EncoderDescription.named(name).options(quality: quality, bitRate: bitRate))
    }
  }

  /// The first that is there is taken.
  let encoders: [Encoder]
  /// Images are made to fit into it; nil: they keep their size.
  var bounds: CGSize?
  /// What they are scaled to, whatever they were.
  var exactSize: (width: Int, height: Int)?
  let fileTypes: [AVFileType]
  /// What the encoder is given; nil: what it and the source say.
  var layout: VDLayout?
  var sound = SoundHandling.kept
  /// Bits of a pixel of a photograph that moves slowly, as measured; 0: not known.
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
        // What builds of FFmpeg without libx264 have: steered by the bits of a second.
        Encoder("libopenh264", bitRate: 40_000_000 / quality),
      ], bounds: bounds, fileTypes: [.mp4, .mov, .m4v, .mkv],
      bitsOfPixel: [18: 0.058, 20: 0.046, 23: 0.032][quality] ?? 0.020)
  }

  /// The encoder that is there.
  ///
  /// - Throws: which were looked for.
  func encoder() throws(AVError) -> Encoder {
    if let encoder = encoders.first(where: { vd_has_encoder($0.name) }) { return encoder }
    let names = encoders.map(\.name).joined(separator: " or ")
    throw AVError(
      .encoderNotFound,
      "FFmpeg here has no \(names); install one that has, or choose another preset")
  }

  /// The size of images of this size, in whole pairs of pixels.
  func size(of size: CGSize) -> (width: Int, height: Int) {
    if let exactSize { return exactSize }
    var scale = 1.0
    if let bounds { scale = min(1, bounds.width / size.width, bounds.height / size.height) }
    func even(_ length: Double) -> Int { max(2, Int((length * scale + 1e-6) / 2) * 2) }
    return (even(size.width), even(size.height))
  }
}
