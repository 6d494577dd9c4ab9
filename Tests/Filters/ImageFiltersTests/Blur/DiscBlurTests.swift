import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct DiscBlurTests {
  func blurred(_ image: Node, _ radius: Double) throws -> Node {
    try filtered("CIDiscBlur", ["inputImage": .image(image), "inputRadius": .number(radius)])
  }

  /// Radius 2: the centre, 4 + 4 pixels at 1 and 1.41 count whole, 4 at 2 half, 8 at 2.24 by 0.264.
  @Test func aPointBecomesADisc() throws {
    let image = try blurred(TestImage.point(1), 2)
    let rim = 2.5 - Float(5).squareRoot()
    let total = 9 + 4 * 0.5 + 8 * rim
    expect(try pixel(image, 0, 0), near: SIMD4(repeating: 1 / total))
    expect(try pixel(image, 1, 1), near: SIMD4(repeating: 1 / total))
    expect(try pixel(image, -2, 0), near: SIMD4(repeating: 0.5 / total))
    expect(try pixel(image, 1, -2), near: SIMD4(repeating: rim / total))
    expect(try pixel(image, 2, 2), near: .zero)
  }

  @Test(arguments: [0.7, 3, 8, 20, 47.5, 60]) func theSumStays(radius: Double) throws {
    let image = try blurred(Node.generated(by: .constant, SIMD4<Float>(0.2, 0.4, 0.8, 1)), radius)
    expect(try pixel(image, 3, 3), near: [0.2, 0.4, 0.8, 1], within: 1e-4)
  }

  @Test func theExtentGrowsByElevenTenthsOfTheRadius() throws {
    #expect(try blurred(flat(.one, square), 20).extent == .finite(UserRect(x: -22, y: -22, width: 54, height: 54)))
  }

  @Test func aTinyRadiusPassesTheImageOnAndAHugeOneIsRefused() throws {
    expect(try pixel(blurred(TestImage.point(1), 0.4), 0, 0), near: .one)
    #expect(message { _ = try blurred(TestImage.point(1), 1e7) }.contains("inputRadius"))
  }
}
