import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Videos that are written, read again by ffprobe and ffmpeg.
  @Suite struct ExportTests {
    private func seconds(_ clip: URL, _ stream: String = "v:0") throws -> [CMTime] {
      let unit = try FFmpeg.probe(clip, "stream=time_base", of: stream)[0]["time_base"]!
        .split(separator: "/").compactMap { Int64($0) }
      return try FFmpeg.probe(clip, "frame=best_effort_timestamp", of: stream).map {
        CMTime(value: Int64($0["best_effort_timestamp"]!)! * unit[0], timescale: Int32(unit[1]))
      }
    }

    private func export(
      _ clip: URL, to output: URL, as type: AVFileType,
      preset: String = AVAssetExportPresetHighestQuality,
      _ handler: ((AVAsynchronousCIImageFilteringRequest) -> Void)? = nil
    ) async throws {
      let asset = AVURLAsset(url: clip)
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      if let handler {
        session.videoComposition = AVVideoComposition(
          asset: asset, applyingCIFiltersWithHandler: handler)
      }
      try await session.export(to: output, as: type)
      #expect(session.status == .completed && session.progress == 1 && session.error == nil)
    }

    @Test(arguments: ["yuv420p", "yuv420p10le", "yuvj420p"])
    func unfilteredFramesAreLossless(_ format: String) async throws {
      let clips = try Clips()
      // Motion JPEG has the full range by default.
      let codec = format == "yuvj420p" ? "mjpeg" : "ffv1"
      let clip = try clips.make(
        "in.mkv", Clips.images("66x44", seconds: 0.4), "-c:v \(codec) -pix_fmt \(format)")
      let output = clips.file("out.mkv")
      try await export(clip, to: output, as: .mkv, preset: AVAssetExportPresetFFV1Lossless) {
        $0.finish(with: $0.sourceImage, context: nil)
      }
      #expect(try FFmpeg.images(output) == FFmpeg.images(clip))
    }

    /// x264 takes chroma in pairs, which the decoder does not give.
    @Test func whatGoesThroughInPairsKeepsItsColours() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images("66x44", seconds: 0.4), "-c:v ffv1 -pix_fmt yuv420p")
      let output = clips.file("out.mp4")
      try await export(clip, to: output, as: .mp4) { $0.finish(with: $0.sourceImage, context: nil) }
      let (before, after) = try (FFmpeg.images(clip), FFmpeg.images(output))
      #expect(before.count == after.count)
      let error = zip(before, after).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(before.count)
      // CRF 18 of x264 gives 40 dB and more; chroma in another's place would give less than 20.
      #expect(10 * log10(255 * 255 / error) > 35)
    }

    @Test func aHandlerSeesEveryFrameAtItsTime() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(),
        "-vf setpts=(N+N*N/40)/25/TB -fps_mode passthrough \(Clips.h264)")
      let output = clips.file("out.mp4")
      nonisolated(unsafe) var seen: [CMTime] = []
      let filter = CIFilter(name: "CIColorInvert")!
      try await export(clip, to: output, as: .mp4) { request in
        // One call at a time: a filter and an array need no lock.
        seen.append(request.compositionTime)
        filter.setValue(request.sourceImage, forKey: kCIInputImageKey)
        request.finish(with: filter.outputImage!, context: nil)
      }
      #expect(try seen == seconds(clip))
      #expect(try seconds(output) == seconds(clip))
      // The last frame is shown as long as before.
      let lasting = try [clip, output].map {
        try FFmpeg.probe($0, "stream=duration")[0]["duration"]
      }
      #expect(lasting[0] == lasting[1])
    }

    @Test(arguments: [
      ("bt709", "bt709", "bt709", "yuv420p", "mp4", "left"),
      ("smpte170m", "smpte170m", "smpte170m", "yuv420p", "mov", "center"),
      ("bt470bg", "smpte170m", "bt470bg", "yuv420p", "mkv", "left"),
      ("bt2020", "smpte2084", "bt2020nc", "yuv420p10le", "mp4", "topleft"),
      ("bt2020", "arib-std-b67", "bt2020nc", "yuv420p10le", "mov", "topleft"),
    ])
    func tagsAreThoseOfTheSource(
      _ primaries: String, _ transfer: String, _ matrix: String, _ format: String, _ ending: String, _ place: String
    ) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(seconds: 0.2),
        "-c:v libx264 -preset ultrafast -pix_fmt \(format) -color_primaries \(primaries) -color_trc \(transfer) "
          + "-colorspace \(matrix) -chroma_sample_location \(place)")
      let output = clips.file("out.\(ending)")
      let types = ["mp4": AVFileType.mp4, "mov": .mov, "mkv": .mkv]
      try await export(clip, to: output, as: types[ending]!) {
        $0.finish(with: $0.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      let entries = "stream=color_range,color_space,color_transfer,color_primaries,pix_fmt,chroma_location"
      let (before, after) = try (FFmpeg.probe(clip, entries)[0], FFmpeg.probe(output, entries)[0])
      #expect(before == after && before.count == 6)
      #expect(before["color_primaries"] == primaries && before["chroma_location"] == place)
    }

    @Test(arguments: ["mp4", "mov", "mkv"])
    func soundIsPassedOnInStep(_ ending: String) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", "-itsoffset 0.2 \(Clips.images())", Clips.sound(seconds: 1.2),
        "\(Clips.h264) -c:a aac")
      let output = clips.file("out.\(ending)")
      let types = ["mp4": AVFileType.mp4, "mov": .mov, "mkv": .mkv]
      try await export(clip, to: output, as: types[ending]!) {
        $0.finish(with: $0.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      let packets = try [clip, output].map {
        try FFmpeg.run(
          "ffmpeg", ["-v", "error", "-i", $0.path, "-map", "0:a", "-c", "copy", "-f", "adts", "-"])
      }
      #expect(packets[0] == packets[1])
      // How far the first image is from the first packet of sound, shown or not.
      let distances = try [clip, output].map { video in
        let first = try ["v:0", "a:0"].map { stream in
          try FFmpeg.probe(video, "packet=pts_time", of: stream).compactMap {
            Double($0["pts_time"]!)
          }.min()!
        }
        return first[0] - first[1]
      }
      // ffprobe reports microseconds; Matroska's times are milliseconds.
      #expect(abs(distances[0] - distances[1]) <= (ending == "mkv" ? 0.0011 : 2e-6))
    }

    @Test func aRangeIsCutOutWithItsSound() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(seconds: 3), Clips.sound(seconds: 3), "\(Clips.h264) -c:a aac")
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      let start = CMTime(value: 7, timescale: 10)
      session.timeRange = CMTimeRange(start: start, duration: CMTime(value: 1, timescale: 1))
      let output = clips.file("out.mp4")
      try await session.export(to: output, as: .mp4)
      let wanted = try seconds(clip).filter { session.timeRange.containsTime($0) }
      let written = try seconds(output)
      #expect(written.count == wanted.count)
      let shifts = zip(wanted, written).map { $0 - $1 }
      #expect(Set(shifts).count == 1)
      let sound = try FFmpeg.probe(output, "stream=duration", of: "a:0")[0]["duration"].flatMap(
        Double.init)
      // A packet of AAC is 1024 samples of 1/48000 s.
      let packet = 1024.0 / 48000
      #expect(abs(try #require(sound) - 1) < 3 * packet)
    }

    @Test func aGridOfTimesIsMadeWhereOneIsSet() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(), Clips.h264)
      let asset = AVURLAsset(url: clip)
      let composition = AVMutableVideoComposition(asset: asset) {
        $0.finish(with: $0.sourceImage, context: nil)
      }
      #expect(composition.frameDuration == CMTime(value: 1, timescale: 25))
      #expect(composition.renderSize == CGSize(width: 96, height: 64))
      composition.frameDuration = CMTime(value: 1001, timescale: 10000)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      session.videoComposition = composition
      let output = clips.file("out.mp4")
      try await session.export(to: output, as: .mp4)
      #expect(try seconds(output) == (0..<10).map { CMTime(value: 1001 * $0, timescale: 10000) })
    }

    @Test func presetsFitImagesIntoTheirSize() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(seconds: 0.1), "-vf scale=1280:720,setsar=1 \(Clips.h264)")
      let output = clips.file("out.mp4")
      try await export(clip, to: output, as: .mp4, preset: AVAssetExportPreset640x480)
      let size = try FFmpeg.probe(output, "stream=width,height")[0]
      #expect(size["width"] == "640" && size["height"] == "360")
    }

    @Test func presetsHaveTheirCodec() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images("160x120", seconds: 0.2), Clips.h264)
      let output = clips.file("out.mp4")
      try await export(clip, to: output, as: .mp4, preset: AVAssetExportPresetHEVCHighestQuality)
      let facts = try FFmpeg.probe(output, "stream=codec_name,codec_tag_string,sample_aspect_ratio")[0]
      #expect(facts["codec_name"] == "hevc" && facts["codec_tag_string"] == "hvc1")
      #expect(AVAssetExportSession.allExportPresets().contains(AVAssetExportPresetHEVCHighestQuality))
    }

    @Test func turnedVideosAreWrittenUpright() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images("96x64", seconds: 0.2), Clips.h264)
      try Clips.setMatrix([0, 1, -1, 0], in: clip)
      let output = clips.file("out.mp4")
      try await export(clip, to: output, as: .mp4) {
        #expect($0.renderSize == CGSize(width: 64, height: 96))
        #expect($0.sourceImage.extent == CGRect(x: 0, y: 0, width: 64, height: 96))
        $0.finish(with: $0.sourceImage, context: nil)
      }
      let facts = try FFmpeg.probe(output, "stream=width,height")[0]
      #expect(facts["width"] == "64" && facts["height"] == "96")
      #expect(AVURLAsset(url: output).tracks[0].preferredTransform == .identity)
    }

    @Test func bothNewerFormsOfTheHandlerDoTheSame() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images("66x44", seconds: 0.3), "-c:v ffv1 -pix_fmt yuv420p")
      let asset = AVURLAsset(url: clip)
      let old = try await AVVideoComposition.videoComposition(with: asset) {
        $0.finish(with: $0.sourceImage.applyingFilter("CISepiaTone"), context: nil)
      }
      let new = try await AVVideoComposition(applyingFiltersTo: asset) { parameters in
        AVCIImageFilteringResult(resultImage: parameters.sourceImage.applyingFilter("CISepiaTone"))
      }
      var videos: [Data] = []
      for (index, composition) in [old, new].enumerated() {
        let session = try #require(
          AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetFFV1Lossless))
        session.videoComposition = composition
        let output = clips.file("out\(index).mkv")
        try await session.export(to: output, as: .mkv)
        videos.append(try FFmpeg.images(output))
      }
      #expect(videos[0] == videos[1])
      #expect(try videos[0] != FFmpeg.images(clip))
    }
  }
}
