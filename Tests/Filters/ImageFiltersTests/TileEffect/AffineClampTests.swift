import ImageFilters
import ImageGraph
import Testing

@Suite struct AffineClampTests {
  @Test func repeatsTheEdgesOfTheMovedImage() throws {
    let image = try filtered(
      "CIAffineClamp",
      [
        "inputImage": .image(flat([0.5, 0, 0, 1], square)),
        "inputTransform": .transform(AffineMap(a: 2, b: 0, c: 0, d: 2, tx: 7, ty: 0)),
      ])
    #expect(image.extent == .infinite)
    expect(try pixel(image, -500, 500), near: [0.5, 0, 0, 1])
  }
}
