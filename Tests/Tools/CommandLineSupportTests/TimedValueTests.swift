import CommandLineSupport
import Foundation
import ImageColor
import RandomNumbers
import Testing

/// Values of recipes that depend on time: what they are when, and what is refused.
@Suite struct TimedValueTests {
  private func timed(_ text: String, _ kind: TimedValue.Kind = .numbers) throws -> TimedValue {
    try TimedValue(try JSONReader.read(Data(text.utf8)), kind, at: "here")
  }

  private func number(_ json: JSON) -> Double? { if case .number(let number) = json { number } else { nil } }

  @Test func numbersGoEvenlyFromOneKeyframeToTheNext() throws {
    let value = try timed(#"{"keyframes": [[0, 1], [2, 5], [4, -3]]}"#)
    for (time, share, from, to) in [(0.5, 0.25, 1.0, 5.0), (1, 0.5, 1, 5), (3, 0.5, 5, -3)] {
      #expect(number(value.value(at: time)) == from * (1 - share) + to * share)
    }
    // At keyframes, exactly what is written; before and behind all of them, the nearest.
    for (time, written) in [(0.0, 1.0), (2, 5), (4, -3), (-7, 1), (100, -3)] {
      #expect(number(value.value(at: time)) == written)
    }
  }

  @Test func arraysGoElementByElement() throws {
    let value = try timed(#"{"keyframes": [[1, [0, 10]], [2, [1, 20]]]}"#)
    #expect(value.value(at: 1.5).numbers == [0.5, 15])
    let nested = try timed(#"{"keyframes": [[0, [[0, 1], [2]]], [1, [[2, 3], [6]]]]}"#).value(at: 0.5)
    guard case .array(let rows) = nested else {
      Issue.record("no array")
      return
    }
    #expect(rows.map(\.numbers) == [[1, 2], [4]])
  }

  @Test func aLineIsScaleTimesTimePlusOffset() throws {
    #expect(number(try timed(#"{"time": {"scale": 10, "offset": 2}}"#).value(at: 1.5)) == 17)
    #expect(number(try timed(#"{"time": {}}"#).value(at: 1.5)) == 1.5)
  }

  @Test func loopsComeAgainAndPingPongsGoBack() throws {
    let (first, last) = (0.5, 2.0)
    func extended(_ name: String) throws -> TimedValue {
      try timed("{\"keyframes\": [[\(first), 1], [1, 4], [\(last), -2]], \"extend\": \"\(name)\"}")
    }
    let (loop, back) = (try extended("loop"), try extended("pingpong"))
    var random = SplitMix(seed: 3)
    for _ in 0..<200 {
      let time = Double.random(in: first..<last, using: &random)
      let turns = Double(Int.random(in: -5...5, using: &random))
      let here = try #require(number(loop.value(at: time)))
      #expect(abs(try #require(number(loop.value(at: time + turns * (last - first)))) - here) < 1e-9)
      // To the end and back takes twice as long, and both ways are the same.
      #expect(abs(try #require(number(back.value(at: time + 2 * turns * (last - first)))) - here) < 1e-9)
      #expect(abs(try #require(number(back.value(at: 2 * last - time))) - here) < 1e-9)
    }
    // A single keyframe has nothing to come again.
    #expect(number(try timed(#"{"keyframes": [[1, 7]], "extend": "loop"}"#).value(at: 9)) == 7)
  }

  @Test func curvesBeginAndEndAtTheirKeyframesAndNeverTurnBack() throws {
    for curve in ["\"linear\"", "\"smooth\"", "[0.25, 0.1, 0.25, 1]", "[0, 0, 1, 1]", "[1, 0, 0, 1]"] {
      let value = try timed("{\"keyframes\": [[0, 0], [1, 1]], \"curve\": \(curve)}")
      let shares = (0...100).map { number(value.value(at: Double($0) / 100))! }
      #expect(shares[0] == 0 && shares[100] == 1)
      #expect(zip(shares, shares.dropFirst()).allSatisfy { $0 <= $1 }, "\(curve)")
    }
    let held = try timed(#"{"keyframes": [[0, 0], [1, 1]], "curve": "hold"}"#)
    #expect(number(held.value(at: 0.999)) == 0 && number(held.value(at: 1)) == 1)
  }

  /// On the curve, x is the time: at the time that a parameter gives, the share is the y that it gives.
  @Test func bezierCurvesAreThoseOfTheirControlPoints() throws {
    var random = SplitMix(seed: 5)
    for _ in 0..<50 {
      let n = (0..<4).map {
        $0 % 2 == 0 ? Double.random(in: 0...1, using: &random) : .random(in: -1...2, using: &random)
      }
      let curve = TimeCurve.bezier(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
      for t in [0.1, 0.4, 0.5, 0.9] {
        func at(_ first: Double, _ second: Double) -> Double {
          3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
        }
        #expect(abs(curve.share(at(n[0], n[2])) - at(n[1], n[3])) < 1e-6, "\(n) at \(t)")
      }
    }
    // Point symmetry: half of the way at half of the time.
    #expect(TimeCurve.smooth.share(0.5) == 0.5)
  }

  @Test func coloursGoOverAsPremultipliedLight() throws {
    let grey = try timed(##"{"keyframes": [[0, "black"], [1, "#ffffff"]]}"##, .color).value(at: 0.25)
    for component in try #require(grey.numbers).prefix(3) { #expect(abs(component - sRGBFromLinear(0.25)) < 1e-12) }
    // Out of nothing comes red, not a mixture with the black that has no alpha.
    let red = try timed(#"{"keyframes": [[0, "clear"], [1, [1, 0, 0]]]}"#, .color).value(at: 0.5)
    let numbers = try #require(red.numbers)
    #expect(zip(numbers, [1, 0, 0, 0.5]).allSatisfy { abs($0 - $1) < 1e-12 }, "\(numbers)")
    #expect(
      try timed(#"{"keyframes": [[0, "clear"], [1, [1, 1, 1, 0]]]}"#, .color).value(at: 0.5).numbers == [0, 0, 0, 0])
  }

  @Test func transformsTurnTheShorterWay() throws {
    func turn(_ degrees: Double) -> [Double] {
      let angle = degrees * .pi / 180
      return [cos(angle), sin(angle), -sin(angle), cos(angle), degrees, -degrees]
    }
    for (from, to) in [(0.0, 90.0), (170, -170), (-30, 120)] {
      let value = try timed("{\"keyframes\": [[0, \(turn(from))], [1, \(turn(to))]]}", .transform)
      let way = (to - from).remainder(dividingBy: 360)
      let expected = turn(from + way / 4)
      let numbers = try #require(value.value(at: 0.25).numbers)
      for index in 0..<4 { #expect(abs(numbers[index] - expected[index]) < 1e-12) }
      #expect(abs(numbers[4] - (from + (to - from) / 4)) < 1e-12)
    }
  }

  @Test func betweenTwoEqualTransformsThereIsTheSame() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<100 {
      let map = (0..<6).map { _ in Double.random(in: -3...3, using: &random) }
      let numbers = try #require(
        try timed("{\"keyframes\": [[0, \(map)], [1, \(map)]]}", .transform).value(at: 0.3).numbers)
      for (a, b) in zip(numbers, map) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test func textsAndBooleansAreHeld() throws {
    let flag = try timed(#"{"keyframes": [[0, false], [1, true]]}"#)
    #expect(flag.kind == .held && flag.keyframe(at: 0.5) == 0 && flag.keyframe(at: 1) == 1)
    guard case .bool(false) = flag.value(at: 0.999), case .bool(true) = flag.value(at: 1) else {
      Issue.record("not held")
      return
    }
    guard case .string("a") = try timed(#"{"keyframes": [[0, "a"], [1, "b"]]}"#, .held).value(at: 0.9) else {
      Issue.record("not held")
      return
    }
  }

  @Test(arguments: [
    (#"{"keyframes": []}"#, "here.keyframes must be [[t, VALUE], …]"),
    (#"{"keyframes": [[0]]}"#, "here.keyframes[0] must be [t, VALUE]"),
    (#"{"keyframes": [[0, 1], ["1", 1]]}"#, "here.keyframes[1] must be [t, VALUE]"),
    (#"{"keyframes": [[0, 1], [2, 1], [2, 3]]}"#, "here.keyframes[2] is at 2.0 s, and the one before at 2.0 s"),
    (#"{"keyframes": [[0, 1], [1, [1, 2]]]}"#, "here.keyframes[1][1] has 2 values"),
    (#"{"keyframes": [[0, [1, 2]], [1, [1, 2, 3]]]}"#, "here.keyframes[1][1] has 3 values"),
    (#"{"keyframes": [[0, 1], [1, true]]}"#, "here.keyframes[1][1] must be a number"),
    (#"{"keyframes": [[0, 1]], "curve": "bounce"}"#, "here.curve must be"),
    (#"{"keyframes": [[0, 1]], "curve": [2, 0, 1, 1]}"#, "x1 and x2 from 0 to 1"),
    (#"{"keyframes": [[0, 1]], "extend": "stop"}"#, "here.extend must be"),
    (#"{"keyframes": [[0, 1]], "ease": 1}"#, "here has no \"ease\""),
    (#"{"time": {"scale": "1"}}"#, "here.time.scale must be a number, not a string"),
    (#"{"time": {"speed": 1}}"#, "here.time has no \"speed\""),
    (#"{"time": {}, "keyframes": [[0, 1]]}"#, "stands alone"),
  ])
  func whatIsWrongIsNamedWithItsPlace(_ text: String, _ complaint: String) throws {
    do {
      _ = try timed(text)
      Issue.record("it was taken")
    } catch let failure as CommandFailure {
      #expect(failure.text.contains(complaint), "\(failure.text)")
    }
  }

  @Test func onlyColoursAndTransformsAreTakenWhereTheyAreWanted() throws {
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, "ultraviolet"]]}"#, .color) }
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, [1, 2]]]}"#, .color) }
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, [1, 0, 0, 1]]]}"#, .transform) }
    #expect(throws: CommandFailure.self) { try timed(#"{"time": {}}"#, .color) }
  }
}
