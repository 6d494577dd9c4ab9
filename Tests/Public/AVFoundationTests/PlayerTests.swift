import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Testing

extension Video {
  /// What a player shows when, by a clock that the test moves: numbers are read from the pixels.
  @Suite struct PlayerTests {
    @Test(arguments: [("60", 60), ("25", 25), ("30000/1001", 30), ("144", 144)])
    func framesAreShownAtTheirTimes(_ rate: String, _ count: Int) throws {
      let film = try PlayedVideo(rate: rate, count: count)
      #expect(film.item.status == .readyToPlay && film.number == 0 && film.player.timeControlStatus == .paused)
      film.player.play()
      film.settle()
      #expect(film.player.timeControlStatus == .playing)
      let parts = rate.split(separator: "/").compactMap { Int($0) }
      let (numerator, denominator) = (parts[0], parts.count > 1 ? parts[1] : 1)
      for step in 1..<60 {
        film.advance(1, 60)
        #expect(film.player.currentTime() == CMTime(value: Int64(step), timescale: 60))
        #expect(film.number == min(step * numerator / (60 * denominator), count - 1), "step \(step)")
      }
      let passed = numerator > 60 * denominator
      #expect((film.item.numberOfDroppedVideoFrames > 0) == passed)
      #expect(film.item.numberOfShownVideoFrames == (passed ? 60 : count))
    }

    @Test func lateFramesAreDroppedBeforeTheyAreFiltered() throws {
      let asked = Heard<Int>()
      let film = try PlayedVideo {
        $0.videoComposition = AVVideoComposition(asset: $0.asset) { request in
          asked.add(Int((request.compositionTime.seconds * 60).rounded()))
          request.finish(with: request.sourceImage, context: nil)
        }
      }
      film.player.play()
      film.settle()
      film.advance(1, 2)
      #expect(film.number == 30)
      #expect(film.item.numberOfShownVideoFrames == 2 && film.item.numberOfDroppedVideoFrames == 29)
      // Four are ahead of the clock; of those behind it by more than themselves no filter hears.
      #expect(Set(asked.values).isDisjoint(with: 5..<29))
    }

    @Test(arguments: [Float(0.5), 1.5, 2, 4])
    func ratesAreTimesOfTheClock(_ rate: Float) throws {
      let film = try PlayedVideo()
      film.player.rate = rate
      film.settle()
      for step in 1...10 {
        film.advance(1, 60)
        #expect(film.number == Int(Float(step) * rate))
      }
      film.player.pause()
      film.advance(1, 1)
      #expect(film.number == Int(10 * rate))
    }

    @Test func ratesThatNobodyPlaysAreRefused() throws {
      let film = try PlayedVideo(count: 12)
      for rate: Float in [-1, 17, .nan, .infinity] {
        film.player.rate = rate
        #expect(film.player.rate == 0)
      }
      film.player.defaultRate = 2
      film.player.play()
      #expect(film.player.rate == 2)
    }

    @Test func seeksAreExactAndTheNewestCounts() async throws {
      let film = try PlayedVideo()
      for number: Int64 in [47, 3, 59, 0, 30, 31, 12] {
        let done = Heard<Bool>()
        film.player.seek(to: CMTime(value: number * 10 + 4, timescale: 600)) { done.add($0) }
        film.settle()
        #expect(await done.wait(for: 1) && done.values == [true])
        #expect(film.number == Int(number))
        #expect(film.player.currentTime() == CMTime(value: number * 10 + 4, timescale: 600))
      }
      let answers = Heard<String>()
      for number in 1...20 {
        film.player.seek(to: CMTime(value: Int64(number * 2), timescale: 60)) { answers.add("\(number) \($0)") }
      }
      film.settle()
      #expect(await answers.wait(for: 20))
      #expect(answers.values.last == "20 true" && film.number == 40)
      // Each was told once, and what another one interrupted did not succeed; one that was done before that did.
      #expect(Set(answers.values.map { $0.split(separator: " ")[0] }).count == 20)
      #expect(await film.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
      #expect(film.number == 59)
      #expect(await film.player.seek(to: .invalid) == false)
    }

