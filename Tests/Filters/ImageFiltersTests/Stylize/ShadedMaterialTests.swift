import ImageFilters
import ImageGraph
import Testing

@Suite struct ShadedMaterialTests {
  /// A shading image of its own coordinates: red is x and green y, 1 at 100.
  private func map() throws -> Node {
    func ramp(_ end: [Double], _ color: ColorValue) throws -> Node {
      try filtered(
        "CILinearGradient",
        [
          "inputPoint0": .vector([0, 0]), "inputPoint1": .vector(end), "inputColor0": .color(.black),
          "inputColor1": .color(color),
        ])
    }
    let both = [try ramp([100, 0], ColorValue(1, 0, 0)), try ramp([0, 100], ColorValue(0, 1, 0))]
    return Node.combined(both, by: AdditionCompositing.formula, extent: .union)
      .cropped(to: UserRect(x: 0, y: 0, width: 100, height: 100))
  }

  private func shaded(_ heights: Node, scale: Double) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIShadedMaterial",
      ["inputImage": .image(heights), "inputShadingImage": .image(try map()), "inputScale": .number(scale)])
    return try pixel(image, 50, 50)
  }

  @Test func flatGroundShowsTheMiddle() throws {
    let color = try shaded(flat([0.3, 0.3, 0.3, 1], UserRect(x: 0, y: 0, width: 100, height: 100)), scale: 10)
    expect(color, near: [0.5, 0.5, 0, 2], within: 1e-4)
  }

  /// The heights to both sides differ by 3/4: the normal is (-0.6, 0, 0.8), 49.5 pixels times that from the middle.
  @Test func slopesLookToTheSide() throws {
    let ramp = try filtered(
      "CILinearGradient",
      [
        "inputPoint0": .vector([0, 0]), "inputPoint1": .vector([100, 0]),
        "inputColor0": .color(ColorValue(0, 0, 0)), "inputColor1": .color(ColorValue(1, 1, 1)),
      ]
    ).cropped(to: UserRect(x: 0, y: 0, width: 100, height: 100))
    expect(try shaded(ramp, scale: 37.5), near: [0.203, 0.5, 0, 2], within: 2e-3)
  }

  @Test func shadingWithoutEndIsRefused() {
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    let text = message {
      _ = try filtered(
        "CIShadedMaterial", ["inputImage": .image(flat(.one, square)), "inputShadingImage": .image(endless)])
    }
    #expect(text.contains("CIShadedMaterial") && text.contains("inputShadingImage"))
  }
}
