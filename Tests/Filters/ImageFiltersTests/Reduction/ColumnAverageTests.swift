import ImageFilters
import ImageGraph
import Testing

@Suite struct ColumnAverageTests {
  /// Column x has the colours x / 10 in its lower half, and 0 in its upper one.
  @Test func eachPixelIsTheMeanOfAColumn() throws {
    let columns = (0..<10).map { flat([Float($0) / 10, 0, 1, 1], UserRect(x: Double($0), y: 0, width: 1, height: 50)) }
    let lower = columns.dropFirst().reduce(columns[0]) {
      Node.combined([$0, $1], by: AdditionCompositing.formula, extent: .union)
    }
    let source = lower.withExtent(.finite(UserRect(x: 0, y: 0, width: 10, height: 100)))
    let image = try filtered(
      "CIColumnAverage", ["inputImage": .image(source), "inputExtent": .vector([2, 0, 8, 100])])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 8, height: 1)))
    for x in [0.0, 3, 7] { expect(try pixel(image, x, 0), near: [Float(x + 2) / 20, 0, 0.5, 0.5]) }
  }

  @Test func anAreaWithoutPixelsIsRefused() {
    let text = message { _ = try filtered("CIColumnAverage", ["inputImage": .image(flat(.one, square))]) }
    #expect(text.contains("CIColumnAverage") && text.contains("inputExtent"))
  }
}