    @Test func tolerancesGiveKeyFrames() throws {
      let film = try PlayedVideo()
      film.player.seek(
        to: CMTime(value: 44, timescale: 60), toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
      film.settle()
      #expect(film.number == 36 && film.player.currentTime() == CMTime(value: 36, timescale: 60))
      film.player.seek(
        to: CMTime(value: 44, timescale: 60), toleranceBefore: CMTime(value: 3, timescale: 60), toleranceAfter: .zero)
      film.settle()
      #expect(film.number == 41)
    }

    @Test func stepsGoFrameByFrame() throws {
      let film = try PlayedVideo()
      func step(_ count: Int, to number: Int) {
        film.item.step(byCount: count)
        film.settle()
        #expect(film.number == number && film.player.currentTime() == CMTime(value: Int64(number), timescale: 60))
      }
      step(1, to: 1)
      step(3, to: 4)
      step(-1, to: 3)
      step(-5, to: 0)
      step(-1, to: 0)
      for number in 1...30 { step(1, to: number) }
      for number in (0..<30).reversed() { step(-1, to: number) }
      step(58, to: 58)
      step(9, to: 59)
      step(-50, to: 9)
      step(1, to: 10)
      film.player.play()
      film.settle()
      film.advance(1, 60)
      #expect(film.number == 11)
    }

    @Test func compositionsAreExchanged() throws {
      let film = try PlayedVideo()
      let (normal, inverted) = (5, 0xFFF - 5)
      let invert = AVVideoComposition(asset: film.asset) { request in
        request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      film.item.step(byCount: 5)
      film.settle()
      #expect(film.number == normal)
      film.item.videoComposition = invert
      film.settle()
      #expect(film.number == inverted)
      film.item.videoComposition = nil
      film.settle()
      #expect(film.number == normal)
      film.player.play()
      film.settle()
      film.item.videoComposition = invert
      film.advance(1, 60)
      #expect(film.number == 0xFFF - 6)
    }

    @Test func aFrameThatFailsLeavesTheOneBefore() async throws {
      struct Refused: Error {}
      let film = try PlayedVideo {
        $0.videoComposition = AVVideoComposition(asset: $0.asset) { request in
          let number = Int((request.compositionTime.seconds * 60).rounded())
          switch number {
          case 7, 8: request.finish(with: Refused())
          // Let go without an answer.
          case 20: break
          default: request.finish(with: request.sourceImage, context: nil)
          }
        }
      }
      let notices = Notices([.AVPlayerItemNewErrorLogEntry], of: film.item)
      film.player.play()
      film.settle()
      for number in 1...30 {
        film.advance(1, 60)
        #expect(film.number == [7: 6, 8: 6, 20: 19][number] ?? number)
      }
      #expect(notices.heard.values.count == 3 && notices.heard.values[0].contains("Refused"))
      #expect(notices.heard.values[2].contains("let the request go"))
      #expect(film.item.status == .readyToPlay && film.item.numberOfShownVideoFrames == 28)
    }

    @Test func aNamedContextRendersTheFrame() throws {
      let context = CIContext(options: [.backend: "processor", .name: "own"])
      let film = try PlayedVideo {
        $0.videoComposition = AVVideoComposition(asset: $0.asset) { request in
          // A part of the frame: the rest is black.
          request.finish(
            with: request.sourceImage.cropped(to: CGRect(x: 0, y: 0, width: 16, height: 64)), context: context)
        }
      }
      film.item.step(byCount: 7)
      film.settle()
      #expect(film.number == 3)
      #expect(film.player.shown.frame?.image.extent == CGRect(x: 0, y: 0, width: 96, height: 64))
    }
  }
}
