import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// The colour properties of a video whose encoder or caller does not keep those of the source.
  @Suite struct ExportColorTests {
    static let entries = "stream=color_space,color_transfer,color_primaries,pix_fmt"
    static let bt709 = ["color_space": "bt709", "color_transfer": "bt709", "color_primaries": "bt709"]

    /// H.264 of 8 bits by the preset: x264 supports 10, but the pixel format requests 8.
    @Test(arguments: ["smpte2084", "arib-std-b67"])
    func highRangeInEightBitsIsRolledOff(_ curve: String) throws {
      let tool = try VideoTool()
      _ = try tool.clips.make(
        "in.mkv", Clips.images(seconds: 0.12),
        "-c:v ffv1 -pix_fmt yuv420p10le -colorspace bt2020nc -color_primaries bt2020 -color_trc \(curve)")
      let result = try tool.run(
        "video", "in.mkv", "-o", "out.mp4", "-f", "CIColorInvert", "--pixel-format", "yuv420p")
      // A line of the log reports the tone mapping.
      #expect(result.status == 0 && result.errors.split(separator: "\n").count == 1, "\(result.errors)")
      #expect(result.errors.contains("rolled off to white"))
      let facts = try FFmpeg.probe(tool.clips.file("out.mp4"), Self.entries)[0]
      #expect(facts == Self.bt709.merging(["pix_fmt": "yuv420p"]) { $1 })
      // Requests that 8 bits cannot represent are rejected.
      try tool.refused(
        1, "PQ and HLG need 10 bits", "video", "in.mkv", "-o", "no.mp4", "--pixel-format", "yuv420p", "--color", "hlg")
      try tool.refused(1, "request only one of them", "video", "in.mkv", "-o", "no.mp4", "--tone-map", "--color", "pq")
      #expect(try tool.names == ["in.mkv", "out.mp4"])
    }

    /// Highlights of a handler's frame are below white, and those of a frame that keeps its range are not.
    @Test(arguments: [false, true]) func whatIsRolledOffEndsAtWhite(_ isMapped: Bool) throws {
      let tool = try VideoTool()
      _ = try tool.clips.make(
        "in.mkv", "-f lavfi -i color=white:size=96x64:rate=25:duration=0.12,format=yuv420p10le",
        "-c:v ffv1 -pix_fmt yuv420p10le -colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084")
      // A hundredth of the light: white of SDR becomes 1 %, 10,000 cd/m² stay far above it.
      let words = ["video", "in.mkv", "-o", "out.mkv", "-f", "CIExposureAdjust", "ev=-4", "--codec", "ffv1"]
      let result = try tool.run(words + (isMapped ? ["--tone-map"] : ["--color", "bt709"]))
      #expect(result.status == 0 && result.errors == "", "\(result.errors)")
      let output = tool.clips.file("out.mkv")
      let facts = try FFmpeg.probe(output, Self.entries)[0]
      #expect(facts == Self.bt709.merging(["pix_fmt": "yuv420p10le"]) { $1 })
      let luma = try FFmpeg.images(output).withUnsafeBytes { $0.bindMemory(to: UInt16.self)[0] }
      // A sixteenth of white by the curve of BT.709: 1.099 · 0.0625^0.45 − 0.099 = 0.2166 of 876 steps from 64 on.
      #expect(isMapped ? abs(Int(luma) - 254) <= 3 : luma > 900, "\(luma)")
    }

    @Test(arguments: [
      ("hlg", ["color_space": "bt2020nc", "color_transfer": "arib-std-b67", "color_primaries": "bt2020"]),
      ("pq", ["color_space": "bt2020nc", "color_transfer": "smpte2084", "color_primaries": "bt2020"]),
      ("bt709", bt709),
    ])
    func coloursAreAsRequested(_ color: String, _ tags: [String: String]) throws {
      let tool = try VideoTool()
      _ = try tool.clips.make(
        "in.mkv", "-f lavfi -i color=white:size=96x64:rate=25:duration=0.12",
        "-c:v ffv1 -pix_fmt yuv420p -colorspace smpte170m -color_primaries smpte170m -color_trc smpte170m")
      try tool.done("video", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--color", color)
      let facts = try FFmpeg.probe(tool.clips.file("out.mkv"), Self.entries)[0]
      let isWide = color != "bt709"
      #expect(facts == tags.merging(["pix_fmt": isWide ? "yuv420p10le" : "yuv420p"]) { $1 })
      // White: 58 % in PQ and 75 % in HLG, by ITU-R BT.2408, table 1; code 235 in 8 bits.
      let bytes = try FFmpeg.images(tool.clips.file("out.mkv"))
      let luma = isWide ? bytes.withUnsafeBytes { Double($0.bindMemory(to: UInt16.self)[0]) } : Double(bytes[0])
      let wanted = ["pq": 64 + 876 * 0.5807, "hlg": 64 + 876 * 0.75, "bt709": 235][color]!
      #expect(abs(luma - wanted) <= 2, "\(luma)")
    }
  }

  /// Curves of streams as linear light, against zscale's.
  @Suite struct TransferTests {
    /// Greys of all codes in the range, one a pixel.
    private func greys(_ clips: Clips, _ curve: String) throws -> URL {
      try clips.make(
        "in.mkv",
        "-f lavfi -i nullsrc=size=876x2:rate=25:duration=0.04,format=yuv444p10le,geq=lum='64+X':cb=512:cr=512",
        "-c:v ffv1 -pix_fmt yuv444p10le -color_range tv -colorspace bt709 -color_primaries bt709 -color_trc \(curve)")
    }

    @Test(arguments: [("iec61966-2-1", 1.0), ("smpte2084", 1), ("arib-std-b67", 1 / 1.2)])
    func streamsBecomeTheLightThatZscaleMakes(_ curve: String, _ power: Double) async throws {
      let clips = try Clips()
      let clip = try greys(clips, curve)
      let decoded = try FFmpeg.run(
        "ffmpeg",
        [
          "-v", "error", "-i", clip.path, "-vf",
          "zscale=matrix=gbr:range=full:transfer=linear:npl=203:agamma=false:dither=none,format=gbrpf32le", "-f",
          "rawvideo", "-",
        ])
      let truth = decoded.withUnsafeBytes { Array($0.bindMemory(to: Float.self).prefix(876)) }
      try #require(truth.count == 876)
      let context = CIContext(options: [.workingFormat: CIFormat.RGBAf])
      let space = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
      var light = [Float](repeating: 0, count: 876 * 4)
      for try await frame in AVURLAsset(url: clip).frames(of: .video) {
        context.render(
          frame.image, toBitmap: &light, rowBytes: 876 * 16, bounds: CGRect(x: 0, y: 0, width: 876, height: 1),
          format: .RGBAf, colorSpace: space)
      }
      var worst = 0.0
      for (column, value) in truth.enumerated() {
        // zscale has HLG's system gamma of a display of 1000 cd/m², undone on greys; 0.75 is 1 here, 0.26496 of the
        // scene's light. Source: ITU-R BT.2100, table 5.
        let scene = pow(Double(value) * 203 / 1000, power) / 0.26496
        let wanted = power == 1 ? Double(value) : scene
        worst = max(worst, abs(Double(light[4 * column]) - wanted) / max(wanted, 0.01))
      }
      // A code of 10 bits is a step of 0.4 % and more of the light.
      #expect(worst < 1e-3, "\(worst)")
      #expect(light[4 * 875] > 0.99)
    }
  }
}
