import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Videos that are turned, not of square pixels, of odd sizes, or of several sizes: what comes out is upright and
  /// square.
  @Suite struct ExportGeometryTests {
    /// Like none of its turns and mirrors.
    private static let image = "-f lavfi -i testsrc2=size=320x240:rate=25:duration=0.12,format=rgb24,scale=45:27"

    private func export(_ clip: URL, to output: URL, inverts: Bool = false) async throws {
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetFFV1Lossless))
      if inverts {
        session.videoComposition = AVVideoComposition(asset: asset) {
          $0.finish(with: $0.sourceImage.applyingFilter("CIColorInvert"), context: nil)
        }
      }
      try await session.export(to: output, as: .mkv)
    }

    /// Images as rows of RGB.
    private func images(_ clip: URL, _ filter: String) throws -> [UInt8] {
      [UInt8](
        try FFmpeg.run(
          "ffmpeg",
          [
            "-v", "error", "-i", clip.path, "-fps_mode", "passthrough", "-vf", filter, "-pix_fmt", "rgb24", "-f",
            "rawvideo", "-",
          ]))
    }

    private func noise(_ a: [UInt8], _ b: [UInt8]) -> Double {
      let error = zip(a, b).reduce(0.0) { $0 + pow(Double($1.0) - Double($1.1), 2) } / Double(max(a.count, 1))
      return 10 * log10(255 * 255 / max(error, 1e-9))
    }

    @Test(arguments: TurnedFrameTests.matrices, [false, true])
    func turnedVideosComeOutUpright(_ map: [Int32], _ isWide: Bool) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mov", Self.image,
        "-vf setsar=\(isWide ? "4/3" : "1") -c:v png -pix_fmt rgb24")
      try Clips.setMatrix(map, in: clip)
      let output = clips.file("out.mkv")
      try await export(clip, to: output)
      // 45 stored pixels that are four thirds as wide are 60; a last row or column less makes pairs.
      let (across, down) = (isWide ? 60 : 45, 27)
      let (width, height) = map[0] == 0 ? (down, across) : (across, down)
      let facts = try FFmpeg.probe(output, "stream=width,height,sample_aspect_ratio,pix_fmt")[0]
      #expect(facts["width"] == "\(width / 2 * 2)" && facts["height"] == "\(height / 2 * 2)")
      #expect(["1:1", nil].contains(facts["sample_aspect_ratio"]) && facts["pix_fmt"] == "yuv444p10le")
      #expect(AVURLAsset(url: output).tracks[0].preferredTransform == .identity)
      // By default ffmpeg rotates, and then scales; the transfer function becomes that of BT.709 in the video.
      let truth = try images(
        clip, "scale=\(width):\(height):flags=bilinear,setsar=1,crop=\(width / 2 * 2):\(height / 2 * 2):0:0")
      let made = try images(output, "zscale=matrix=gbr:range=full:dither=none,format=gbrp")
      try #require(truth.count == made.count && truth.count > 3000)
      // The curves of sRGB and BT.709 differ by less than a tenth; what is turned wrong is far off.
      #expect(noise(truth, made) > (isWide ? 20 : 22), "\(noise(truth, made)) dB")
      let others = TurnedFrameTests.matrices.filter { $0 != map && ($0[0] == 0) == (map[0] == 0) }
      for other in others {
        let wrong = clips.file("wrong-\(other).mov")
        try FileManager.default.copyItem(at: clip, to: wrong)
        try Clips.setMatrix(other, in: wrong)
        let pixels = try images(
          wrong, "scale=\(width):\(height):flags=bilinear,setsar=1,crop=\(width / 2 * 2):\(height / 2 * 2):0:0")
        #expect(noise(pixels, made) < 15, "\(other)")
      }
    }

    /// Of pixels that are square, each is where ffmpeg has it: in a curve that stays, to the digit.
    @Test(arguments: TurnedFrameTests.matrices) func rightAnglesMovePixelsOnly(_ map: [Int32]) throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mov", Clips.images("45x27", seconds: 0.12), "-c:v png -pix_fmt rgb24")
      try Clips.setMatrix(map, in: clip)
      try tool.done("video", "in.mov", "-o", "out.mkv", "--codec", "ffv1", "--color", "source")
      let (width, height) = map[0] == 0 ? (26, 44) : (44, 26)
      let truth = try images(clip, "crop=\(width):\(height):0:0")
      #expect(
        try images(tool.clips.file("out.mkv"), "zscale=matrix=gbr:range=full:dither=none,format=gbrp") == truth
          && !truth.isEmpty)
    }

    /// A stream whose images change their size keeps the size that it began with.
    @Test(arguments: [false, true]) func imagesOfAnotherSizeAreScaledToTheFirst(_ inverts: Bool) async throws {
      let clips = try Clips()
      let parts = try [("a.ts", "96x64", "0"), ("b.ts", "192x128", "0.4")].map { name, size, offset in
        try clips.make(
          name, "-f lavfi -i testsrc2=size=\(size):rate=25:duration=0.4",
          "-c:v libx264 -preset ultrafast -pix_fmt yuv420p -output_ts_offset \(offset) -muxdelay 0 -muxpreload 0")
      }
      let clip = clips.file("in.ts")
      try (Data(contentsOf: parts[0]) + Data(contentsOf: parts[1])).write(to: clip)
      #expect(Set(try FFmpeg.probe(clip, "frame=width").map { $0["width"] }) == ["96", "192"])
      let output = clips.file("out.mkv")
      try await export(clip, to: output, inverts: inverts)
      let sizes = try FFmpeg.probe(output, "frame=width,height").map { "\($0["width"]!)x\($0["height"]!)" }
      #expect(sizes == Array(repeating: "96x64", count: 20))
      // The second part shows the whole image, made smaller: near what ffmpeg makes of it.
      let scaled = try images(parts[1], "scale=96:64:flags=bicubic\(inverts ? ",negate" : "")")
      let all = try images(output, "null")
      let made = Array(all.suffix(all.count / 2))
      try #require(scaled.count == made.count)
      #expect(noise(scaled, made) > (inverts ? 15 : 22), "\(noise(scaled, made)) dB")
    }

    @Test func soundAloneIsNoVideo() async throws {
      let clips = try Clips()
      let clip = try clips.make("tone.m4a", Clips.sound(), "-c:a aac")
      do {
        try await export(clip, to: clips.file("out.mkv"))
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(error.code == .operationNotSupportedForAsset && error.url == clip, "\(error)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: clips.folder.path) == ["tone.m4a"])
    }
  }
}
