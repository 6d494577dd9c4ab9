import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorCurvesTests {
  private func curved(_ color: SIMD4<Float>, _ curves: [Float], domain: [Double] = [0, 1]) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIColorCurves",
      [
        "inputImage": .image(flat(color, square)), "inputCurvesData": .data(cube(curves)),
        "inputCurvesDomain": .vector(domain),
      ])
    return try pixel(image, 3, 4)
  }

  @Test func eachComponentHasItsOwnCurve() throws {
    let curves: [Float] = [0, 1, 0.5, 1, 0, 0.5]
    expect(try curved([0.25, 0.25, 0.25, 1], curves), near: [0.25, 0.75, 0.5, 1])
  }

  @Test func theDefaultChangesNothing() throws {
    let image = try filtered("CIColorCurves", ["inputImage": .image(flat([0.1, 0.2, 0.3, 0.4], square))])
    expect(try pixel(image, 1, 1), near: [0.1, 0.2, 0.3, 0.4])
  }

  @Test func theDomainSaysWhereTheCurvesBeginAndEnd() throws {
    // Three points at -1, 0.5 and 2; beyond them their values repeat.
    let curves: [Float] = [0, 0, 0, 1, 1, 1, 3, 3, 3]
    expect(try curved([-2, 0.5, 1.25, 1], curves, domain: [-1, 2]), near: [0, 1, 2, 1])
    expect(try curved([7, -0.25, 2, 1], curves, domain: [-1, 2]), near: [3, 0.5, 3, 1])
  }

  @Test func straightColoursAreLookedUp() throws {
    expect(try curved([0.125, 0.25, 0.5, 0.5], [1, 1, 1, 0, 0, 0]), near: [0.375, 0.25, 0, 0.5])
  }

  @Test func inASpaceItsNumbersAreLookedUp() throws {
    let image = try filtered(
      "CIColorCurves",
      [
        "inputImage": .image(flat([0.2140411, 0, 1, 1], square)),
        "inputCurvesData": .data(cube([1, 1, 1, 0.5, 0.5, 0.5, 0, 0, 0])), "inputColorSpace": .colorSpace(.sRGB),
      ])
    expect(try finalPixel(image, 0, 0), near: [0.2140411, 1, 0, 1])
  }

  @Test func dataAndDomainsWithoutMeaningAreRefused() {
    for count in [0, 12, 13, 12 * 65537] {
      let text = message {
        _ = try filtered(
          "CIColorCurves",
          ["inputImage": .image(flat(.one, square)), "inputCurvesData": .data(Data(count: count))])
      }
      #expect(text.contains("CIColorCurves") && text.contains("inputCurvesData"), "\(count)")
    }
    for domain in [[0.0, 0], [1, 0], [.nan, 1], [0, .infinity]] {
      let text = message { _ = try curved(.one, [0, 0, 0, 1, 1, 1], domain: domain) }
      #expect(text.contains("inputCurvesDomain"), "\(domain)")
    }
  }
}
