import ImageFilters
import ImageGraph
import Testing

@Suite struct BlurredRectangleGeneratorTests {
  private func rectangle(sigma: Double) throws -> Node {
    try filtered(
      "CIBlurredRectangleGenerator",
      ["inputExtent": .vector([0, 0, 60, 60]), "inputSigma": .number(sigma), "inputColor": .color(.white)])
  }

  @Test func isHalfAtTheEdgeAndFullInside() throws {
    let image = try rectangle(sigma: 4)
    #expect(image.extent == .finite(UserRect(x: -12, y: -12, width: 84, height: 84)))
    expect(try pixel(image, 30, 30), near: .one, within: 1e-5)
    // Half a pixel inside and outside of the edge lie the same way from one half: the normal integral to 1/8 sigma
    // is 0.54974.
    expect(try pixel(image, 0, 30), near: SIMD4(repeating: 0.54974), within: 1e-4)
    expect(try pixel(image, -1, 30), near: SIMD4(repeating: 0.45026), within: 1e-4)
  }

  @Test func withoutSigmaItsEdgeIsSharp() throws {
    expect(try pixel(rectangle(sigma: 0), 0, 0), near: .one)
    #expect(try rectangle(sigma: 0).extent == .finite(UserRect(x: 0, y: 0, width: 60, height: 60)))
  }
}
