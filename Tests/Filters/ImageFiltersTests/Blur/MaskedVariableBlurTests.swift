import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct MaskedVariableBlurTests {
  func blurred(_ image: Node, green: Float, _ radius: Double) throws -> Node {
    let mask = flat([0, green, 0, 1], UserRect(x: -99, y: -99, width: 300, height: 300))
    return try filtered(
      "CIMaskedVariableBlur",
      ["inputImage": .image(image), "inputMask": .image(mask), "inputRadius": .number(radius)])
  }

  @Test func greenOneIsTheGaussianOfTheWholeRadius() throws {
    let input = TestImage.noise(30, 20, seed: 3)
    let gaussian = try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(6)])
    let image = try blurred(input, green: 1, 6)
    #expect(image.extent == gaussian.extent)
    for x in [3.0, 14, 28] { expect(try pixel(image, x, 7), near: try pixel(gaussian, x, 7)) }
  }

  @Test func greenZeroIsTheImage() throws {
    let input = TestImage.noise(30, 20, seed: 3)
    let image = try blurred(input, green: 0, 6)
    for x in [3.0, 14, 28] { expect(try pixel(image, x, 7), near: try pixel(input, x, 7)) }
  }

  @Test func halfTheGreenIsHalfTheRadius() throws {
    let input = TestImage.noise(30, 20, seed: 3)
    let gaussian = try filtered("CIGaussianBlur", ["inputImage": .image(input), "inputRadius": .number(3)])
    expect(try pixel(blurred(input, green: 0.5, 6), 11, 8), near: try pixel(gaussian, 11, 8))
  }

  @Test func withoutRadiusItIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try blurred(input, green: 1, 0) === input)
  }
}
