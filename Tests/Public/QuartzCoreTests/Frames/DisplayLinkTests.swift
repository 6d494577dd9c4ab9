import Foundation
import QuartzCore
import Testing

@Suite struct DisplayLinkTests {
  /// Returns the frames, by number, for which a link of a window with 64 frames a second is called.
  private func calls(_ frames: [Int], _ range: CAFrameRateRange = .default) -> [Int] {
    var calls: [Int] = []
    let link = CADisplayLink(ofWindow: true) { calls.append(Int(($0.timestamp * 64).rounded())) }
    link.preferredFrameRateRange = range
    link.add(to: .current, forMode: .common)
    for frame in frames { link.displayed(at: Double(frame) / 64, period: 1 / 64) }
    return calls
  }

  @Test func framesAreSkippedForSlowerRates() {
    #expect(calls(Array(10..<16)) == Array(10..<16))
    #expect(calls(Array(10..<16), CAFrameRateRange(minimum: 10, maximum: 60, preferred: 32)) == [10, 12, 14])
    #expect(calls(Array(10..<20), CAFrameRateRange(minimum: 0, maximum: 21)) == [10, 13, 16, 19])
    for odd in [Float.nan, -5, .infinity, 1e30] {
      #expect(calls([1, 2, 3], CAFrameRateRange(minimum: odd, maximum: odd, preferred: odd)) == [1, 2, 3])
    }
    #expect(calls([1, 2, 3], CAFrameRateRange(minimum: 0, maximum: 0, preferred: 1e-30)) == [1])
  }

  @Test func missedFramesAreDropped() {
    #expect(calls([0, 1, 50, 51, 52], CAFrameRateRange(minimum: 0, maximum: 32)) == [0, 50, 52])
  }

  @Test func timesOfALink() {
    var count = 0
    let link = CADisplayLink(ofWindow: true) { _ in count += 1 }
    link.displayed(at: 1, period: 0.5)
    #expect(count == 0 && link.timestamp == 0 && !link.isRunning)
    link.add(to: .current, forMode: .common)
    link.displayed(at: 2, period: 0.5)
    #expect(count == 1 && link.timestamp == 2 && link.duration == 0.5 && link.targetTimestamp == 2.5)
    link.isPaused = true
    link.displayed(at: 2.5, period: 0.5)
    link.isPaused = false
    link.displayed(at: 3, period: .nan)
    link.displayed(at: 3, period: 0)
    #expect(count == 1)
    link.displayed(at: 3, period: 0.5)
    link.invalidate()
    link.displayed(at: 3.5, period: 0.5)
    link.add(to: .current, forMode: .common)
    #expect(count == 2 && link.isInvalid && !link.isRunning)
  }

  @Test func withoutAWindowATimerCalls() throws {
    var times: [Double] = []
    let link = CADisplayLink { times.append($0.timestamp) }
    link.add(to: .current, forMode: .default)
    link.add(to: .current, forMode: .common)
    let end = Date(timeIntervalSinceNow: 20)
    while times.count < 3, Date() < end {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
    }
    try #require(times.count >= 3)
    #expect(times == times.sorted() && abs(CACurrentMediaTime() - times[2]) < 5)
    link.remove(from: .current, forMode: .default)
    #expect(!link.isRunning)
    link.invalidate()
  }
}
