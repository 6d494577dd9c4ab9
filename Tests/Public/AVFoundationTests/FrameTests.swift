import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Decoded planes and their times, against ffmpeg's and ffprobe's.
  @Suite struct FrameTests {
    @Test(arguments: [
      ("yuv420p", "-c:v ffv1", "mkv", "67x45"), ("yuv420p10le", "-c:v ffv1", "mkv", "67x45"),
      ("yuv422p", "-c:v ffv1", "mkv", "67x45"), ("yuv422p10le", "-c:v ffv1", "mkv", "66x45"),
      ("yuv444p", "-c:v ffv1", "mkv", "67x45"), ("yuv444p10le", "-c:v ffv1", "mkv", "67x45"),
      ("nv12", "-c:v rawvideo", "nut", "66x44"),
      ("bgra", "-c:v rawvideo", "nut", "67x45"), ("rgb24", "-c:v rawvideo", "nut", "67x45"),
      ("yuvj420p", "-c:v mjpeg", "mov", "67x45"),
    ])
    func planesAreThoseOfTheDecoder(_ format: String, _ codec: String, _ ending: String, _ size: String) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.\(ending)", Clips.images(size, seconds: 0.2), "\(codec) -pix_fmt \(format)")
      var planes = Data()
      for try await frame in AVURLAsset(url: clip).frames(of: .video) { planes += rawImage(frame.pixelBuffer) }
      #expect(planes == (try FFmpeg.images(clip)))
    }

    /// Clips whose times are not a simple count.
    static let timed: [(String, [String])] = [
      ("constant.mp4", [Clips.images(rate: "30000/1001"), Clips.h264]),
      ("two-thirds.mkv", [Clips.images(rate: "24"), Clips.h264]),
      (
        "variable.mp4",
        [
          Clips.images(),
          "-vf setpts=(N+N*N/40)/25/TB -fps_mode passthrough -video_track_timescale 90000 \(Clips.h264)",
        ]
      ),
      ("transport.ts", [Clips.images(), Clips.sound(), "\(Clips.h264) -c:a aac"]),
      ("late.mp4", ["-itsoffset 0.4 \(Clips.images())", Clips.sound(seconds: 1.5), "\(Clips.h264) -c:a aac"]),
    ]

    @Test(arguments: timed)
    func timesAreThoseOfTheFile(_ name: String, _ arguments: [String]) async throws {
      let clips = try Clips()
      let clip = clips.file(name)
      let words = arguments.flatMap { $0.split(separator: " ").map(String.init) }
      try FFmpeg.run("ffmpeg", ["-v", "error"] + words + [clip.path])
      try await expectTimes(of: clip)
    }

    /// A video that was cut without encoding begins between two key frames, by an edit list.
    @Test func imagesBeforeAnEditAreNotShown() async throws {
      let clips = try Clips()
      let whole = try clips.make("whole.mp4", Clips.images(seconds: 2), Clips.h264)
      let clip = try clips.make("cut.mp4", "-ss 0.7 -i \(whole.path) -c copy")
      try await expectTimes(of: clip)
      var planes = Data()
      for try await frame in AVURLAsset(url: clip).frames(of: .video) { planes += rawImage(frame.pixelBuffer) }
      #expect(planes == (try FFmpeg.images(clip)))
    }

    private func expectTimes(of clip: URL) async throws {
      var given: [(CMTime, CMTime)] = []
      for try await frame in AVURLAsset(url: clip).frames(of: .video) { given.append((frame.time, frame.duration)) }
      let streams = try ["v:0", "a:0"].flatMap { try FFmpeg.probe(clip, "stream=time_base,start_pts", of: $0) }
      let starts = streams.map { time(Int64($0["start_pts"]!)!, $0["time_base"]!) }
      let start = try #require(starts.min())
      let reported = try FFmpeg.probe(clip, "frame=best_effort_timestamp,pkt_duration")
      let unit = streams[0]["time_base"]!
      #expect(given.count > 20)
      #expect(given.map(\.0) == reported.map { time(Int64($0["best_effort_timestamp"]!)!, unit) - start })
      #expect(given.map(\.1) == reported.map { time(Int64($0["pkt_duration"]!)!, unit) })
    }

    private func time(_ count: Int64, _ unit: String) -> CMTime {
      let parts = unit.split(separator: "/").compactMap { Int32($0) }
      return CMTime(value: count * Int64(parts[0]), timescale: parts[1])
    }

    @Test func aRangeHoldsTheImagesWhoseTimesAreInIt() async throws {
      let clips = try Clips()
      let clip = try clips.make("video.mp4", Clips.images(seconds: 2), Clips.h264)
      let asset = AVURLAsset(url: clip)
      var all: [CMTime] = []
      for try await frame in asset.frames(of: .video) { all.append(frame.time) }
      let range = CMTimeRange(start: CMTime(value: 7, timescale: 10), end: CMTime(value: 13, timescale: 10))
      var some: [CMTime] = []
      for try await frame in asset.frames(of: .video, in: range) { some.append(frame.time) }
      #expect(some == all.filter { range.containsTime($0) })
      #expect(!some.isEmpty)
    }

    @Test(arguments: [
      ("bt709", "bt709", "bt709"), ("smpte170m", "smpte170m", "smpte170m"), ("bt470bg", "smpte170m", "bt470bg"),
      ("bt2020", "smpte2084", "bt2020nc"), ("bt2020", "arib-std-b67", "bt2020nc"),
    ])
    func attachmentsAreTheStreamsTags(_ primaries: String, _ transfer: String, _ matrix: String) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "video.mp4", Clips.images(seconds: 0.2),
        "-c:v libx264 -preset ultrafast -pix_fmt yuv420p10le -color_primaries \(primaries) -color_trc \(transfer) "
          + "-colorspace \(matrix)")
      // Numbers of ITU-T H.273 by FFmpeg's names.
      let codes: [String: Int32] = [
        "bt709": 1, "bt470bg": 5, "smpte170m": 6, "bt2020": 9, "bt2020nc": 9, "smpte2084": 16, "arib-std-b67": 18,
      ]
      for try await frame in AVURLAsset(url: clip).frames(of: .video) {
        func attached(_ key: CFString) -> CFString? {
          CVBufferCopyAttachment(frame.pixelBuffer, key, nil) as? CFString
        }
        #expect(
          CVColorPrimariesGetIntegerCodePointForString(attached(kCVImageBufferColorPrimariesKey)) == codes[primaries])
        // The curve of BT.601 is that of BT.709, its two matrices are one: they have one string each.
        let curve = CVTransferFunctionGetIntegerCodePointForString(attached(kCVImageBufferTransferFunctionKey))
        #expect(curve == (transfer == "smpte170m" ? 1 : codes[transfer]))
        let weights = CVYCbCrMatrixGetIntegerCodePointForString(attached(kCVImageBufferYCbCrMatrixKey))
        #expect(weights == (matrix == "bt470bg" ? 6 : codes[matrix]))
      }
    }
  }
}
