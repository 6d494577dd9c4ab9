import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct PointillizeTests {
  func dots(_ image: Node, _ radius: Double) throws -> Node {
    try filtered(
      "CIPointillize", ["inputImage": .image(image), "inputRadius": .number(radius), "inputCenter": .vector([0, 0])])
  }

  @Test func dotsCoverMostOfAColour() throws {
    let result = try dots(flat([0.2, 0.4, 0.8, 1], UserRect(x: 0, y: 0, width: 80, height: 80)), 8)
    let image = try ReferenceRenderer().render(result, UserRect(x: 10, y: 10, width: 60, height: 60))
    let covered = withExtendedLifetime(image) { image.pixels.filter { $0 == [0.2, 0.4, 0.8, 1] }.count }
    let clear = withExtendedLifetime(image) { image.pixels.filter { $0 == .zero }.count }
    // Discs have 1.4 times the area of their squares.
    #expect(covered + clear == 3600 && covered > 2300 && clear > 100)
  }

  @Test func theExtentGrowsByTheRadius() throws {
    #expect(try dots(flat(.one, square), 3).extent == .finite(square.outset(by: 3)))
  }
}
