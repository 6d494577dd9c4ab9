import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// ProRes by ffmpeg's encoder, checked by its decoder.
  @Suite struct ProResTests {
    private func facts(_ video: URL) throws -> [String: String] {
      try FFmpeg.probe(
        video,
        "stream=codec_name,profile,pix_fmt,codec_tag_string,color_range,color_space,color_transfer,color_primaries")[0]
    }

    /// Of planes of 10 bits in 16, in decibels.
    private func likeness(_ a: Data, _ b: Data) throws -> Double {
      #expect(a.count == b.count && !a.isEmpty)
      let numbers = [a, b].map { data in data.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) } }
      let sum = zip(numbers[0], numbers[1]).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) }
      return 10 * log10(1023 * 1023 * Double(numbers[0].count) / max(sum, 1))
    }

    @Test(arguments: [
      (AVAssetExportPresetAppleProRes422LPCM, "HQ", "apch", "yuv422p10le"),
      (AVAssetExportPresetAppleProRes4444LPCM, "4444", "ap4h", "yuv444p10le"),
    ])
    func exportsKeepWhatTheSourceHas(_ preset: String, _ profile: String, _ tag: String, _ layout: String) async throws
    {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images("130x98", rate: "30000/1001", seconds: 0.3), Clips.sound(seconds: 0.3),
        "-c:v ffv1 -pix_fmt \(layout) -colorspace bt709 -color_trc bt709 -color_primaries bt709 -c:a flac")
      let output = clips.file("out.mov")
      let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: preset))
      #expect(session.supportedFileTypes == [.mov])
      try await session.export(to: output, as: .mov)
      let reported = try facts(output)
      #expect(
        reported["codec_name"] == "prores" && reported["profile"] == profile && reported["codec_tag_string"] == tag)
      #expect(
        reported["color_space"] == "bt709" && reported["color_transfer"] == "bt709"
          && reported["color_primaries"] == "bt709")
      let images = try [clip, output].map { try FFmpeg.images($0, format: layout) }
      #expect(try likeness(images[0], images[1]) > 42)
      let sound = try [clip, output].map {
        try FFmpeg.run("ffmpeg", ["-v", "error", "-i", $0.path, "-map", "0:a", "-f", "s16le", "-"])
      }
      #expect(sound[0] == sound[1])
      #expect(try FFmpeg.probe(output, "stream=codec_name", of: "a:0")[0]["codec_name"] == "pcm_s16le")
    }

    /// 8 bits and 4:2:0 are rendered; a filter is applied to what was there.
    @Test func imagesOfEightBitsAreRendered() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images("130x98", seconds: 0.2), Clips.h264)
      let output = clips.file("out.mov")
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetAppleProRes422LPCM))
      session.videoComposition = AVVideoComposition(asset: asset) { request in
        // Twice is nothing, but for the rounding.
        let inverted = request.sourceImage.applyingFilter("CIColorInvert")
        request.finish(with: inverted.applyingFilter("CIColorInvert"), context: nil)
      }
      try await session.export(to: output, as: .mov)
      #expect(try facts(output)["pix_fmt"] == "yuv422p10le")
      let luma = try [clip, output].map { try FFmpeg.images($0, format: "gray10le") }
      #expect(try likeness(luma[0], luma[1]) > 40)
    }

    @Test(arguments: [
      (AVVideoCodecType.proRes422, "Standard", "apcn"), (.proRes422HQ, "HQ", "apch"), (.proRes422LT, "LT", "apcs"),
      (.proRes422Proxy, "Proxy", "apco"), (.proRes4444, "4444", "ap4h"),
    ])
    func writersHaveAllKinds(_ codec: AVVideoCodecType, _ profile: String, _ tag: String) async throws {
      let clips = try Clips()
      let output = clips.file("out.mov")
      let video = try VideoWriter(output, as: .mov, codec, size: (130, 98))
      video.start()
      for index in 0..<3 { try await video.append(try video.image(), at: CMTime(value: Int64(index), timescale: 25)) }
      try await video.finish()
      let reported = try facts(output)
      #expect(
        reported["codec_name"] == "prores" && reported["profile"] == profile && reported["codec_tag_string"] == tag)
      let pixels = [UInt8](try FFmpeg.images(output, format: "rgb24"))
      let (width, height, frames) = (130, 98, 3)
      #expect(pixels.count == 3 * width * height * frames)
      // Red of sRGB through BT.709's codes.
      #expect(pixels[0] > 250 && pixels[1] < 5 && pixels[2] < 5)
    }

    @Test func mp4DoesNotTakeIt() async throws {
      let clips = try Clips()
      let writer = try AVAssetWriter(outputURL: clips.file("out.mp4"), fileType: .mp4)
      let settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.proRes422, AVVideoWidthKey: 96, AVVideoHeightKey: 64,
      ]
      #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .video, outputSettings: settings)))
    }
  }
}
