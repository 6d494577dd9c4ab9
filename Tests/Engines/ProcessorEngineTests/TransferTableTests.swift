import Foundation
import ImageGraph
import ImagePasses
import ImagePlanning
import ProcessorEngine
import RandomNumbers
import TestSupport
import Testing

/// The parametric curve, by tables on processors that have them and by its formula on others, compared with the curve
/// in double precision.
@Suite struct TransferTableTests {
  /// Source: ITU-R BT.709-6, 1.2, solved for the join of both segments.
  private static let camera: [Float] = [1 / 0.45, 1 / 1.0992968, 0.0992968 / 1.0992968, 1 / 4.5, 0.0812429, 0, 0]
  /// Source: IEC 61966-2-1.
  private static let sRGB: [Float] = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0]

  private static func decoded(_ value: Double, _ parameters: [Float]) -> Double {
    let (t, x) = (parameters.map(Double.init), abs(value))
    let y = x >= t[4] ? pow(max(t[1] * x + t[2], 0), t[0]) + t[5] : t[3] * x + t[6]
    return value < 0 ? -y : y
  }

  private static func encoded(_ value: Double, _ parameters: [Float]) -> Double {
    let (t, y) = (parameters.map(Double.init), abs(value))
    let join = pow(t[1] * t[4] + t[2], t[0]) + t[5]
    let x = y >= join ? (pow(max(y - t[5], 0), 1 / t[0]) - t[2]) / t[1] : t[3] == 0 ? 0 : (y - t[6]) / t[3]
    return value < 0 ? -x : x
  }

  /// Returns the transferred components of pixels, three for each, with an alpha of 1 or 0.25.
  private func transferred(
    _ direction: TransferTable.Direction, _ values: [Float], _ parameters: [Float], _ level: ProcessorLevel,
    isOpaque: Bool
  ) throws -> [Float] {
    let pixels = try PixelBuffer(width: values.count, height: 1, format: .rgbaf)
    for (x, value) in values.enumerated() {
      pixels.store(SIMD4(value, values[(x + 7) % values.count], -value, isOpaque ? 1 : 0.25), x: x, y: 0)
    }
    let source = Node.source(Source(pixels, colorSpace: nil, alpha: isOpaque ? .opaque : .straight))
    let (gabc, def) = (
      SIMD4(parameters[0], parameters[1], parameters[2], parameters[3]),
      SIMD3(parameters[4], parameters[5], parameters[6])
    )
    let formula = direction == .decoding ? ColorConversions.decodeParametric : ColorConversions.encodeParametric
    let region = UserRect(x: 0, y: 0, width: Double(values.count), height: 1)
    let schedule = try makeSchedule(source.mapped(by: formula, gabc, def), ScheduleTarget(region, as: .rgbaFloat))
    let context = try ProcessorContext(Stages.tested(level))
    let result = try context.pixels(of: schedule).pixels
    return values.indices.flatMap { x in
      let color = result.color(x: x, y: 0)
      return [color.x, color.y, color.z]
    }
  }

  private static let values: [Float] = {
    var random = SplitMix(seed: 4)
    var values = (0...2000).map { Float($0) / 1000 } + (0...400).map { Float($0) / 100_000 }
    values += (0..<500).map { _ in Float.random(in: 0...4.2, using: &random) }
    // Every vector of the last ones has a value outside of every table.
    values += (0..<64).map { $0 % 16 == 5 ? 1e30 : Float($0) / 64 }
    return values
  }()

  @Test(arguments: ProcessorLevel.supported, [true, false])
  func tablesAreWithinTheirTolerance(_ level: ProcessorLevel, _ isOpaque: Bool) throws {
    for (name, parameters) in [("camera", Self.camera), ("sRGB", Self.sRGB)] {
      for direction in [TransferTable.Direction.decoding, .encoding] {
        let results = try transferred(direction, Self.values, parameters, level, isOpaque: isOpaque)
        var worst = 0.0
        for (x, value) in Self.values.enumerated() {
          let others = [Double(value), Double(Self.values[(x + 7) % Self.values.count]), Double(-value)]
          for (channel, value) in others.enumerated() where abs(value) < 1e20 {
            let exact = direction == .decoding ? Self.decoded(value, parameters) : Self.encoded(value, parameters)
            worst = max(worst, abs(Double(results[3 * x + channel]) - exact) / max(abs(exact), 0.01))
          }
        }
        // The table's error, and the rounding errors of three products and sums. Those of a power are 4e-6.
        #expect(worst < 1e-5, "\(name) \(direction): \(worst)")
      }
    }
  }

  /// Values outside of the tables, and NaN.
  @Test(arguments: ProcessorLevel.supported) func extremesUseTheFormula(_ level: ProcessorLevel) throws {
    let values: [Float] = [
      0, -0.0, .nan, .infinity, -.infinity, 1e30, -1e30, .leastNonzeroMagnitude, 4, 3.9999998, 1.95,
      .greatestFiniteMagnitude,
    ]
    for direction in [TransferTable.Direction.decoding, .encoding] {
      let all = try transferred(direction, values, Self.camera, level, isOpaque: true)
      for (x, value) in values.enumerated() {
        // A single value is not affected by others in its vector.
        let alone = try transferred(direction, [value], Self.camera, level, isOpaque: true)[0]
        #expect(
          alone == all[3 * x] || alone.isNaN && all[3 * x].isNaN, "\(direction) \(value): \(alone), \(all[3 * x])")
        #expect(alone.isNaN == value.isNaN, "\(direction) \(value): \(alone)")
        if abs(value) >= 1e30 {
          #expect(abs(alone) > 1e10 && (alone < 0) == (value < 0), "\(direction) \(value): \(alone)")
        }
        if value == 0 { #expect(alone == 0) }
      }
    }
  }

  /// Curves that cubics do not approximate, and parameters that are no curve, have no table.
  @Test func onlyApproximableCurvesHaveTables() {
    #expect(TransferTable(.decoding, Self.camera).limit > 1.9 && TransferTable(.encoding, Self.camera).limit == 4)
    #expect(TransferTable(.encoding, Self.sRGB).limit < 0)
    let others: [[Float]] = [
      [2.4, 1, 0, 0, 0, 0, 0], [1 / 0.45, 1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0], [.nan, 1, 0, 1, 0.1, 0, 0],
      [2.2, 1, 0, .infinity, 0.1, 0, 0], [1e30, 1, 1, 1, 0.1, 0, 0], [2.2, 1, -5, 1, 0.1, 0, 0],
      [2.2, -1, 0, 1, 0.05, 0, 0],
      [2.2, 1, 0, 1, 1e30, 0, 0], [2.2, 1, 0, 1, .nan, 0, 0],
    ]
    for parameters in others {
      for direction in [TransferTable.Direction.decoding, .encoding] {
        #expect(!(TransferTable(direction, parameters).limit > 0), "\(parameters) \(direction)")
      }
    }
  }
}
