import ImageFilters
import ImageGraph
import Testing

@Suite struct MultiplyBlendModeTests {
  @Test func multipliesWhereBothAreOpaque() {
    #expect(MultiplyBlendMode.formula.value([0.5, 1, 0, 1], [0.5, 0.25, 1, 1]) == [0.25, 0.25, 0, 1])
  }

  @Test func leavesASingleImageAlone() {
    #expect(MultiplyBlendMode.formula.value([0.2, 0.4, 0.1, 0.5], .zero) == [0.2, 0.4, 0.1, 0.5])
    #expect(MultiplyBlendMode.formula.value(.zero, [0.2, 0.4, 0.1, 0.5]) == [0.2, 0.4, 0.1, 0.5])
  }

  @Test func alphaIsThatOfOneOverTheOther() {
    expect(MultiplyBlendMode.formula.value([0, 0, 0, 0.5], [0, 0, 0, 0.5]), near: [0, 0, 0, 0.75])
  }

  @Test func extentIsTheUnion() throws {
    let values: [String: InputValue] = [
      "inputImage": .image(flat([1, 1, 1, 1], square)),
      "inputBackgroundImage": .image(flat([0, 0, 0, 1], square.offset(by: [5, 0]))),
    ]
    #expect(try filtered("CIMultiplyBlendMode", values).extent == .finite(UserRect(x: 0, y: 0, width: 15, height: 10)))
  }
}
