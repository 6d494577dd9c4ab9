import ImageFilters
import ImageGraph
import Testing

@Suite struct TriangleKaleidoscopeTests {
  private func image(decay: Double) throws -> Node {
    try filtered(
      "CITriangleKaleidoscope",
      [
        "inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 300, height: 300))),
        "inputPoint": .vector([150, 150]),
        "inputSize": .number(60), "inputRotation": .number(0), "inputDecay": .number(decay),
      ])
  }

  @Test func everyMirrorTakesItsShareOfLight() throws {
    let image = try image(decay: 0.5)
    expect(try pixel(image, 150, 150), near: .one)
    // Below the lower side, 17.3 pixels under the centre, lies the first reflection.
    expect(try pixel(image, 150, 125), near: [0.5, 0.5, 0.5, 1], within: 1e-4)
    // The height of a triangle is 52. Beyond it is another one, upside down, four mirrors away in total.
    expect(try pixel(image, 150, 70), near: [0.0625, 0.0625, 0.0625, 1], within: 1e-4)
  }

  @Test func withoutDecayItIsATiling() throws {
    let image = try image(decay: 1)
    #expect(image.extent == .infinite)
    expect(try pixel(image, -700, 900), near: .one, within: 1e-4)
  }

  @Test func aDecayOfNothingLeavesTheTriangle() throws {
    let image = try image(decay: 0)
    expect(try pixel(image, 150, 150), near: .one)
    expect(try pixel(image, 150, 125), near: [0, 0, 0, 1])
  }
}
