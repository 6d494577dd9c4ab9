import ImageFilters
import ImageGraph
import Testing

@Suite struct ClampTests {
  @Test func repeatsTheEdgeOfTheRectangle() throws {
    let gradient = try filtered(
      "CILinearGradient", ["inputPoint0": .vector([0, 0]), "inputPoint1": .vector([10, 0])])
    let image = try filtered("CIClamp", ["inputImage": .image(gradient), "inputExtent": .vector([2, 2, 4, 4])])
    #expect(image.extent == .infinite)
    #expect(try pixel(image, 99, 99) == pixel(gradient, 5, 5))
    #expect(try pixel(image, -99, -99) == pixel(gradient, 2, 2))
    #expect(try pixel(image, 3, 99) == pixel(gradient, 3, 5))
  }

  @Test func aRectangleWithoutInsideSaysWhatToDo() {
    let text = message { _ = try filtered("CIClamp", ["inputImage": .image(flat([1, 1, 1, 1], square))]) }
    #expect(text.contains("CIClamp") && text.contains("inputExtent"))
  }
}
