import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct ToneCurveTests {
  func curved(_ color: SIMD4<Float>, _ values: [String: InputValue]) throws -> SIMD4<Float> {
    try pixel(filtered("CIToneCurve", values.merging(["inputImage": .image(flat(color, square))]) { a, _ in a }), 1, 1)
  }

  func linear(_ coded: Double) -> Float { Float(linearFromSRGB(coded)) }

  @Test func theDefaultPointsChangeNothing() throws {
    expect(try curved([0.1, 0.4, 0.9, 0.9], [:]), near: [0.1, 0.4, 0.9, 0.9])
  }

  @Test func goesThroughItsPointsOnCodedValues() throws {
    let values: [String: InputValue] = ["inputPoint1": .vector([0.25, 0.4]), "inputPoint3": .vector([0.75, 0.6])]
    expect(
      try curved([linear(0.25), linear(0.5), linear(0.75), 1], values),
      near: [linear(0.4), linear(0.5), linear(0.6), 1])
  }

  @Test func betweenThePointsItIsANaturalSpline() throws {
    // Only the middle point lifted, by 0.1. The bends solve 4 M1 + M2 = 9.6, M1 + 4 M2 + M3 = -19.2, M2 + 4 M3 = 9.6,
    // so M1 = M3 = 4.11429 and M2 = -6.85714. Half way between points 1 and 2: the mean of their values, 0.425, less
    // h² (M1 + M2) / 16.
    let values: [String: InputValue] = ["inputPoint2": .vector([0.5, 0.6])]
    let coded = 0.425 + 0.0625 * 2.74285 / 16
    expect(try curved([linear(0.375), 0, 0, 1], values), near: [linear(coded), 0, 0, 1])
  }

  @Test func beyondTheEndsItStopsOrGoesOn() throws {
    let values: [String: InputValue] = ["inputPoint4": .vector([0.9, 0.9]), "inputPoint3": .vector([0.7, 0.7])]
    expect(try curved([1, 1, 1, 1], values), near: [linear(0.9), linear(0.9), linear(0.9), 1])
    let extrapolated = values.merging(["inputExtrapolate": .bool(true)]) { a, _ in a }
    expect(try curved([1, 1, 1, 1], extrapolated), near: [1, 1, 1, 1])
  }

  @Test func equalCoordinatesAndAnyOrderAreAccepted() throws {
    let values: [String: InputValue] = ["inputPoint0": .vector([1, 1]), "inputPoint4": .vector([0.5, 0.2])]
    #expect(try curved([0.5, 0.5, 0.5, 1], values).x.isFinite)
  }
}
