import ImageFilters
import ImageGraph
import Testing

@Suite struct BicubicScaleTransformTests {
  private func scaled(_ image: Node, _ scale: Double, b: Double = 0, c: Double = 0.75) throws -> Node {
    try filtered(
      "CIBicubicScaleTransform",
      ["inputImage": .image(image), "inputScale": .number(scale), "inputB": .number(b), "inputC": .number(c)])
  }

  /// Twice as large: positions 1/4 pixel from a centre. k(0.25; 0, 0.5) = 1 - 2.5 / 16 + 1.5 / 64.
  @Test func theNearestPixelHasTheWeightOfCatmullAndRom() {
    let body = BicubicScaleTransform.pass.body(
      [Axis.horizontal.argument, Float(0.5).argument, Float(2).argument, SIMD2<Float>(0, 0.5).argument])
    let result = body({ _, at in SIMD4(repeating: at.x == 0.5 ? 1 : 0) }, [0.5, 0.5])
    expect(result, near: SIMD4(repeating: 0.8671875))
  }

  /// B = 1, C = 0 is the cubic B-spline: at a pixel's own centre 2/3.
  @Test func bOneIsTheBSpline() throws {
    let body = BicubicScaleTransform.pass.body(
      [Axis.horizontal.argument, Float(1).argument, Float(2).argument, SIMD2<Float>(1, 0).argument])
    let result = body({ _, at in SIMD4(repeating: at.x == 0.5 ? 1 : 0) }, [0.5, 0.5])
    expect(result, near: SIMD4(repeating: 2.0 / 3))
  }

  @Test(arguments: [0.1, 0.37, 1.9, 5]) func aColourStaysUpToItsBorder(scale: Double) throws {
    let image = try scaled(flat([0.25, 0.5, 1, 1], UserRect(x: 3, y: 7, width: 41, height: 29)), scale)
    let region = try #require(image.extent.rect)
    expect(try pixel(image, region.min.x, region.min.y), near: [0.25, 0.5, 1, 1])
    expect(try pixel(image, region.max.x - 1, region.max.y - 1), near: [0.25, 0.5, 1, 1])
  }

  @Test func oneIsTheImageItself() throws {
    let input = flat(.one, square)
    #expect(try scaled(input, 1) === input)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity]) func aScaleThatIsNoneIsAnError(scale: Double) {
    let text = message { _ = try scaled(flat(.one, square), scale) }
    #expect(text.contains("CIBicubicScaleTransform") && text.contains("inputScale"))
  }

  @Test func aShapeThatIsNoneIsAnError() {
    #expect(message { _ = try scaled(flat(.one, square), 2, b: .nan) }.contains("inputB"))
  }
}
