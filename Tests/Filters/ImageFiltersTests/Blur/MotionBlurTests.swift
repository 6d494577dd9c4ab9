import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct MotionBlurTests {
  func moved(_ image: Node, _ radius: Double, _ angle: Double) throws -> Node {
    try filtered(
      "CIMotionBlur", ["inputImage": .image(image), "inputRadius": .number(radius), "inputAngle": .number(angle)])
  }

  @Test(arguments: [2.0, 5, 8, 20]) func alongAnAxisItIsTheGaussian(sigma: Double) throws {
    let point = TestImage.point(1)
    let image = try moved(point, sigma, 0)
    for distance in [0.0, 1, sigma.rounded(), 2 * sigma] {
      let expected = exp(-distance * distance / (2 * sigma * sigma)) / (sigma * (2 * Double.pi).squareRoot())
      expect(try pixel(image, distance, 0), near: SIMD4(repeating: Float(expected)), within: 1e-3)
    }
    expect(try pixel(image, 1, 1), near: .zero)
  }

  @Test func theExtentIsSixRadiiAlongTheAngle() throws {
    #expect(
      try moved(flat(.one, square), 20, 0).extent == .finite(UserRect(x: -120, y: 0, width: 250, height: 10)))
    let steep = try #require(try moved(flat(.one, square), 20, .pi / 2).extent.rect)
    #expect(abs(steep.height - 250) < 0.1 && steep.width <= 12)
  }

  @Test func aSlantKeepsAColour() throws {
    let colour = Node.generated(by: .constant, SIMD4<Float>(0.2, 0.4, 0.8, 1))
    expect(try pixel(moved(colour, 12, 0.7), 3, 3), near: [0.2, 0.4, 0.8, 1])
  }

  @Test func aSlantSpreadsAlongTheLine() throws {
    // 45 degrees: a point 5 up and 5 right is 7.07 away.
    let image = try moved(TestImage.point(1), 5, .pi / 4)
    expect(try pixel(image, 5, 5) / pixel(image, 0, 0), near: SIMD4(repeating: Float(exp(-1.0))), within: 0.01)
    expect(try pixel(image, -5, 5), near: .zero)
  }

  @Test func aTinyRadiusPassesTheImageOn() throws {
    let input = flat(.one, square)
    #expect(try moved(input, 0, 1) === input)
  }
}
