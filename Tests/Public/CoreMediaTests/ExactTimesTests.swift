import CoreMedia
import Foundation
import RandomNumbers
import TestFiles
import Testing

/// Random times, many of them at the limits, against fractions of Python's, which know no limits.
@Suite struct ExactTimesTests {
  @Test(arguments: ["add", "subtract", "multiply", "ratio", "factor", "seconds", "convert", "compare"])
  func agreesWithFractions(_ rule: String) throws {
    var random = SplitMix(seed: UInt64(rule.utf8.reduce(7) { $0 * 31 + Int($1) }))
    let cases = (0..<20_000).map { _ in Case(rule, &random) }
    let expected = try fractions(cases.map(\.line))
    try #require(expected.count == cases.count)
    let wrong = zip(cases, expected).filter { $0.result != $1 }
    for (call, answer) in wrong.prefix(5) {
      Issue.record("\(call.line): \(call.result), where fractions give \(answer)")
    }
    #expect(wrong.isEmpty, "\(wrong.count) of \(cases.count)")
  }

  private func fractions(_ lines: [String]) throws -> [String] {
    let input = Data(lines.joined(separator: "\n").utf8)
    let output = try FinishedProgram.output(
      "python3", [testFile("Public/CoreMediaTests/exact_times.py").path], input: input)
    return String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// A call: a line for the script, and the result of this module.
private struct Case {
  let line: String
  let result: String

  init(_ rule: String, _ random: inout SplitMix) {
    let (a, b) = (CMTime.random(&random), CMTime.random(&random))
    let (m, d) = (Int32.random(&random), Int32.random(&random))
    let factor = Double.random(&random)
    let methods: [CMTimeRoundingMethod] = [
      .roundHalfAwayFromZero, .roundTowardZero, .roundAwayFromZero, .quickTime, .roundTowardPositiveInfinity,
      .roundTowardNegativeInfinity,
    ]
    let method = methods[Int(random.next() % 6)]
    let (first, second) = ("\(a.value) \(a.timescale)", "\(b.value) \(b.timescale)")
    switch rule {
    case "add": (line, result) = ("add \(first) \(second)", shown(a + b))
    case "subtract": (line, result) = ("subtract \(first) \(second)", shown(a - b))
    case "multiply": (line, result) = ("multiply \(first) \(m)", shown(a * m))
    case "ratio":
      (line, result) = ("ratio \(first) \(m) \(d)", shown(CMTimeMultiplyByRatio(a, multiplier: m, divisor: d)))
    case "factor": (line, result) = ("factor \(first) \(hexadecimal(factor))", shown(a * factor))
    case "seconds":
      let time = CMTime(seconds: factor, preferredTimescale: a.timescale)
      (line, result) = ("seconds \(hexadecimal(factor)) \(a.timescale)", shown(time))
    case "convert":
      let time = a.convertScale(b.timescale, method: method)
      (line, result) = ("convert \(first) \(b.timescale) \(method.rawValue)", shown(time))
    default: (line, result) = ("compare \(first) \(second)", "\(CMTimeCompare(a, b))")
    }
  }
}

private func shown(_ time: CMTime) -> String {
  if time.isPositiveInfinity { return "+inf" }
  if time.isNegativeInfinity { return "-inf" }
  guard time.isNumeric else { return "invalid" }
  return "\(time.value) \(time.timescale) \(time.hasBeenRounded ? "rounded" : "exact")"
}

/// Exactly, for Python's `float.fromhex`.
private func hexadecimal(_ number: Double) -> String { String(format: "%a", number) }

extension CMTime {
  /// Small times and large ones, in timescales that media have and in any.
  fileprivate static func random(_ random: inout SplitMix) -> CMTime {
    let scales: [Int32] = [1, 2, 24, 25, 30, 600, 1000, 1001, 24000, 30000, 44100, 48000, 90000, .max, .max - 1]
    let scale =
      random.next() % 3 == 0 ? Int32(random.next() % UInt64(Int32.max)) + 1 : scales.randomElement(using: &random)!
    let limits: [Int64] = [.min, .max, .min + 1, 0, 1, -1]
    let value =
      random.next() % 8 == 0
      ? limits.randomElement(using: &random)! : Int64(bitPattern: random.next()) >> (random.next() % 64)
    return CMTime(value: value, timescale: scale)
  }
}

extension Int32 {
  fileprivate static func random(_ random: inout SplitMix) -> Int32 {
    let limits: [Int32] = [.min, .max, 0, 1, -1, 2, 1001, 30000]
    return random.next() % 4 == 0
      ? limits.randomElement(using: &random)! : Int32(truncatingIfNeeded: random.next()) >> (random.next() % 32)
  }
}

extension Double {
  /// Of all sizes: ordinary ones, tiny ones and huge ones.
  fileprivate static func random(_ random: inout SplitMix) -> Double {
    switch random.next() % 8 {
    case 0:
      let limits = [0, 1, -1, 0.5, 0.1, 1.0 / 3, 29.97, 1e18, -1e19, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
      return limits.randomElement(using: &random)!
    case 1:
      let number = Double(bitPattern: random.next())
      return number.isFinite ? number : 0.25
    default: return Double(Int64(bitPattern: random.next()) >> (random.next() % 60)) / 1_048_576
    }
  }
}
