import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct ColorMonochromeTests {
  func toned(_ color: SIMD4<Float>, _ values: [String: InputValue] = [:]) throws -> SIMD4<Float> {
    let values = values.merging(["inputImage": .image(flat(color, square)), "inputColor": .color(ColorValue(1, 0, 1))])
    {
      a, _ in a
    }
    return try pixel(filtered("CIColorMonochrome", values), 1, 1)
  }

  @Test func goesFromBlackThroughTheColourToWhite() throws {
    expect(try toned([0, 0, 0, 1]), near: [0, 0, 0, 1])
    expect(try toned([0.25, 0.25, 0.25, 1]), near: [0.5, 0, 0.5, 1])
    expect(try toned([0.5, 0.5, 0.5, 1]), near: [1, 0, 1, 1])
    expect(try toned([0.75, 0.75, 0.75, 1]), near: [1, 0.5, 1, 1])
    expect(try toned([1, 1, 1, 1]), near: [1, 1, 1, 1])
  }

  @Test func intensityMixesWithTheStraightColour() throws {
    expect(try toned([0.25, 0.25, 0.25, 0.5], ["inputIntensity": .number(0)]), near: [0.25, 0.25, 0.25, 0.5])
    expect(try toned([0.25, 0.25, 0.25, 0.5]), near: [0.5, 0, 0.5, 0.5])
  }
}
