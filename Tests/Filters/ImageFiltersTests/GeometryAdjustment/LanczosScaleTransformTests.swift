import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct LanczosScaleTransformTests {
  func scaled(_ image: Node, _ scale: Double, _ aspect: Double = 1) throws -> Node {
    try filtered(
      "CILanczosScaleTransform",
      ["inputImage": .image(image), "inputScale": .number(scale), "inputAspectRatio": .number(aspect)])
  }

  @Test func betweenTwoPixelsTheSixNearestCount() {
    // Enlarged twice: a position 1/4 pixel from a centre. sinc(0.25) sinc(0.25 / 3) = 0.9003 · 0.9886.
    let body = LanczosScaleTransform.pass.body([Axis.horizontal.argument, Float(0.5).argument, Float(3).argument])
    let result = body({ _, at in SIMD4(repeating: at.x == 0.5 ? 1 : 0) }, [0.5, 0.5])
    expect(result, near: SIMD4(repeating: 0.8930), within: 0.002)
  }

  @Test func theExtentIsScaledByBothFactors() throws {
    let image = try scaled(flat(.one, UserRect(x: 10, y: 20, width: 100, height: 50)), 0.5, 2)
    #expect(image.extent == .finite(UserRect(x: 10, y: 10, width: 100, height: 25)))
  }

  @Test(arguments: [0.1, 0.37, 1.9]) func aColourStaysUpToItsBorder(scale: Double) throws {
    let image = try scaled(flat([0.25, 0.5, 1, 1], UserRect(x: 3, y: 7, width: 41, height: 29)), scale)
    let region = try #require(image.extent.rect)
    let source = try ReferenceRenderer().render(image, region)
    for color in source.pixels { expect(color, near: [0.25, 0.5, 1, 1]) }
    withExtendedLifetime(source) {}
  }

  @Test func oneIsTheImageItself() throws {
    let input = flat(.one, square)
    #expect(try scaled(input, 1) === input)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity]) func aScaleThatIsNoneIsAnError(scale: Double) {
    let text = message { _ = try scaled(flat(.one, square), scale) }
    #expect(text.contains("CILanczosScaleTransform") && text.contains("inputScale"))
  }
}
