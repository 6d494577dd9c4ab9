import ImageFilters
import ImageGraph
import Testing

@Suite struct SourceOverCompositingTests {
  @Test func theBackgroundShowsThroughWhatAlphaLeaves() {
    expect(SourceOverCompositing.formula.value([0.25, 0, 0, 0.25], [0, 0.8, 0, 0.8]), near: [0.25, 0.6, 0, 0.85])
  }

  @Test func extentIsTheUnion() throws {
    let values: [String: InputValue] = [
      "inputImage": .image(flat([1, 1, 1, 1], square)),
      "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [5, 0]))),
    ]
    #expect(
      try filtered("CISourceOverCompositing", values).extent == .finite(UserRect(x: 0, y: 0, width: 15, height: 10)))
  }
}
