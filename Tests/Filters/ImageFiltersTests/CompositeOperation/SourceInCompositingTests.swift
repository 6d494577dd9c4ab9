import ImageFilters
import ImageGraph
import Testing

@Suite struct SourceInCompositingTests {
  @Test func theSourceIsScaledByTheBackgroundsAlpha() {
    #expect(SourceInCompositing.formula.value([0.5, 1, 0, 1], [9, 9, 9, 0.5]) == [0.25, 0.5, 0, 0.5])
  }

  @Test func extentIsTheIntersection() throws {
    let values: [String: InputValue] = [
      "inputImage": .image(flat([1, 1, 1, 1], square)),
      "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [5, 0]))),
    ]
    #expect(try filtered("CISourceInCompositing", values).extent == .finite(UserRect(x: 5, y: 0, width: 5, height: 10)))
  }
}
