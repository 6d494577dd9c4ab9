import Foundation
import TestFiles
import Testing

extension VideoPrograms {
  /// `citool video` with recipes over time and with numbered images, and `citool probe`.
  @Suite struct VideoRecipeTests {
    /// Out of nothing, so that a still of it needs no video.
    private let colors = """
      {"recipe": 1, "image": {"filter": "CICrop", "inputs": {"inputRectangle": [0, 0, 66, 44], "inputImage":
        {"filter": "CIConstantColorGenerator", "inputs": {"inputColor":
          {"keyframes": [[0, "black"], [0.3, "#ff8000"], [0.4, "white"]], "curve": "smooth"}}}}}}
      """

    @Test func aRecipeIsReadAtTheTimeOfEachFrame() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("66x44", seconds: 1), VideoTool.lossless)
      try tool.write(colors, as: "recipe.json")
      try tool.done(
        "video", "in.mkv", "-o", "out/%02d.png", "--recipe", "recipe.json", "--start", "0.4", "--end", "0.8")
      for number in 0..<10 {
        // Times are those of the output.
        try tool.done("render", "recipe.json", "--at", "\(Double(number) / 25)", "-o", "at.png")
        let compared = try tool.run("compare", "at.png", "out/0\(number).png")
        #expect(String(decoding: compared.output, as: UTF8.self).hasPrefix("identical"), "\(number)")
      }
      #expect(!FileManager.default.fileExists(atPath: tool.clips.file("out/10.png").path))
    }

    @Test func theFrameGoesThroughTheRecipe() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make("in.mkv", Clips.images("66x44", seconds: 0.4), VideoTool.lossless)
      try tool.write(
        """
        {"recipe": 1, "image": {"filter": "CISourceOverCompositing", "inputs": {"inputBackgroundImage": {"frame": true},
          "inputImage": {"filter": "CIConstantColorGenerator", "inputs": {"inputColor":
            {"keyframes": [[0, [0, 0, 0, 0]], [0.2, [0, 0, 0, 1]]], "curve": "hold"}}}}}}
        """, as: "recipe.json")
      try tool.done("video", "in.mkv", "-o", "out.mkv", "--codec", "ffv1", "--recipe", "recipe.json")
      let (before, after) = try (FFmpeg.images(clip), FFmpeg.images(tool.clips.file("out.mkv")))
      let bytes = before.count / 10
      #expect(after.count == before.count)
      func luma(_ video: Data, _ frame: Int) -> Data { video[(frame * bytes)..<(frame * bytes + 66 * 44)] }
      // The first half is as it was: luma, as chroma goes over pixels. Then luma is black: 16.
      for frame in 0..<5 {
        let worst = zip(luma(before, frame), luma(after, frame)).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(worst) <= 1, "\(frame)")
      }
      for frame in 5..<10 { #expect(luma(after, frame).allSatisfy { $0 == 16 }, "\(frame)") }
    }

    @Test func errorsOfRecipesHaveTheirPlace() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      try tool.write(colors.replacingOccurrences(of: "[0.3,", with: "[0,"), as: "recipe.json")
      try tool.refused(
        1, "recipe.json: image.inputs.inputImage.inputs.inputColor.keyframes[1]", "video", "in.mp4", "-o", "out.mp4",
        "--recipe", "recipe.json")
      try tool.refused(
        2, "--recipe cannot be combined with -f", "video", "in.mp4", "-o", "out.mp4", "-f", "CIColorInvert", "--recipe",
        "recipe.json")
      #expect(try tool.names == ["in.mp4", "recipe.json"])
    }

    @Test func videosBecomeImagesAndImagesVideos() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(
        "in.mkv", Clips.images("66x44", seconds: 0.4),
        "-c:v ffv1 -pix_fmt yuv420p -colorspace bt709 -color_trc bt709 "
          + "-color_primaries bt709 -color_range tv")
      try tool.done("video", "in.mkv", "--frames", "out/%05d.png")
      #expect(try FileManager.default.contentsOfDirectory(atPath: tool.clips.file("out").path).count == 10)
      try tool.refused(1, "--force", "video", "in.mkv", "--frames", "out/%05d.png")
      try tool.done("video", "in.mkv", "--frames", "out/%05d.png", "--force")
      try tool.done(
        "video", "out/%05d.png", "--fps", "30000/1001", "-o", "again.mkv", "--codec", "ffv1",
        "--pixel-format", "yuv420p")
      let again = tool.clips.file("again.mkv")
      let facts = try FFmpeg.probe(again, "stream=r_frame_rate,color_space,color_transfer,width,height")[0]
      #expect(facts["r_frame_rate"] == "30000/1001" && facts["width"] == "66" && facts["height"] == "44")
      #expect(facts["color_space"] == "bt709" && facts["color_transfer"] == "bt709")
      // Of luma: chroma has been spread over pixels and gathered again. sRGB in 8 bits is coarser than codes in the
      // dark.
      let (before, after) = try (FFmpeg.images(clip), FFmpeg.images(again))
      try #require(before.count == after.count)
      let bytes = before.count / 10
      var error = 0.0
      for frame in 0..<10 {
        for index in (frame * bytes)..<(frame * bytes + 66 * 44) {
          error += pow(Double(before[index]) - Double(after[index]), 2)
        }
      }
      #expect(10 * log10(255 * 255 / (error / Double(10 * 66 * 44))) > 35)
      // Parts of them, by their numbers, and filtered.
      try tool.done(
        "video", "out/%05d.png", "--fps", "25", "-o", "part/%d.png", "--start", "#3", "--end", "#5", "-f",
        "CIColorInvert",
        "--size", "33x")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: tool.clips.file("part").path).sorted() == [
          "0.png", "1.png",
        ])
    }

    @Test func imagesThatAreMissingOrDifferAreNamed() throws {
      let tool = try VideoTool()
      try _ = tool.clips.make("in.mkv", Clips.images("66x44", seconds: 0.1), VideoTool.lossless)
      try tool.refused(2, "pass the frames per second as --fps", "video", "none/%05d.png", "-o", "out.mp4")
      try tool.refused(
        1, "no image of the sequence exists, for example none/00000.png", "video", "none/%05d.png", "-o", "out.mp4",
        "--fps", "24")
      try tool.done("video", "in.mkv", "-o", "%d.png")
      try tool.done("video", "in.mkv", "-o", "small/%d.png", "--size", "50%")
      try FileManager.default.removeItem(at: tool.clips.file("1.png"))
      try FileManager.default.moveItem(at: tool.clips.file("small/1.png"), to: tool.clips.file("1.png"))
      try tool.refused(
        1, "image 1 has 33x22 pixels, but the first one 66x44", "video", "%d.png", "-o", "out.mp4", "--fps", "24")
      #expect(try !tool.names.contains { $0.contains("out.mp4") })
      try tool.refused(2, "--codec is for videos", "video", "in.mkv", "-o", "a/%d.png", "--codec", "h264")
    }

    @Test func probeSaysWhatFFprobeSays() throws {
      let tool = try VideoTool()
      let clip = try tool.clips.make(
        "in.mp4", Clips.images("96x64", rate: "30000/1001"), Clips.sound(),
        "\(Clips.h264) -c:a aac -ac 2 -color_primaries bt709 -color_trc bt709 -colorspace bt709 -metadata title=Test")
      let result = try tool.run("probe", "in.mp4", "--json")
      #expect(result.status == 0, "\(result.errors)")
      let json = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
      let streams = try #require(json["streams"] as? [[String: Any]])
      let entries = "stream=codec_name,width,height,avg_frame_rate,pix_fmt,color_space,color_transfer,color_primaries"
      let video = try FFmpeg.probe(clip, entries)[0]
      #expect(
        streams[0]["codec"] as? String == video["codec_name"] && streams[0]["layout"] as? String == video["pix_fmt"])
      #expect((streams[0]["width"] as? Int).map(String.init) == video["width"])
      #expect(streams[0]["frame_rate_exact"] as? String == video["avg_frame_rate"])
      #expect(streams[0]["matrix"] as? String == video["color_space"])
      #expect(streams[0]["transfer"] as? String == video["color_transfer"])
      #expect(streams[0]["primaries"] as? String == video["color_primaries"])
      let sound = try FFmpeg.probe(clip, "stream=codec_name,sample_rate,channels", of: "a:0")[0]
      #expect(streams[1]["codec"] as? String == sound["codec_name"])
      #expect((streams[1]["sample_rate"] as? Int).map(String.init) == sound["sample_rate"])
      #expect((streams[1]["channels"] as? Int).map(String.init) == sound["channels"])
      #expect((json["tags"] as? [String: Any])?["title"] as? String == "Test")
      let text = String(decoding: try tool.run("probe", "in.mp4").output, as: UTF8.self)
      for word in ["in.mp4", "1 video", "h264", "96x64", "29.970 fps", "bt709 video range", "2 sound", "aac", "stereo"]
      {
        #expect(text.contains(word), "\(word): \(text)")
      }
    }

    @Test func probeKnowsHDR() throws {
      let tool = try VideoTool()
      let light =
        "master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50):max-cll=1000,400"
      try _ = tool.clips.make(
        "in.mp4", Clips.images("96x64", seconds: 0.2),
        "-c:v libx265 -preset ultrafast -pix_fmt yuv420p10le -color_primaries bt2020 -color_trc smpte2084 "
          + "-colorspace bt2020nc -x265-params log-level=error:hdr10=1:\(light)")
      let json = try JSONSerialization.jsonObject(with: try tool.run("probe", "in.mp4", "--json").output)
      let streams = try #require((json as? [String: Any])?["streams"] as? [[String: Any]])
      let hdr = try #require(streams[0]["hdr"] as? [String: Any])
      #expect((hdr["content_light"] as? [String: Int]) == ["max_cll": 1000, "max_fall": 400])
      let display = try #require(hdr["mastering_display"] as? [String: Any])
      // 1/50000 and 1/10000: the units of x265's option.
      let (green, red): ([Double], [Double]) = ([13250 / 50_000, 34500 / 50_000], [34000 / 50_000, 16000 / 50_000])
      #expect(display["green"] as? [Double] == green)
      #expect(display["red"] as? [Double] == red)
      #expect(display["max_luminance"] as? Double == 1000)
      let text = String(decoding: try tool.run("probe", "in.mp4").output, as: UTF8.self)
      #expect(text.contains("MaxCLL 1000, MaxFALL 400") && text.contains("bt2020 smpte2084 bt2020nc"), "\(text)")
    }

    @Test func probeSaysWhatIsWrong() throws {
      let tool = try VideoTool()
      try tool.write("a text", as: "text.mp4")
      try tool.refused(1, "text.mp4", "probe", "text.mp4")
      try tool.refused(1, "none.mp4", "probe", "none.mp4")
      try tool.refused(2, "IN is missing", "probe")
      try tool.refused(2, "standard input", "probe", "-")
    }
  }
}
