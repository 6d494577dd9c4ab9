import CommandLineSupport
import Foundation
import ImageColor
import RandomNumbers
import Testing

/// Tests of recipe values that depend on time: evaluation and rejected forms.
@Suite struct TimedValueTests {
  private func timed(_ text: String, _ kind: TimedValue.Kind = .numbers) throws -> TimedValue {
    try TimedValue(try JSONReader.read(Data(text.utf8)), kind, at: "here")
  }

  private func number(_ json: JSON) -> Double? { if case .number(let number) = json { number } else { nil } }

  @Test func numbersAreInterpolatedLinearly() throws {
    let value = try timed(#"{"keyframes": [[0, 1], [2, 5], [4, -3]]}"#)
    for (time, fraction, from, to) in [(0.5, 0.25, 1.0, 5.0), (1, 0.5, 1, 5), (3, 0.5, 5, -3)] {
      #expect(number(value.value(at: time)) == from * (1 - fraction) + to * fraction)
    }
    // At a keyframe, exactly its value. Before the first and after the last, the nearest value.
    for (time, expected) in [(0.0, 1.0), (2, 5), (4, -3), (-7, 1), (100, -3)] {
      #expect(number(value.value(at: time)) == expected)
    }
  }

  @Test func arraysAreInterpolatedByElement() throws {
    let value = try timed(#"{"keyframes": [[1, [0, 10]], [2, [1, 20]]]}"#)
    #expect(value.value(at: 1.5).numbers == [0.5, 15])
    let nested = try timed(#"{"keyframes": [[0, [[0, 1], [2]]], [1, [[2, 3], [6]]]]}"#).value(at: 0.5)
    guard case .array(let rows) = nested else {
      Issue.record("no array")
      return
    }
    #expect(rows.map(\.numbers) == [[1, 2], [4]])
  }

  @Test func aLinearFunctionIsScaleTimesTimePlusOffset() throws {
    #expect(number(try timed(#"{"time": {"scale": 10, "offset": 2}}"#).value(at: 1.5)) == 17)
    #expect(number(try timed(#"{"time": {}}"#).value(at: 1.5)) == 1.5)
  }

  @Test func loopsRepeatAndPingPongsReverse() throws {
    let (first, last) = (0.5, 2.0)
    func extended(_ name: String) throws -> TimedValue {
      try timed("{\"keyframes\": [[\(first), 1], [1, 4], [\(last), -2]], \"extend\": \"\(name)\"}")
    }
    let (loop, back) = (try extended("loop"), try extended("pingpong"))
    var random = SplitMix(seed: 3)
    for _ in 0..<200 {
      let time = Double.random(in: first..<last, using: &random)
      let cycles = Double(Int.random(in: -5...5, using: &random))
      let expected = try #require(number(loop.value(at: time)))
      #expect(abs(try #require(number(loop.value(at: time + cycles * (last - first)))) - expected) < 1e-9)
      // A ping-pong has twice the period, and is symmetric.
      #expect(abs(try #require(number(back.value(at: time + 2 * cycles * (last - first)))) - expected) < 1e-9)
      #expect(abs(try #require(number(back.value(at: 2 * last - time))) - expected) < 1e-9)
    }
    // A single keyframe is constant.
    #expect(number(try timed(#"{"keyframes": [[1, 7]], "extend": "loop"}"#).value(at: 9)) == 7)
  }

  @Test func timingFunctionsAreExactAtKeyframesAndMonotonic() throws {
    for curve in ["\"linear\"", "\"smooth\"", "[0.25, 0.1, 0.25, 1]", "[0, 0, 1, 1]", "[1, 0, 0, 1]"] {
      let value = try timed("{\"keyframes\": [[0, 0], [1, 1]], \"curve\": \(curve)}")
      let values = (0...100).map { number(value.value(at: Double($0) / 100))! }
      #expect(values[0] == 0 && values[100] == 1)
      #expect(zip(values, values.dropFirst()).allSatisfy { $0 <= $1 }, "\(curve)")
    }
    let held = try timed(#"{"keyframes": [[0, 0], [1, 1]], "curve": "hold"}"#)
    #expect(number(held.value(at: 0.999)) == 0 && number(held.value(at: 1)) == 1)
  }

  /// For each parameter of the curve, the progress at the time x is y.
  @Test func bezierTimingFollowsTheCurve() throws {
    var random = SplitMix(seed: 5)
    for _ in 0..<50 {
      let n = (0..<4).map {
        $0 % 2 == 0 ? Double.random(in: 0...1, using: &random) : .random(in: -1...2, using: &random)
      }
      let easing = KeyframeEasing.bezier(x1: n[0], y1: n[1], x2: n[2], y2: n[3])
      for t in [0.1, 0.4, 0.5, 0.9] {
        func coordinate(_ first: Double, _ second: Double) -> Double {
          3 * (1 - t) * (1 - t) * t * first + 3 * (1 - t) * t * t * second + t * t * t
        }
        #expect(abs(easing.progress(at: coordinate(n[0], n[2])) - coordinate(n[1], n[3])) < 1e-6, "\(n) at \(t)")
      }
    }
    // Point symmetry: half of the change at half of the time.
    #expect(KeyframeEasing.smooth.progress(at: 0.5) == 0.5)
  }

  @Test func coloursAreInterpolatedAsPremultipliedLinearLight() throws {
    let grey = try timed(##"{"keyframes": [[0, "black"], [1, "#ffffff"]]}"##, .color).value(at: 0.25)
    for component in try #require(grey.numbers).prefix(3) { #expect(abs(component - sRGBFromLinear(0.25)) < 1e-12) }
    // Between transparent black and red, the colour stays red.
    let red = try timed(#"{"keyframes": [[0, "clear"], [1, [1, 0, 0]]]}"#, .color).value(at: 0.5)
    let components = try #require(red.numbers)
    #expect(zip(components, [1, 0, 0, 0.5]).allSatisfy { abs($0 - $1) < 1e-12 }, "\(components)")
    #expect(
      try timed(#"{"keyframes": [[0, "clear"], [1, [1, 1, 1, 0]]]}"#, .color).value(at: 0.5).numbers == [0, 0, 0, 0])
  }

  @Test func transformsRotateInTheShorterDirection() throws {
    func rotation(_ degrees: Double) -> [Double] {
      let angle = degrees * .pi / 180
      return [cos(angle), sin(angle), -sin(angle), cos(angle), degrees, -degrees]
    }
    for (from, to) in [(0.0, 90.0), (170, -170), (-30, 120)] {
      let value = try timed("{\"keyframes\": [[0, \(rotation(from))], [1, \(rotation(to))]]}", .transform)
      let difference = (to - from).remainder(dividingBy: 360)
      let expected = rotation(from + difference / 4)
      let numbers = try #require(value.value(at: 0.25).numbers)
      for index in 0..<4 { #expect(abs(numbers[index] - expected[index]) < 1e-12) }
      #expect(abs(numbers[4] - (from + (to - from) / 4)) < 1e-12)
    }
  }

  @Test func interpolationOfEqualTransformsIsConstant() throws {
    var random = SplitMix(seed: 7)
    for _ in 0..<100 {
      let map = (0..<6).map { _ in Double.random(in: -3...3, using: &random) }
      let numbers = try #require(
        try timed("{\"keyframes\": [[0, \(map)], [1, \(map)]]}", .transform).value(at: 0.3).numbers)
      for (a, b) in zip(numbers, map) { #expect(abs(a - b) < 1e-12) }
    }
  }

  @Test func stringsAndBooleansAreHeld() throws {
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
    (#"{"keyframes": [[0, 1], [2, 1], [2, 3]]}"#, "here.keyframes[2] is at 2.0 s, and the keyframe before it at 2.0 s"),
    (#"{"keyframes": [[0, 1], [1, [1, 2]]]}"#, "here.keyframes[1][1] has 2 values"),
    (#"{"keyframes": [[0, [1, 2]], [1, [1, 2, 3]]]}"#, "here.keyframes[1][1] has 3 values"),
    (#"{"keyframes": [[0, 1], [1, true]]}"#, "here.keyframes[1][1] must be a number"),
    (#"{"keyframes": [[0, 1]], "curve": "bounce"}"#, "here.curve must be"),
    (#"{"keyframes": [[0, 1]], "curve": [2, 0, 1, 1]}"#, "x1 and x2 from 0 to 1"),
    (#"{"keyframes": [[0, 1]], "extend": "stop"}"#, "here.extend must be"),
    (#"{"keyframes": [[0, 1]], "ease": 1}"#, "here has no \"ease\""),
    (#"{"time": {"scale": "1"}}"#, "here.time.scale must be a number (got a string)"),
    (#"{"time": {"speed": 1}}"#, "here.time has no \"speed\""),
    (#"{"time": {}, "keyframes": [[0, 1]]}"#, "only for numbers, without other members"),
  ])
  func errorsNameTheKeyPath(_ text: String, _ message: String) throws {
    do {
      _ = try timed(text)
      Issue.record("accepted")
    } catch let failure as CommandFailure {
      #expect(failure.text.contains(message), "\(failure.text)")
    }
  }

  @Test func inputsOfColoursAndTransformsRejectOtherValues() throws {
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, "ultraviolet"]]}"#, .color) }
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, [1, 2]]]}"#, .color) }
    #expect(throws: CommandFailure.self) { try timed(#"{"keyframes": [[0, [1, 0, 0, 1]]]}"#, .transform) }
    #expect(throws: CommandFailure.self) { try timed(#"{"time": {}}"#, .color) }
  }
}
