import ImageFilters
import ImageGraph
import Testing

@Suite struct PerspectiveTransformWithExtentTests {
  /// A rectangle of the square image, mapped to a quadrilateral of 40 x 40 pixels whose upper right corner is free.
  private func mapped(_ extent: [Double], topRight: [Double]) throws -> Node {
    let image = try filtered(
      "CIPerspectiveTransformWithExtent",
      [
        "inputImage": .image(flat([1, 0.5, 0, 1], square)), "inputExtent": .vector(extent),
        "inputTopLeft": .vector([0, 40]), "inputTopRight": .vector(topRight), "inputBottomRight": .vector([40, 0]),
        "inputBottomLeft": .vector([0, 0]),
      ])
    #expect(image.extent.rect?.pixels == UserRect(x: 0, y: 0, width: 40, height: 40))
    return image
  }

  @Test func theRectangleFillsThePoints() throws {
    let image = try mapped([2, 2, 4, 4], topRight: [40, 40])
    expect(try pixel(image, 20, 20), near: [1, 0.5, 0, 1], within: 1e-4)
  }

  /// A trapezium, and a rectangle that is a corner of the image: what lies beyond its sides shows up to the box of the
  /// four points.
  @Test func theImageIsNotCutToTheRectangle() throws {
    let image = try mapped([0, 0, 4, 4], topRight: [20, 40])
    expect(try pixel(image, 34, 30), near: [1, 0.5, 0, 1], within: 1e-4)
    expect(try pixel(image, 12, 14), near: [1, 0.5, 0, 1], within: 1e-4)
    expect(try pixel(image, 41, 5), near: .zero)
  }
}
