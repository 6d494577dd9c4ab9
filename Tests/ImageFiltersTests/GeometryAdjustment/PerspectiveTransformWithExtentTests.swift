import ImageFilters
import ImageGraph
import Testing

@Suite struct PerspectiveTransformWithExtentTests {
  @Test func onlyTheRectangleIsMoved() throws {
    let image = try filtered(
      "CIPerspectiveTransformWithExtent",
      [
        "inputImage": .image(flat([1, 0.5, 0, 1], square)), "inputExtent": .vector([2, 2, 4, 4]),
        "inputTopLeft": .vector([0, 40]), "inputTopRight": .vector([40, 40]), "inputBottomRight": .vector([40, 0]),
        "inputBottomLeft": .vector([0, 0]),
      ])
    #expect(image.extent.rect?.pixels == UserRect(x: 0, y: 0, width: 40, height: 40))
    expect(try pixel(image, 20, 20), near: [1, 0.5, 0, 1], within: 1e-4)
  }
}
