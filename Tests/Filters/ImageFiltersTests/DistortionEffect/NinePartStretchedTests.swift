import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct NinePartStretchedTests {
  private func grown(by growth: [Double]) throws -> Node {
    let ramp = TestImage.floats(10, 10) { x, y in [Float(x), Float(9 - y), 0, 1] }
    return try filtered(
      "CINinePartStretched",
      [
        "inputImage": .image(ramp), "inputBreakpoint0": .vector([3, 3]), "inputBreakpoint1": .vector([7, 7]),
        "inputGrowAmount": .vector(growth),
      ])
  }

  @Test func cornersKeepTheirSize() throws {
    let image = try grown(by: [8, 4])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 18, height: 14)))
    expect(try pixel(image, 0, 0), near: [0, 0, 0, 1])
    expect(try pixel(image, 2, 2), near: [2, 2, 0, 1])
    expect(try pixel(image, 15, 11), near: [7, 7, 0, 1], within: 1e-4)
    expect(try pixel(image, 17, 13), near: [9, 9, 0, 1], within: 1e-4)
  }

  /// Four pixels on twelve: positions a third as far from the break point.
  @Test func theMiddleIsStretchedEvenly() throws {
    let image = try grown(by: [8, 4])
    expect(try pixel(image, 7, 0), near: [4, 0, 0, 1], within: 1e-4)
    expect(try pixel(image, 10, 0), near: [5, 0, 0, 1], within: 1e-4)
  }

  @Test func theMiddleCanVanish() throws {
    let image = try grown(by: [-100, 0])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 6, height: 10)))
    expect(try pixel(image, 4, 1), near: [8, 1, 0, 1], within: 1e-4)
  }

  @Test func anInfiniteImageStays() throws {
    let input = Node.generated(by: .constant, SIMD4<Float>.one)
    #expect(try filtered("CINinePartStretched", ["inputImage": .image(input)]) === input)
  }
}
