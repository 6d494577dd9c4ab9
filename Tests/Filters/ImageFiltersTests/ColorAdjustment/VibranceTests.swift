import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct VibranceTests {
  func vibrant(_ color: SIMD4<Float>, _ amount: Double) throws -> SIMD4<Float> {
    try pixel(
      filtered("CIVibrance", ["inputImage": .image(flat(color, square)), "inputAmount": .number(amount)]), 1, 1)
  }

  @Test func greysAndZeroChangeNothing() throws {
    expect(try vibrant([0.4, 0.4, 0.4, 1], 1), near: [0.4, 0.4, 0.4, 1])
    expect(try vibrant([0.1, 0.5, 0.9, 0.9], 0), near: [0.1, 0.5, 0.9, 0.9])
  }

  @Test func theMeanIsKept() throws {
    for amount in [-1.0, 0.7] {
      let result = try vibrant([0.3, 0.5, 0.7, 1], amount)
      #expect(abs(result.x + result.y + result.z - 1.5) < 1e-5)
    }
  }

  @Test func dullColoursGainAndSaturatedOnesDoNot() throws {
    // Blue of mean 0.5: v = min(0.4 / 0.5, 0.4 / 0.5) = 0.8, factor 1 + 0.85 · 0.8 = 1.68.
    expect(try vibrant([0.4, 0.5, 0.6, 1], 1), near: [0.332, 0.5, 0.668, 1])
    expect(try vibrant([0, 0, 1, 1], 1), near: [0, 0, 1, 1])
  }

  @Test func mutingDrawsTowardsTheMean() throws {
    // v = 0.8: 1 - 0.8 + 0.64 = 0.84, factor 1 - 0.85 · 0.84 = 0.286.
    expect(try vibrant([0.4, 0.5, 0.6, 1], -1), near: [0.4714, 0.5, 0.5286, 1])
  }
}
