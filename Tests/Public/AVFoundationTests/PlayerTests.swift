import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Testing

extension Video {
  /// The frames that a player shows at each time of a test's clock: numbers are read from the pixels.
  @Suite struct PlayerTests {
    @Test(arguments: [("60", 60), ("25", 25), ("30000/1001", 30), ("144", 144)])
    func framesAreShownAtTheirTimes(_ rate: String, _ count: Int) throws {
      let video = try PlayedVideo(rate: rate, count: count)
      #expect(video.item.status == .readyToPlay && video.number == 0 && video.player.timeControlStatus == .paused)
      video.player.play()
      video.settle()
      #expect(video.player.timeControlStatus == .playing)
      let parts = rate.split(separator: "/").compactMap { Int($0) }
      let (numerator, denominator) = (parts[0], parts.count > 1 ? parts[1] : 1)
      for step in 1..<60 {
        video.advance(1, 60)
        #expect(video.player.currentTime() == CMTime(value: Int64(step), timescale: 60))
        #expect(video.number == min(step * numerator / (60 * denominator), count - 1), "step \(step)")
      }
      let passed = numerator > 60 * denominator
      #expect((video.item.numberOfDroppedVideoFrames > 0) == passed)
      #expect(video.item.numberOfShownVideoFrames == (passed ? 60 : count))
    }

    @Test func lateFramesAreDroppedBeforeTheyAreFiltered() throws {
      let requested = Heard<Int>()
      let video = try PlayedVideo {
        $0.videoComposition = AVVideoComposition(asset: $0.asset) { request in
          requested.add(Int((request.compositionTime.seconds * 60).rounded()))
          request.finish(with: request.sourceImage, context: nil)
        }
      }
      video.player.play()
      video.settle()
      video.advance(1, 2)
      #expect(video.number == 30)
      #expect(video.item.numberOfShownVideoFrames == 2 && video.item.numberOfDroppedVideoFrames == 29)
      // Four are ahead of the clock; of those behind it by more than themselves no filter hears.
      #expect(Set(requested.values).isDisjoint(with: 5..<29))
    }

    @Test(arguments: [Float(0.5), 1.5, 2, 4])
    func ratesAreTimesOfTheClock(_ rate: Float) throws {
      let video = try PlayedVideo()
      video.player.rate = rate
      video.settle()
      for step in 1...10 {
        video.advance(1, 60)
        #expect(video.number == Int(Float(step) * rate))
      }
      video.player.pause()
      video.advance(1, 1)
      #expect(video.number == Int(10 * rate))
    }

    @Test func unsupportedRatesAreRejected() throws {
      let video = try PlayedVideo(count: 12)
      for rate: Float in [-1, 17, .nan, .infinity] {
        video.player.rate = rate
        #expect(video.player.rate == 0)
      }
      video.player.defaultRate = 2
      video.player.play()
      #expect(video.player.rate == 2)
    }

    @Test func seeksAreExactAndTheNewestCounts() async throws {
      let video = try PlayedVideo()
      for number: Int64 in [47, 3, 59, 0, 30, 31, 12] {
        let done = Heard<Bool>()
        video.player.seek(to: CMTime(value: number * 10 + 4, timescale: 600)) { done.add($0) }
        video.settle()
        #expect(await done.wait(for: 1) && done.values == [true])
        #expect(video.number == Int(number))
        #expect(video.player.currentTime() == CMTime(value: number * 10 + 4, timescale: 600))
      }
      let answers = Heard<String>()
      for number in 1...20 {
        video.player.seek(to: CMTime(value: Int64(number * 2), timescale: 60)) { answers.add("\(number) \($0)") }
      }
      video.settle()
      #expect(await answers.wait(for: 20))
      #expect(answers.values.last == "20 true" && video.number == 40)
      // Each handler was called once; interrupted seeks did not succeed, and those that were done before did.
      #expect(Set(answers.values.map { $0.split(separator: " ")[0] }).count == 20)
      #expect(
        await video.player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .zero))
      #expect(video.number == 59)
      #expect(await video.player.seek(to: .invalid) == false)
    }

    @Test func tolerancesGiveKeyFrames() throws {
      let video = try PlayedVideo()
      video.player.seek(
        to: CMTime(value: 44, timescale: 60), toleranceBefore: .positiveInfinity, toleranceAfter: .positiveInfinity)
      video.settle()
      #expect(video.number == 36 && video.player.currentTime() == CMTime(value: 36, timescale: 60))
      video.player.seek(
        to: CMTime(value: 44, timescale: 60), toleranceBefore: CMTime(value: 3, timescale: 60), toleranceAfter: .zero)
      video.settle()
      #expect(video.number == 41)
    }

    @Test func stepsGoFrameByFrame() throws {
      let video = try PlayedVideo()
      func step(_ count: Int, to number: Int) {
        video.item.step(byCount: count)
        video.settle()
        #expect(video.number == number && video.player.currentTime() == CMTime(value: Int64(number), timescale: 60))
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
      video.player.play()
      video.settle()
      video.advance(1, 60)
      #expect(video.number == 11)
    }

    @Test func compositionsAreExchanged() throws {
      let video = try PlayedVideo()
      let (normal, inverted) = (5, 0xFFF - 5)
      let invert = AVVideoComposition(asset: video.asset) { request in
        request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      video.item.step(byCount: 5)
      video.settle()
      #expect(video.number == normal)
      video.item.videoComposition = invert
      video.settle()
      #expect(video.number == inverted)
      video.item.videoComposition = nil
      video.settle()
      #expect(video.number == normal)
      video.player.play()
      video.settle()
      video.item.videoComposition = invert
      video.advance(1, 60)
      #expect(video.number == 0xFFF - 6)
    }

    @Test func aFrameThatFailsLeavesTheOneBefore() async throws {
      struct Refused: Error {}
      let video = try PlayedVideo {
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
      let notices = Notices([.AVPlayerItemNewErrorLogEntry], of: video.item)
      video.player.play()
      video.settle()
      for number in 1...30 {
        video.advance(1, 60)
        #expect(video.number == [7: 6, 8: 6, 20: 19][number] ?? number)
      }
      #expect(notices.heard.values.count == 3 && notices.heard.values[0].contains("Refused"))
      #expect(notices.heard.values[2].contains("released the request"))
      #expect(video.item.status == .readyToPlay && video.item.numberOfShownVideoFrames == 28)
    }

    @Test func aNamedContextRendersTheFrame() throws {
      let context = CIContext(options: [.backend: "processor", .name: "own"])
      let video = try PlayedVideo {
        $0.videoComposition = AVVideoComposition(asset: $0.asset) { request in
          // A part of the frame: the rest is black.
          request.finish(
            with: request.sourceImage.cropped(to: CGRect(x: 0, y: 0, width: 16, height: 64)), context: context)
        }
      }
      video.item.step(byCount: 7)
      video.settle()
      #expect(video.number == 3)
      #expect(video.player.shown.frame?.image.extent == CGRect(x: 0, y: 0, width: 96, height: 64))
    }
  }
}
