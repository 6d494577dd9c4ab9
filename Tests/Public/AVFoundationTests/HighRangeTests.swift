import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// The HDR metadata of videos, as ffprobe reports it.
  @Suite struct HighRangeTests {
    /// In the order and the units of HEVC's messages.
    static let display = "G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,500)"
    static let light = "1000,400"
    /// The metadata as 24 bytes and as 4.
    static let displayBytes = Data([
      0x33, 0xC2, 0x86, 0xC4, 0x1D, 0x4C, 0x0B, 0xB8, 0x84, 0xD0, 0x3E, 0x80, 0x3D, 0x13, 0x40, 0x42, 0x00, 0x98, 0x96,
      0x80, 0x00, 0x00, 0x01, 0xF4,
    ])
    static let lightBytes = Data([0x03, 0xE8, 0x01, 0x90])
    static let numbers = [
      "green_x": 0.265, "green_y": 0.69, "blue_x": 0.15, "blue_y": 0.06, "red_x": 0.68, "red_y": 0.32,
      "white_point_x": 0.3127, "white_point_y": 0.329, "max_luminance": 1000, "min_luminance": 0.05,
      "max_content": 1000,
      "max_average": 400,
    ]

    private func source(_ clips: Clips, curve: String = "smpte2084") throws -> URL {
      try clips.make(
        "in.mp4", Clips.images(seconds: 0.2),
        "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc \(curve) "
          + "-colorspace bt2020nc -x265-params "
          + "log-level=error:hdr10=1:master-display=\(Self.display):max-cll=\(Self.light)")
    }

    /// Returns the HDR metadata that ffprobe reports: of the stream in the container, or of the first frame.
    private func reported(_ clip: URL, of part: String) throws -> [String: Double] {
      let arguments = part == "streams" ? ["-show_streams"] : ["-show_frames", "-read_intervals", "%+#1"]
      let json = try FFmpeg.run(
        "ffprobe", ["-v", "error", "-select_streams", "v:0"] + arguments + ["-of", "json", clip.path])
      let answer = try #require(JSONSerialization.jsonObject(with: json) as? [String: Any])
      let first = try #require((answer[part] as? [[String: Any]])?.first)
      var numbers: [String: Double] = [:]
      for data in first["side_data_list"] as? [[String: Any]] ?? [] {
        for (key, value) in data where Self.numbers[key] != nil {
          let parts = "\(value)".split(separator: "/").compactMap { Double($0) }
          numbers[key] = parts.count == 2 ? parts[0] / parts[1] : parts.first
        }
      }
      return numbers
    }

    private func expectReported(_ clip: URL, _ part: String) throws {
      let numbers = try reported(clip, of: part)
      #expect(numbers.count == Self.numbers.count, "\(part)")
      for (key, value) in numbers {
        #expect(abs(value - Self.numbers[key]!) < 1e-4 * max(value, 0.1), "\(part) \(key)")
      }
    }

    private func export(
      _ clip: URL, to output: URL, as type: AVFileType, _ preset: String,
      _ change: (AVMutableVideoComposition) -> Void = { _ in }
    ) async throws {
      let asset = AVURLAsset(url: clip)
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      let composition = AVMutableVideoComposition(asset: asset) {
        $0.finish(with: $0.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      change(composition)
      session.videoComposition = composition
      try await session.export(to: output, as: type)
    }

    @Test(arguments: [
      ("mp4", AVFileType.mp4, AVAssetExportPresetHEVCHighestQuality),
      ("mov", .mov, AVAssetExportPresetHEVCHighestQuality), ("mkv", .mkv, AVAssetExportPresetHEVCHighestQuality),
      ("mp4", .mp4, AVAssetExportPresetHighestQuality), ("mkv", .mkv, AVAssetExportPresetFFV1Lossless),
    ])
    func exportsSayWhatTheSourceSays(_ ending: String, _ type: AVFileType, _ preset: String) async throws {
      let clips = try Clips()
      let clip = try source(clips)
      try expectReported(clip, "frames")
      let output = clips.file("out.\(ending)")
      try await export(clip, to: output, as: type, preset)
      if ending != "mov" { try expectReported(output, "streams") }
      // FFmpeg 5.1 reads no such messages of H.264.
      if preset == AVAssetExportPresetHEVCHighestQuality { try expectReported(output, "frames") }
      // And it is read again.
      let track = AVURLAsset(url: output).tracks[0]
      for try await frame in AVURLAsset(url: output).frames(of: .video) {
        func attached(_ key: CFString) -> Data? { CVBufferCopyAttachment(frame.pixelBuffer, key, nil) as? Data }
        if ending != "mkv" || preset != AVAssetExportPresetFFV1Lossless {
          #expect(attached(kCVImageBufferMasteringDisplayColorVolumeKey) == Self.displayBytes)
        }
        #expect(attached(kCVImageBufferContentLightLevelInfoKey) == Self.lightBytes)
      }
      if ending == "mp4" {
        let extensions = track.formatDescriptions[0].extensions
        #expect(
          extensions[kCMFormatDescriptionExtension_MasteringDisplayColorVolume] as? Data == Self.displayBytes)
        #expect(extensions[kCMFormatDescriptionExtension_ContentLightLevelInfo] as? Data == Self.lightBytes)
      }
    }

    /// Another curve is another scale of light.
    @Test func invalidMetadataIsNotWritten() async throws {
      let clips = try Clips()
      let clip = try source(clips)
      let output = clips.file("out.mp4")
      try await export(clip, to: output, as: .mp4, AVAssetExportPresetHEVCHighestQuality) {
        $0.colorPrimaries = kCVImageBufferColorPrimaries_ITU_R_709_2 as String
        $0.colorTransferFunction = kCVImageBufferTransferFunction_ITU_R_709_2 as String
        $0.colorYCbCrMatrix = kCVImageBufferYCbCrMatrix_ITU_R_709_2 as String
      }
      #expect(try reported(output, of: "streams").isEmpty && reported(output, of: "frames").isEmpty)
    }

    @Test func writersSayWhatTheAppSays() async throws {
      let clips = try Clips()
      let output = clips.file("out.mp4")
      let video = try VideoWriter(
        output, as: .mp4, .hevc,
        compression: [
          kCVImageBufferMasteringDisplayColorVolumeKey as String: Self.displayBytes,
          kCVImageBufferContentLightLevelInfoKey as String: Self.lightBytes,
        ],
        colors: [
          AVVideoColorPrimariesKey: AVVideoColorPrimaries_ITU_R_2020,
          AVVideoTransferFunctionKey: AVVideoTransferFunction_SMPTE_ST_2084_PQ,
          AVVideoYCbCrMatrixKey: AVVideoYCbCrMatrix_ITU_R_2020,
        ], format: kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange)
      video.start()
      for index in 0..<3 {
        #expect(try await video.append(try video.image(.white), at: CMTime(value: Int64(index), timescale: 25)))
      }
      try await video.finish()
      try expectReported(output, "streams")
      try expectReported(output, "frames")
      let facts = try FFmpeg.probe(output, "stream=pix_fmt,color_transfer,color_primaries,color_space")[0]
      #expect(facts["pix_fmt"] == "yuv420p10le" && facts["color_transfer"] == "smpte2084")
      #expect(facts["color_primaries"] == "bt2020" && facts["color_space"] == "bt2020nc")
      // White is 203 cd/m²: code 0.5807 of PQ, of 876 steps from 64 on. Source: ITU-R BT.2408, table 1: 58 %.
      let codes = try FFmpeg.images(output).prefix(2 * 96 * 64).withUnsafeBytes {
        Array($0.bindMemory(to: UInt16.self))
      }
      let white = 64 + 876 * 0.5807
      #expect(codes.allSatisfy { abs(Double($0) - white) < 3 })
    }
  }
}
