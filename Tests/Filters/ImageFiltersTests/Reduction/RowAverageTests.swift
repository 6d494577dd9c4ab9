import ImageFilters
import ImageGraph
import Testing

@Suite struct RowAverageTests {
  @Test func eachPixelIsTheMeanOfARowTheLowestFirst() throws {
    let rows = (0..<4).map { flat([Float($0) / 4, 1, 0, 1], UserRect(x: 0, y: Double($0), width: 70, height: 1)) }
    let source = rows.dropFirst().reduce(rows[0]) {
      Node.combined([$0, $1], by: AdditionCompositing.formula, extent: .union)
    }.withExtent(.finite(UserRect(x: 0, y: 0, width: 140, height: 4)))
    let image = try filtered(
      "CIRowAverage", ["inputImage": .image(source), "inputExtent": .vector([0, 1, 140, 3])])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 3, height: 1)))
    for y in [0.0, 1, 2] { expect(try pixel(image, y, 0), near: [Float(y + 1) / 8, 0.5, 0, 0.5]) }
  }

  @Test func anAreaWithoutPixelsIsRefused() {
    let text = message { _ = try filtered("CIRowAverage", ["inputImage": .image(flat(.one, square))]) }
    #expect(text.contains("CIRowAverage") && text.contains("inputExtent"))
  }
}
