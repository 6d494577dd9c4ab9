import ImageFilters
import ImageGraph
import Testing

@Suite struct AreaMinimumAlphaTests {
  @Test func theWholePixelIsReturned() throws {
    let source = Node.combined(
      [
        flat([0.1, 0.05, 0.02, 0.25], UserRect(x: 130, y: 77, width: 1, height: 1)),
        flat([0.5, 0.25, 0.5, 0.5], UserRect(x: 0, y: 0, width: 200, height: 150)),
      ], by: Self.first, extent: .union)
    let image = try filtered(
      "CIAreaMinimumAlpha", ["inputImage": .image(source), "inputExtent": .vector([-10, -10, 500, 500])])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 1, height: 1)))
    expect(try pixel(image, 0, 0), near: [0.1, 0.05, 0.02, 0.25])
  }

  /// The first image where it has anything, else the second.
  private static let first = ColorFormula(blend: "testFirst") { first, second in
    second.replacing(with: first, where: first.alpha .> 0)
  }
}
