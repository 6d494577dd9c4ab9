import CStages
import Foundation
import ImageGraph
import Synchronization

/// The ICC parametric curve of type 4, or its inverse, as piecewise cubics for stages.
///
/// Source: interpolation of the curve at the four Chebyshev nodes of each interval. The error, which is measured
/// between the nodes, is within ``tolerance``. Other curves use their formula, as do magnitudes beyond the table.
package struct TransferTable {
  package enum Direction: Hashable { case decoding, encoding }

  /// The `TRANSFER_UNIFORMS` uniforms of the stage. The first two are replaced by the address of the formula's stage.
  let uniforms: [Float]

  /// The largest relative error.
  package static let tolerance = 4e-6

  private static let intervals = Int(TRANSFER_INTERVALS)
  /// For decoding, the number of intervals for encoded values from 0 to 1. For encoding, the lowest exponent of linear
  /// light, of eight octaves with four intervals each.
  private static let (intervalsPerUnit, leastExponent) = (16.0, -6)

  /// The magnitude below which the table is valid. If negative, the formula is used for all values.
  package var limit: Float { uniforms[Int(TRANSFER_LIMIT)] }

  /// - Parameter parameters: the formula's g, a, b, c, d, e and f.
  package init(_ direction: Direction, _ parameters: [Float]) {
    let curve = ParametricCurve(parameters)
    var table = Table(intervals: Self.intervals)
    let join = direction == .decoding ? curve.d : curve.decoded(curve.d)
    // Without a linear segment at 0, a curve is too steep there for cubics.
    let isLine = curve.c > 0 && curve.d > 0 && join > 0
    switch direction {
    case .decoding:
      table.scale = Self.intervalsPerUnit
      // The join is between two intervals; two intervals of the linear segment precede it.
      table.shift = 2 - curve.d * Self.intervalsPerUnit
      table.limit = curve.d + Double(Self.intervals - 2) / Self.intervalsPerUnit
      guard isLine, table.shift > 0 else { break }
      for interval in 0..<Self.intervals {
        let low = (Double(interval) - table.shift) / Self.intervalsPerUnit
        if interval < 2 {
          table.coefficients[interval] = [curve.f, curve.c, 0, 0]
        } else {
          table.fit(interval, low, low + 1 / Self.intervalsPerUnit, curve.decoded)
        }
      }
    case .encoding:
      table.limit = 4
      (table.join, table.slope, table.start) = (join, 1 / curve.c, -curve.f / curve.c)
      guard isLine, join >= Double(sign: .plus, exponent: Self.leastExponent, significand: 1) else { break }
      for octave in 0..<8 {
        for quarter in 0..<4 {
          let unit = Double(sign: .plus, exponent: Self.leastExponent + octave, significand: 0.25)
          let low = unit * Double(4 + quarter)
          // The index in the bits of a float: three bits of the exponent, and two of the fraction.
          let interval = ((127 + Self.leastExponent + octave) & 7) * 4 + quarter
          table.fit(interval, low, low + unit, curve.encoded, from: join)
        }
      }
    }
    let isValid = table.error.map { $0 <= Self.tolerance } ?? false && table.uniforms.allSatisfy(\.isFinite)
    if !isValid { table.limit = -1 }
    uniforms = table.uniforms
  }

  /// The formula in double precision. Source: the shader of ``ColorConversions``.
  private struct ParametricCurve {
    let (g, a, b, c, d, e, f): (Double, Double, Double, Double, Double, Double, Double)

    init(_ parameters: [Float]) {
      let t = parameters.map(Double.init)
      (g, a, b, c, d, e, f) = (t[0], t[1], t[2], t[3], t[4], t[5], t[6])
    }

    /// Returns the value of the curved segment.
    func decoded(_ x: Double) -> Double { pow(a * x + b, g) + e }
    func encoded(_ y: Double) -> Double { (pow(y - e, 1 / g) - b) / a }
  }

  private struct Table {
    var coefficients: [[Double]]
    var (limit, scale, shift, join, slope, start) = (-1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    /// The largest relative error of the cubics; nil if there are none.
    private(set) var error: Double?

    init(intervals: Int) { coefficients = Array(repeating: [0, 0, 0, 0], count: intervals) }

    /// Fits a cubic to an interval.
    ///
    /// - Parameter first: the lower limit of the values that use the cubic.
    mutating func fit(
      _ interval: Int, _ low: Double, _ high: Double, _ value: (Double) -> Double, from first: Double = -.infinity
    ) {
      guard high > first else { return }
      let (middle, half) = ((low + high) / 2, (high - low) / 2)
      let nodes = (0..<4).map { max(first, middle + half * cos((Double($0) + 0.5) * .pi / 4)) }
      guard Set(nodes).count == 4 else {
        // The join is inside of the interval, which then starts there.
        return fit(interval, first, high, value)
      }
      // Newton's divided differences, then powers.
      var differences = nodes.map(value)
      for order in 1..<4 {
        for index in stride(from: 3, through: order, by: -1) {
          differences[index] = (differences[index] - differences[index - 1]) / (nodes[index] - nodes[index - order])
        }
      }
      var powers = [differences[3], 0, 0, 0]
      for index in stride(from: 2, through: 0, by: -1) {
        for power in stride(from: 3, through: 1, by: -1) {
          powers[power] = powers[power - 1] - nodes[index] * powers[power]
        }
        powers[0] = differences[index] - nodes[index] * powers[0]
      }
      coefficients[interval] = powers
      let rounded = powers.map { Double(Float($0)) }
      for step in 0...16 {
        let x = max(first, low + (high - low) * Double(step) / 16)
        let (exact, approximate) = (value(x), ((rounded[3] * x + rounded[2]) * x + rounded[1]) * x + rounded[0])
        let relative = abs(approximate - exact) / abs(exact)
        error = relative.isNaN ? .infinity : max(error ?? 0, relative)
      }
    }

    var uniforms: [Float] {
      [0, 0] + [limit, scale, shift, join, slope, start].map { Float($0) }
        + (0..<4).flatMap { power in coefficients.map { Float($0[power]) } }
    }
  }
}

/// A cache of tables: videos have few transfer functions.
final class TransferTableCache: Sendable {
  private struct Key: Hashable {
    let direction: TransferTable.Direction
    let parameters: [Float]
  }

  private let tables = Mutex<[Key: TransferTable]>([:])
  private static let limit = 64

  func table(_ direction: TransferTable.Direction, _ parameters: [Float]) -> TransferTable {
    let key = Key(direction: direction, parameters: parameters)
    if let cached = tables.withLock({ $0[key] }) { return cached }
    let table = TransferTable(direction, parameters)
    tables.withLock { tables in
      // An animated curve would add a table with each frame.
      if tables.count >= Self.limit { tables = [:] }
      tables[key] = table
    }
    return table
  }
}

extension Stages {
  /// Returns the stages that implement a transfer function by a table, for any colours and for opaque ones. Returns nil
  /// for other functions, and if the formula's own stage is faster.
  func transferTable(
    _ role: FormulaRole?
  ) -> (TransferTable.Direction, any: StageCode.Function, opaque: StageCode.Function)? {
    guard case .transferFunction(.parametric, let direction)? = role else { return nil }
    let stages = direction == .decode ? blocks.decode_parametric : blocks.encode_parametric
    guard let any = stages.any, let opaque = stages.opaque else { return nil }
    return (direction == .decode ? .decoding : .encoding, any, opaque)
  }
}
