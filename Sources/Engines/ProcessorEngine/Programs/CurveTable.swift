import CStages
import Foundation
import ImageGraph
import Synchronization

/// The ICC parametric curve of type 4, or its inverse, as cubics between near places, for stages that look terms up.
///
/// Source: through the curve's values at the four Chebyshev nodes of each place. Within ``tolerance`` of the formula,
/// which is looked at in between; a curve that is not goes by its formula, as magnitudes beyond the table do.
package struct CurveTable {
  package enum Direction: Hashable { case decoding, encoding }

  /// What the stage is told: `CURVE_NUMBERS` of them, whose first two are not the table's.
  let numbers: [Float]

  /// As a share of a value.
  package static let tolerance = 4e-6

  private static let places = Int(CURVE_PLACES)
  /// Places of a unit of codes, and the least exponent of linear light in eight octaves of four places.
  private static let (placesOfUnit, leastExponent) = (16.0, -6)

  /// Magnitudes below this are the table's; none below 0.
  package var limit: Float { numbers[Int(CURVE_LIMIT)] }

  /// - Parameter told: the formula's g, a, b, c, d, e and f.
  package init(_ direction: Direction, _ told: [Float]) {
    let curve = Curve(told)
    var table = Table(places: Self.places)
    let join = direction == .decoding ? curve.d : curve.decoded(curve.d)
    // Without a line at its start a curve is too steep there for cubics.
    let isLine = curve.c > 0 && curve.d > 0 && join > 0
    switch direction {
    case .decoding:
      table.scale = Self.placesOfUnit
      // The join lies between two places, with two of the line before it.
      table.shift = 2 - curve.d * Self.placesOfUnit
      table.limit = curve.d + Double(Self.places - 2) / Self.placesOfUnit
      guard isLine, table.shift > 0 else { break }
      for place in 0..<Self.places {
        let low = (Double(place) - table.shift) / Self.placesOfUnit
        if place < 2 {
          table.terms[place] = [curve.f, curve.c, 0, 0]
        } else {
          table.fit(place, low, low + 1 / Self.placesOfUnit, curve.decoded)
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
          // As the bits of a float have it: three of the exponent, and two.
          let place = ((127 + Self.leastExponent + octave) & 7) * 4 + quarter
          table.fit(place, low, low + unit, curve.encoded, from: join)
        }
      }
    }
    let isHeld = table.error.map { $0 <= Self.tolerance } ?? false && table.numbers.allSatisfy(\.isFinite)
    if !isHeld { table.limit = -1 }
    numbers = table.numbers
  }

  /// The formula. Source: the shader of ``ColorConversions``.
  private struct Curve {
    let (g, a, b, c, d, e, f): (Double, Double, Double, Double, Double, Double, Double)

    init(_ told: [Float]) {
      let t = told.map(Double.init)
      (g, a, b, c, d, e, f) = (t[0], t[1], t[2], t[3], t[4], t[5], t[6])
    }

    /// At its curved part.
    func decoded(_ x: Double) -> Double { pow(a * x + b, g) + e }
    func encoded(_ y: Double) -> Double { (pow(y - e, 1 / g) - b) / a }
  }

  private struct Table {
    var terms: [[Double]]
    var (limit, scale, shift, join, slope, start) = (-1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
    /// The largest of the cubics, as a share of the value; nil where there are none.
    private(set) var error: Double?

    init(places: Int) { terms = Array(repeating: [0, 0, 0, 0], count: places) }

    /// A cubic for one place.
    ///
    /// - Parameter first: below it nobody looks.
    mutating func fit(
      _ place: Int, _ low: Double, _ high: Double, _ value: (Double) -> Double, from first: Double = -.infinity
    ) {
      guard high > first else { return }
      let (middle, half) = ((low + high) / 2, (high - low) / 2)
      let nodes = (0..<4).map { max(first, middle + half * cos((Double($0) + 0.5) * .pi / 4)) }
      guard Set(nodes).count == 4 else {
        // The join lies within: a place of its own from there on.
        return fit(place, first, high, value)
      }
      // Newton's differences, then powers.
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
      terms[place] = powers
      let rounded = powers.map { Double(Float($0)) }
      for step in 0...16 {
        let x = max(first, low + (high - low) * Double(step) / 16)
        let (wanted, got) = (value(x), ((rounded[3] * x + rounded[2]) * x + rounded[1]) * x + rounded[0])
        let off = abs(got - wanted) / abs(wanted)
        error = off.isNaN ? .infinity : max(error ?? 0, off)
      }
    }

    var numbers: [Float] {
      [0, 0] + [limit, scale, shift, join, slope, start].map { Float($0) }
        + (0..<4).flatMap { power in terms.map { Float($0[power]) } }
    }
  }
}

/// Tables that were made before: videos have few curves.
final class CurveTables: Sendable {
  private struct Key: Hashable {
    let direction: CurveTable.Direction
    let told: [Float]
  }

  private let tables = Mutex<[Key: CurveTable]>([:])
  private static let limit = 64

  func table(_ direction: CurveTable.Direction, _ told: [Float]) -> CurveTable {
    let key = Key(direction: direction, told: told)
    if let known = tables.withLock({ $0[key] }) { return known }
    let table = CurveTable(direction, told)
    tables.withLock { tables in
      // An animated curve is a new one with each frame.
      if tables.count >= Self.limit { tables = [:] }
      tables[key] = table
    }
    return table
  }
}

extension Stages {
  /// Returns the implementations of a transfer function by a table, for any colours and for opaque ones. Nil for other
  /// functions, and where the formula's own stage is faster.
  func tabledCurve(
    _ role: FormulaRole?
  ) -> (CurveTable.Direction, any: StageCode.Function, opaque: StageCode.Function)? {
    guard case .transferFunction(.parametric, let direction)? = role else { return nil }
    let stages = direction == .decode ? blocks.decoded : blocks.encoded
    guard let any = stages.any, let opaque = stages.opaque else { return nil }
    return (direction == .decode ? .decoding : .encoding, any, opaque)
  }
}
