import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct SepiaToneTests {
  func toned(_ color: SIMD4<Float>, _ intensity: Double) throws -> SIMD4<Float> {
    try pixel(
      filtered("CISepiaTone", ["inputImage": .image(flat(color, square)), "inputIntensity": .number(intensity)]), 1, 1)
  }

  @Test func whiteBecomesAWarmWhite() throws {
    // Luma 1: 1.08786 - 0.08942; (-0.00095 + 0.7717 + 1.9711) / 2.76744; (-0.00051 + 0.02851 + 0.95203) / 1.06465.
    expect(try toned([1, 1, 1, 1], 1), near: [0.99844, 0.99075, 0.92052, 1], within: 1e-4)
  }

  @Test func intensityMixesWithTheColour() throws {
    expect(try toned([1, 1, 1, 1], 0.5), near: [0.99922, 0.99538, 0.96026, 1], within: 1e-4)
    expect(try toned([0.2, 0.6, 0.4, 1], 0), near: [0.2, 0.6, 0.4, 1])
  }

  @Test func blackStaysBlackAndAlphaStays() throws {
    expect(try toned([0, 0, 0, 1], 1), near: [0, 0, 0, 1])
    let full = try toned([0.5, 0.5, 0.5, 1], 1)
    expect(try toned([0.25, 0.25, 0.25, 0.5], 1), near: full * 0.5)
  }
}
