import Foundation
import TestFiles
import Testing

extension VideoPrograms {
  /// `citool layers`: trees as JSON into images and videos.
  @Suite struct LayersCommandTests {
    private static let tree = """
      {"layers": 1, "size": [32, 16], "root": {"frame": [0, 0, 32, 16], "backgroundColor": "#ffffff",
       "sublayers": [{"frame": [0, 4, 8, 8], "backgroundColor": [1, 0, 0],
         "animations": {"go": {"keyPath": "position.x", "from": 4, "to": 28, "duration": 1}}}]}}
      """

    @Test func aMomentIsAImage() throws {
      let tool = try VideoTool()
      try tool.write(Self.tree, as: "tree.json")
      try tool.done("layers", "tree.json", "--at", "0.5", "-o", "half.png")
      try tool.done("layers", "tree.json", "--at", "0.5", "--scale", "2", "--size", "16,16", "-o", "large.png")
      // The same, where it is at that time, without the animation.
      try tool.write(
        Self.tree.replacingOccurrences(of: "[0, 4, 8, 8]", with: "[12, 4, 8, 8]")
          .replacingOccurrences(of: "\"duration\": 1", with: "\"duration\": 1, \"beginTime\": 9"), as: "still.json")
      try tool.done("layers", "still.json", "-o", "still.png")
      #expect(try tool.run("compare", "half.png", "still.png").status == 0)
      #expect(try tool.run("compare", "half.png", "large.png").status != 0)
      let graph = try tool.run("layers", "tree.json", "--graph")
      #expect(
        graph.status == 0 && String(decoding: graph.output, as: UTF8.self).contains("sourceOver"), "\(graph.errors)")
      try tool.done("layers", "tree.json", "--graph", "-o", "tree.svg")
      #expect(try tool.names.contains("tree.svg"))
    }

    @Test func manyMomentsAreImagesOrAVideo() throws {
      let tool = try VideoTool()
      try tool.write(Self.tree, as: "tree.json")
      try tool.done("layers", "tree.json", "--frames", "0:1:0.25", "-o", "made/f-%02d.png")
      let made = try FileManager.default.contentsOfDirectory(atPath: tool.clips.file("made").path).sorted()
      #expect(made == ["f-00.png", "f-01.png", "f-02.png", "f-03.png"])
      try tool.done("layers", "tree.json", "--frames", "0:1:0.25", "-o", "out.mp4")
      #expect(try FFmpeg.probe(tool.clips.file("out.mp4"), "frame=best_effort_timestamp_time").count == 4)
      try tool.refused(1, "--force", "layers", "tree.json", "--frames", "0:1:0.25", "-o", "out.mp4")
      try tool.done("layers", "tree.json", "--frames", "0:1:0.5", "-o", "out.mp4", "--force")
      #expect(try FFmpeg.probe(tool.clips.file("out.mp4"), "frame=best_effort_timestamp_time").count == 2)
    }

    @Test func whatIsDrawnAnewIsPrintedOrOutlined() throws {
      let tool = try VideoTool()
      try tool.write(Self.tree, as: "tree.json")
      func damage(_ times: String) throws -> String {
        let result = try tool.run("layers", "tree.json", "--damage", times)
        #expect(result.status == 0, "\(result.errors)")
        return String(decoding: result.output, as: UTF8.self)
      }
      // The box of 8 by 8 goes from x = 6 to x = 12, four rows above the lower edge.
      #expect(try damage("0.25:0.5") == "6,4 14x8\n1 rectangle, 112 of 512 pixels, 21.9 %\n")
      #expect(try damage("0.5:0.5") == "0 rectangles, 0 of 512 pixels, 0.0 %\n")
      try tool.done("layers", "tree.json", "--damage", "0.25:0.5", "-o", "lines.png")
      // The same by hand: the box at its place, in a frame of red lines.
      let lines = """
        {"layers": 1, "size": [32, 16], "root": {"frame": [0, 0, 32, 16], "backgroundColor": "#ffffff", "sublayers": [
          {"frame": [12, 4, 8, 8], "backgroundColor": [1, 0, 0]},
          {"frame": [6, 4, 14, 8], "borderColor": [1, 0, 0], "borderWidth": 1}]}}
        """
      try tool.write(lines, as: "lines.json")
      try tool.done("layers", "lines.json", "-o", "expected.png")
      #expect(try tool.run("compare", "lines.png", "expected.png").status == 0)
      try tool.refused(2, "--damage must be FROM:TO", "layers", "tree.json", "--damage", "1")
      try tool.refused(2, "--damage must be FROM:TO", "layers", "tree.json", "--damage", "0:x")
      try tool.refused(
        2, "--damage cannot be combined with --at", "layers", "tree.json", "--damage", "0:1", "--at", "1")
    }

    @Test func contentsAreFilesBesideTheTreeAndWithinTheRoot() throws {
      let tool = try VideoTool()
      try tool.write(Self.tree, as: "tree.json")
      try tool.done("layers", "tree.json", "-o", "part.png")
      let holder =
        "{\"layers\": 1, \"root\": {\"frame\": [0, 0, 32, 16], \"contents\": {\"file\": \"part.png\"}}}"
      try tool.write(holder, as: "holder.json")
      try tool.done("layers", "holder.json", "-o", "same.png")
      #expect(try tool.run("compare", "part.png", "same.png").status == 0)
      try FileManager.default.createDirectory(at: tool.clips.file("inner"), withIntermediateDirectories: true)
      let outside = try tool.run("layers", "holder.json", "-o", "b.png", "--root", "inner")
      #expect(outside.status != 0 && outside.errors.contains("root.contents"), "\(outside.errors)")
      try tool.write(holder.replacingOccurrences(of: "part", with: "gone"), as: "gone.json")
      try tool.refused(1, "gone.json: root.contents", "layers", "gone.json", "-o", "b.png")
    }

    @Test func errorsAreReportedInOneLine() throws {
      let tool = try VideoTool()
      try tool.write(Self.tree, as: "tree.json")
      try tool.write(Self.tree.replacingOccurrences(of: "frame", with: "fram"), as: "odd.json")
      try tool.refused(
        1, "odd.json: root: unknown key \"fram\"; did you mean frame", "layers", "odd.json", "-o", "a.png")
      try tool.write("{\"layers\": 1,, }", as: "broken.json")
      try tool.refused(1, "broken.json: line 1, column 14", "layers", "broken.json", "-o", "a.png")
      try tool.write("{\"layers\": 1, \"root\": {}}", as: "none.json")
      try tool.refused(1, "the root covers no area", "layers", "none.json", "-o", "a.png")
      try tool.refused(2, "--size must be W,H", "layers", "tree.json", "--size", "3", "-o", "a.png")
      try tool.refused(2, "--scale must be above 0", "layers", "tree.json", "--scale", "nan", "-o", "a.png")
      try tool.refused(2, "--at must be in seconds", "layers", "tree.json", "--at", "x", "-o", "a.png")
      try tool.refused(2, "--frames must be FROM:TO:STEP", "layers", "tree.json", "--frames", "0:1:0", "-o", "a%d.png")
      try tool.refused(2, "many frames are written", "layers", "tree.json", "--frames", "0:1:1", "-o", "a.png")
      try tool.refused(
        2, "sides of a video must be even", "layers", "tree.json", "--frames", "0:1:1", "--size", "3,3", "-o", "a.mp4")
      try tool.refused(2, "-o OUT is missing", "layers", "tree.json")
      #expect(try !tool.names.contains("a.png"))
    }
  }
}
