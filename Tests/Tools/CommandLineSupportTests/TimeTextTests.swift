import CommandLineSupport
import Foundation
import TestFiles
import Testing

/// Tests of times, frame rates and patterns of file names on command lines.
@Suite struct TimeTextTests {
  @Test func timesAreExact() throws {
    func time(_ text: String) throws -> TimeText { try TimeText(text, of: "--at") }
    #expect(try time("1.5") == .seconds(value: 15, scale: 10))
    #expect(try time("0:01:02.25") == .seconds(value: 62 * 100 + 25, scale: 100))
    #expect(try time("2:03") == .seconds(value: 2 * 60 + 3, scale: 1))
    #expect(try time("100:00:00") == .seconds(value: 360_000, scale: 1))
    #expect(try time("90") == .seconds(value: 90, scale: 1))
    #expect(try time("#120") == .frame(120))
    #expect(try time("#120").seconds(at: RateText("24", of: "--fps")) == 5)
    #expect(throws: CommandFailure.self) { try time("#120").seconds(at: nil) }
  }

  @Test(arguments: [
    "", "-1", "1e3", "abc", "1:60", "1:2:3:4", "1.2.3", "#", "#-1", "#1.5", "nan", "1:", ".", "1:2.5:3",
  ])
  func invalidTimesAreRejected(_ text: String) {
    #expect(throws: CommandFailure.self) { try TimeText(text, of: "--at") }
  }

  @Test func ratesAreExact() throws {
    let rate = try RateText("30000/1001", of: "--fps")
    #expect(rate.numerator == 30000 && rate.denominator == 1001)
    #expect(try RateText("25", of: "--fps").denominator == 1)
    let decimal = try RateText("23.976", of: "--fps")
    #expect(Double(decimal.numerator) / Double(decimal.denominator) == 23.976)
    for text in ["0", "-1", "1/0", "2000", "fast", "1/2/3", "inf"] {
      #expect(throws: CommandFailure.self, "\(text)") { try RateText(text, of: "--fps") }
    }
  }

  @Test func theLastFrameBeginsBeforeTheEnd() throws {
    let rate = try RateText("30000/1001", of: "--fps")
    for text in ["0.1", "1", "1.001", "#7", "0:10"] {
      let duration = try TimeText(text, of: "--duration")
      let count = duration.frameCount(at: rate)
      let length = try duration.seconds(at: rate)
      let step = Double(rate.denominator) / Double(rate.numerator)
      #expect(Double(count - 1) * step < length && Double(count) * step > length - 1e-12, "\(text)")
    }
  }

  @Test func numberedFilesAreFound() throws {
    let folder = try TestFolder()
    let names = try FrameNames(folder.file("%03d.png").path, of: "-o")
    #expect(names[7].hasSuffix("/007.png") && names[1234].hasSuffix("/1234.png"))
    #expect(names.existingRange() == nil)
    for number in [1, 2, 3, 5] { try Data().write(to: URL(fileURLWithPath: names[number])) }
    let range = try #require(names.existingRange())
    #expect(range == (1, 3))
    #expect(FrameNames("video.mp4") == nil && FrameNames("50%.png") == nil)
    #expect(try FrameNames("a%d", of: "-o")[12] == "a12")
    #expect(throws: CommandFailure.self) { try FrameNames("a.png", of: "-o") }
  }
}
