import Foundation
import TestFiles
import Testing

extension VideoPrograms {
  /// Videos with fewer frames than their encoder needs to determine the reordering.
  @Suite struct FewImagesTests {
    /// Uninitialized memory is filled with the complement of a byte: encoders read some of it, which is 0 only by
    /// chance.
    @Test(arguments: ["h264", "hevc"], [1, 165])
    func timesAreWhole(_ codec: String, _ byte: Int) throws {
      let tool = try VideoTool()
      for count in 1...3 {
        let name = "\(count).mkv"
        let clip = try tool.clips.make(
          name, "-f lavfi -i testsrc2=size=96x64:rate=25:duration=\(Double(count) / 25)", VideoTool.lossless)
        let result = try FinishedProgram(
          "MALLOC_PERTURB_=\(byte)",
          [
            "MALLOC_MMAP_THRESHOLD_=33000000", VideoTool.program("citool").path, "video", clip.path, "-o",
            "\(count).mp4",
            "--codec", codec,
          ], in: tool.clips.folder)
        #expect(result.status == 0 && result.errors == "", "\(count): \(result.errors)")
        let packets = try FFmpeg.probe(tool.clips.file("\(count).mp4"), "packet=pts_time,dts_time")
        let shown = packets.compactMap { $0["pts_time"].flatMap(Double.init) }.sorted()
        let wanted: [Double] = (0..<count).map { Double($0) / 25 }
        #expect(shown == wanted, "\(count): \(packets)")
        let read = packets.compactMap { $0["dts_time"].flatMap(Double.init) }
        #expect(read.count == count && read == read.sorted() && read[0] > -0.2, "\(count): \(packets)")
      }
    }
  }
}
