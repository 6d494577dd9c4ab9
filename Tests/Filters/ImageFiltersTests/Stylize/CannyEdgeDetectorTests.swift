import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct CannyEdgeDetectorTests {
  /// Dark to the left of x = 8, brighter by `step` from there on.
  private func edges(_ step: Float, _ values: [String: InputValue]) throws -> Node {
    let image = TestImage.floats(16, 16) { x, _ in x < 8 ? [0, 0, 0, 1] : [step, step, step, 1] }
    return try filtered("CICannyEdgeDetector", values.merging(["inputImage": .image(image)]) { a, _ in a })
  }

  @Test func anEdgeIsALineOfOnePixel() throws {
    let image = try edges(1, [:])
    let row = try (0..<16).map { try pixel(image, Double($0), 8).x }
    #expect(row.filter { $0 == 1 }.count == 1 && row.filter { $0 == 0 }.count == 15)
    #expect(row[7] + row[8] == 1)
    expect(try pixel(image, 3, 3), near: [0, 0, 0, 1])
  }

  @Test func whatIsBelowTheLowThresholdIsNoEdge() throws {
    // A step of 1 gives a slope of 0.48 after a Gaussian of 1.6.
    #expect(try (0..<16).allSatisfy { try pixel(edges(0.03, [:]), Double($0), 8).x == 0 })
    #expect(try (0..<16).contains { try pixel(edges(0.2, [:]), Double($0), 8).x == 1 })
  }

  @Test func hysteresisReachesOnePixelAPass() throws {
    // A line whose left end is strong and the rest weak.
    let line = TestImage.floats(9, 3) { x, y in y != 1 ? [0, 0, 0, 1] : SIMD4(SIMD3(repeating: x == 0 ? 1 : 0.5), 1) }
    let once = line.gathered(by: CannyEdgeDetector.link)
    #expect(try [1, 2].map { try pixel(once, $0, 1).x } == [1, 0.5])
    #expect(try [2, 3].map { try pixel(once.gathered(by: CannyEdgeDetector.link), $0, 1).x } == [1, 0.5])
  }

  @Test func tooManyPassesAreRefused() {
    #expect(message { _ = try edges(1, ["inputHysteresisPasses": .number(1e6)]) }.contains("inputHysteresisPasses"))
    #expect(message { _ = try edges(1, ["inputGaussianSigma": .number(1e9)]) }.contains("inputGaussianSigma"))
  }
}
