import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct AreaAverageTests {
  func average(_ image: Node, _ rect: [Double]) throws -> Node {
    try filtered("CIAreaAverage", ["inputImage": .image(image), "inputExtent": .vector(rect)])
  }

  @Test func isTheMeanOfThePixelsInOnePixel() throws {
    // A gradient of 100 steps: mean 0.5 over all, 0.75 over the bright half.
    let gradient = try filtered(
      "CILinearGradient", ["inputPoint0": .vector([0, 0]), "inputPoint1": .vector([100, 0])])
    let image = gradient.cropped(to: UserRect(x: 0, y: 0, width: 100, height: 70))
    let mean = try average(image, [0, 0, 100, 70])
    #expect(mean.extent == .finite(UserRect(x: 0, y: 0, width: 1, height: 1)))
    expect(try pixel(mean, 0, 0), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(average(image, [0, 10, 50, 3]), 0, 0), near: [0.75, 0.75, 0.75, 1])
  }

  @Test func theRectangleIsClippedToTheImage() throws {
    expect(
      try pixel(average(flat([0.2, 0.4, 0.6, 1], square), [-500, -500, 2000, 505]), 0, 0), near: [0.2, 0.4, 0.6, 1])
  }

  @Test func clearPixelsCount() throws {
    let half = flat(.one, UserRect(x: 0, y: 0, width: 5, height: 10))
    let image = try filtered(
      "CISourceOverCompositing",
      ["inputImage": .image(half), "inputBackgroundImage": .image(flat(.zero, square))])
    expect(try pixel(average(image, [0, 0, 10, 10]), 0, 0), near: SIMD4(repeating: 0.5))
  }

  @Test func anAreaWithoutPixelsSaysWhatToDo() {
    for rect: [Double] in [[0, 0, 0, 0], [50, 50, 5, 5]] {
      let text = message { _ = try average(flat(.one, square), rect) }
      #expect(text.contains("CIAreaAverage") && text.contains("inputExtent"))
    }
    let endless = Node.generated(by: .constant, SIMD4<Float>.one)
    let text = message { _ = try average(endless, [0, 0, 1.7e308, 1.7e308]) }
    #expect(text.contains("too far"))
  }
}
