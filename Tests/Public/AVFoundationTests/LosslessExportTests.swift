import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Codes through exports without loss, checked by ffmpeg's own decoder and by zscale.
  @Suite struct LosslessExportTests {
    private func export(
      _ clip: URL, to output: URL, _ handler: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
    ) async throws {
      let asset = AVURLAsset(url: clip)
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetFFV1Lossless))
      session.videoComposition = AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: handler)
      try await session.export(to: output, as: .mkv)
    }

    /// Sums of all images, and their times.
    private func sums(_ clip: URL) throws -> String {
      let text = try FFmpeg.run("ffmpeg", ["-v", "error", "-i", clip.path, "-map", "0:v", "-f", "framemd5", "-"])
      return String(decoding: text, as: UTF8.self)
    }

    private func layout(_ clip: URL) throws -> String? { try FFmpeg.probe(clip, "stream=pix_fmt")[0]["pix_fmt"] }

    @Test(arguments: ["yuv420p", "yuv422p", "yuv444p", "yuv420p10le", "yuv422p10le", "yuv444p10le"])
    func unchangedFramesKeepTheirChecksums(_ format: String) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images("66x44", seconds: 0.4), "-c:v ffv1 -pix_fmt \(format)")
      let output = clips.file("out.mkv")
      try await export(clip, to: output) { $0.finish(with: $0.sourceImage, context: nil) }
      #expect(try layout(output) == format)
      #expect(try sums(output) == sums(clip))
    }

    /// 10 bits of luma and chroma hold 8 bits of RGB; where the curve stays, all of them.
    @Test(arguments: [("png", "rgb24", "mov"), ("rawvideo", "bgra", "nut")])
    func coloursThatAreNotPartedComeBack(_ codec: String, _ format: String, _ ending: String) throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(
        "in.\(ending)", Clips.images("66x44", seconds: 0.2), "-c:v \(codec) -pix_fmt \(format)")
      try tool.done("video", "in.\(ending)", "-o", "out.mkv", "--codec", "ffv1", "--color", "source")
      let output = tool.clips.file("out.mkv")
      let facts = try FFmpeg.probe(output, "stream=pix_fmt,color_transfer,color_space")[0]
      #expect(facts == ["pix_fmt": "yuv444p10le", "color_transfer": "iec61966-2-1", "color_space": "bt709"])
      let decoded = try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-i", output.path, "-vf", "zscale=matrix=gbr:range=full:dither=none,format=gbrp", "-pix_fmt",
          "rgb24", "-f", "rawvideo", "-",
        ])
      let truth = try FFmpeg.images(clip, format: "rgb24")
      #expect(decoded == truth && !truth.isEmpty)
    }

    /// Two filters that undo each other, which no rule of the optimiser may know: all is computed.
    @Test(arguments: [("yuv420p", 30.0), ("yuv422p", 33), ("yuv444p", 48), ("yuv420p10le", 30), ("yuv444p10le", 60)])
    func anIdentityThatIsComputedKeepsLuma(_ format: String, _ chroma: Double) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images("66x44", seconds: 0.2), "-c:v ffv1 -pix_fmt \(format)")
      let output = clips.file("out.mkv")
      try await export(clip, to: output) { request in
        let half = CIVector(x: 0.5, y: 0, z: 0, w: 0)
        let halved = request.sourceImage.applyingFilter(
          "CIColorMatrix",
          parameters: [
            "inputRVector": half, "inputGVector": CIVector(x: 0, y: 0.5, z: 0, w: 0),
            "inputBVector": CIVector(x: 0, y: 0, z: 0.5, w: 0),
          ])
        let whole = halved.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
        request.finish(with: whole, context: nil)
      }
      #expect(try layout(output) == format)
      let wide = format.hasSuffix("10le")
      let (before, after) = try (codes(clip, wide), codes(output, wide))
      try #require(before.count == after.count && !before.isEmpty)
      let luma = 66 * 44
      let image = before.count / 5
      var (worst, error) = (0, 0.0)
      for index in before.indices {
        let difference = abs(before[index] - after[index])
        if index % image < luma { worst = max(worst, difference) } else { error += Double(difference * difference) }
      }
      #expect(worst <= 1, "\(worst) steps")
      let peak = wide ? 1023.0 : 255
      let noise = 10 * log10(peak * peak / (error / Double(before.count - 5 * luma)))
      #expect(noise > chroma, "\(noise) dB of chroma")
    }

    private func codes(_ clip: URL, _ wide: Bool) throws -> [Int] {
      let bytes = try FFmpeg.images(clip)
      return wide
        ? bytes.withUnsafeBytes { $0.bindMemory(to: UInt16.self).map { Int($0) } } : bytes.map { Int($0) }
    }

    /// A filtered frame is what a context makes of the image that zscale decodes.
    @Test(arguments: ["CISepiaTone", "CIColorInvert", "CIVibrance", "CIPhotoEffectChrome"])
    func filteredFramesAreThoseOfImages(_ filter: String) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mkv", Clips.images("96x64", seconds: 0.12),
        "-vf scale=out_color_matrix=bt709 -c:v ffv1 -pix_fmt yuv444p10le -colorspace bt709 -color_primaries bt709 "
          + "-color_trc bt709 -color_range tv"
      )
      let output = clips.file("out.mkv")
      try await export(clip, to: output) {
        $0.finish(with: $0.sourceImage.applyingFilter(filter), context: nil)
      }
      #expect(try layout(output) == "yuv444p10le")
      // Codes of R'G'B' in 16 bits, by zscale: of the source as images, of the result to compare with.
      let toRGB = ["-vf", "zscale=matrix=gbr:range=full:dither=none,format=gbrp16le"]
      try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", clip.path] + toRGB + ["-pix_fmt", "rgb48be", clips.file("%d.png").path])
      let result = try FFmpeg.run(
        "ffmpeg", ["-v", "error", "-i", output.path] + toRGB + ["-pix_fmt", "rgba64le", "-f", "rawvideo", "-"])
      let frame = 96 * 64 * 4
      let written = result.withUnsafeBytes { Array($0.bindMemory(to: UInt16.self)) }
      try #require(written.count == 3 * frame)
      let space = try #require(CGColorSpace(name: CGColorSpace.itur_709))
      let context = CIContext(options: [.workingFormat: CIFormat.RGBAf])
      for number in 0..<3 {
        let image = try #require(
          CIImage(contentsOf: clips.file("\(number + 1).png"), options: [.colorSpace: space]))
        var truth = [UInt16](repeating: 0, count: frame)
        context.render(
          image.applyingFilter(filter), toBitmap: &truth, rowBytes: 96 * 8,
          bounds: CGRect(x: 0, y: 0, width: 96, height: 64), format: .RGBA16, colorSpace: space)
        var error = 0.0
        for index in 0..<frame where index % 4 < 3 {
          error += pow(Double(truth[index]) - Double(written[number * frame + index]), 2)
        }
        let noise = 10 * log10(65535 * 65535 / max(error / Double(frame * 3 / 4), 1e-9))
        #expect(noise >= 60, "\(filter): \(noise) dB")
      }
    }

    @Test(arguments: [
      ("h264", "mp4", "yuv444p"), ("h264", "mkv", "yuv422p10le"), ("hevc", "mp4", "yuv422p"),
      ("h264", "mp4", "yuv420p10"),
      ("ffv1", "mkv", "yuv420p"),
    ])
    func layoutsAreAsRequested(_ codec: String, _ ending: String, _ format: String) throws {
      let tool = try VideoTool()
      _ = try tool.clips.make("in.mkv", Clips.images("66x44", seconds: 0.2), "-c:v ffv1 -pix_fmt yuv444p")
      try tool.done(
        "video", "in.mkv", "-o", "out.\(ending)", "-f", "CIColorInvert", "--codec", codec, "--pixel-format", format)
      #expect(try layout(tool.clips.file("out.\(ending)")) == (format.hasSuffix("10") ? format + "le" : format))
    }

    @Test func unsupportedLayoutsAreReported() throws {
      let tool = try VideoTool()
      _ = try tool.clips.make("in.mkv", Clips.images("66x44", seconds: 0.2), "-c:v ffv1 -pix_fmt yuv444p")
      try tool.refused(
        1, "prores_ks supports yuv422p10le, yuv444p10le", "video", "in.mkv", "-o", "out.mov", "--codec", "prores",
        "--pixel-format", "yuv420p")
      try tool.refused(
        1, "the pixel format blue is not supported", "video", "in.mkv", "-o", "out.mkv", "--pixel-format", "blue")
      // Lossy encoders get the pixel format that all players support.
      try tool.done("video", "in.mkv", "-o", "out.mp4", "-f", "CIColorInvert")
      #expect(try layout(tool.clips.file("out.mp4")) == "yuv420p")
    }
  }
}
