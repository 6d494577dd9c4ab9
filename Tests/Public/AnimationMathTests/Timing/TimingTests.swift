import AnimationMath
import Foundation
import RandomNumbers
import Testing

@Suite struct TimingTests {
  @Test func nestedMapsRoundTrip() {
    let maps = [TimeMap(begin: 2, speed: 3, offset: 0.25), TimeMap(begin: 1, speed: 2, offset: 0.5)]
    #expect(maps.local(10) == 47)
    #expect(abs(maps.parent(10) - 23.0 / 6) < 1e-15)
  }

  @Test func pausedMapsHaveNoInverseAndResume() {
    let clock = TimeMap(begin: 4, speed: 2, offset: 1)
    let paused = clock.paused(at: 10)
    #expect(paused.speed == 0 && paused.local(10) == 13 && paused.local(99) == 13)
    #expect(TimeMap(begin: 7, speed: 0, offset: 3).parent(100) == 7)
    let resumed = paused.resumed(at: 50)
    #expect(resumed.local(50) == 13 && resumed.local(52) == 15)
  }

  /// Simulates the timing cycle by cycle.
  private func simulated(_ timing: Timing, _ parent: Double) -> Timing.Moment? {
    let cycle = timing.autoreverses ? timing.duration + timing.duration : timing.duration
    var total = 0.0
    if timing.repeatDuration > 0 {
      total = timing.repeatDuration
    } else {
      var remaining = timing.repeatCount > 0 ? timing.repeatCount : 1
      while remaining >= 1 {
        total += cycle
        remaining -= 1
      }
      total += remaining * cycle
    }
    var active = (parent - timing.map.begin) * timing.map.speed + timing.map.offset
    if active < 0 {
      if !timing.fillsBackwards { return nil }
      active = 0
    }
    let isOver = active >= total
    if isOver {
      if !timing.fillsForwards { return nil }
      active = total
    }
    var completedCycles = 0.0
    while isOver ? active > cycle : active >= cycle {
      active -= cycle
      completedCycles += 1
    }
    let seconds = active > timing.duration ? cycle - active : active
    return Timing.Moment(completedCycles: completedCycles, seconds: seconds, progress: seconds / timing.duration)
  }

  @Test func momentsMatchASimulationCycleByCycle() {
    var numbers = SplitMix(seed: 11)
    func eighths(_ range: ClosedRange<Int>) -> Double { Double(Int.random(in: range, using: &numbers)) / 8 }
    var effects = 0
    for _ in 0..<5_000 {
      // Eighths are added without rounding, so that ends are met exactly, and often.
      var timing = Timing(duration: eighths(1...24))
      timing.map = TimeMap(begin: eighths(-16...16), speed: eighths(-24...24), offset: eighths(-8...16))
      timing.repeatCount = Bool.random(using: &numbers) ? eighths(0...40) : 0
      timing.repeatDuration = Bool.random(using: &numbers) ? eighths(0...40) : 0
      timing.autoreverses = .random(using: &numbers)
      timing.fillsBackwards = .random(using: &numbers)
      timing.fillsForwards = .random(using: &numbers)
      let above = eighths(-80...160)
      let (found, expected) = (timing.moment(at: above), simulated(timing, above))
      #expect((found == nil) == (expected == nil), "\(timing) at \(above)")
      guard let found, let expected else { continue }
      effects += 1
      #expect(found.completedCycles == expected.completedCycles, "\(timing) at \(above)")
      #expect(abs(found.seconds - expected.seconds) < 1e-9, "\(timing) at \(above)")
      #expect(abs(found.progress - expected.progress) < 1e-9, "\(timing) at \(above)")
    }
    #expect(effects > 1_000)
  }

  @Test func theEndOfTheLastCycleIsNoBeginning() {
    // None of these products is exact in binary.
    for (duration, count) in [(0.1, 3.0), (0.3, 3), (0.7, 10), (1 / 3, 21), (0.25, 1e6)] {
      var timing = Timing(duration: duration)
      timing.fillsForwards = true
      timing.repeatDuration = duration * count
      #expect(abs((timing.moment(at: 1e12)?.progress ?? 0) - 1) < 1e-9, "\(duration) \(count)")
      #expect(timing.moment(at: 1e12)?.completedCycles == count - 1)
      (timing.repeatDuration, timing.repeatCount) = (0, count)
      #expect(abs((timing.moment(at: 1e12)?.progress ?? 0) - 1) < 1e-9, "\(duration) \(count)")
    }
  }

  @Test func infiniteCyclesAndDurationsContinue() throws {
    var timing = Timing(duration: 2)
    timing.repeatCount = .infinity
    #expect(timing.end == .infinity && timing.phase(at: 1e9) == .active)
    #expect(timing.moment(at: 2_001)?.progress == 0.5 && timing.moment(at: 2_001)?.completedCycles == 1_000)
    // The timing of a layer: one iteration of infinite duration.
    let layer = Timing(duration: .infinity)
    #expect(layer.moment(at: 5) == Timing.Moment(completedCycles: 0, seconds: 5, progress: 0))
  }

  @Test func beginningAndEndAreInParentTime() {
    var timing = Timing(map: TimeMap(begin: 3, speed: 2, offset: 0), duration: 5)
    #expect(timing.beginning == 3 && timing.end == 5.5)
    // With negative speed, from the end of local time to its beginning.
    timing.map = TimeMap(begin: 3, speed: -1, offset: 5)
    #expect(timing.beginning == 3 && timing.end == 8)
    #expect(timing.moment(at: 4)?.seconds == 4 && timing.moment(at: 3) == nil && timing.moment(at: 8)?.seconds == 0)
    timing.map = TimeMap(begin: 3, speed: 0, offset: 2)
    #expect(timing.end == .infinity && timing.moment(at: -100)?.seconds == 2)
  }

  @Test func invalidNumbersHaveNoEffect() {
    let bad: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300, 1e-300, 0]
    for number in bad {
      for other in bad {
        for field in 0..<6 {
          var timing = Timing(map: TimeMap(begin: 0, speed: 1, offset: 0), duration: 1)
          (timing.fillsForwards, timing.fillsBackwards, timing.autoreverses) = (true, true, field % 2 == 0)
          switch field {
          case 0: (timing.map.begin, timing.map.speed) = (number, other)
          case 1: (timing.map.offset, timing.duration) = (number, other)
          case 2: (timing.repeatCount, timing.duration) = (number, other)
          case 3: (timing.repeatDuration, timing.duration) = (number, other)
          case 4: (timing.map.speed, timing.repeatCount) = (number, other)
          default: (timing.repeatCount, timing.repeatDuration) = (number, other)
          }
          for above in bad + [0.5, 1, 1.5] {
            guard let moment = timing.moment(at: above) else { continue }
            #expect(timing.isValid && !moment.progress.isNaN && (0...1).contains(moment.progress), "\(timing) \(above)")
            #expect(moment.completedCycles.isFinite && moment.seconds.isFinite)
          }
          _ = (timing.beginning, timing.end, timing.map.local(number), timing.map.parent(number))
        }
      }
    }
    var timing = Timing(duration: 1)
    timing.repeatCount = .nan
    #expect(timing.moment(at: 0.5) == nil)
  }

  @Test func zeroDurationEndsImmediately() {
    var timing = Timing(duration: 0)
    #expect(timing.moment(at: 0) == nil)
    timing.fillsForwards = true
    #expect(timing.moment(at: 0)?.progress == 1)
    timing.fillsBackwards = true
    #expect(timing.moment(at: -1)?.progress == 0)
  }
}
