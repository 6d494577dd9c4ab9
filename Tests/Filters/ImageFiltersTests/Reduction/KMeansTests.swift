import ImageFilters
import ImageGraph
import Testing

@Suite struct KMeansTests {
  /// Left red, right blue, a third of all pixels blue.
  private var flag: Node {
    Node.combined(
      [
        flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 40, height: 30)),
        flat([0, 0, 1, 1], UserRect(x: 40, y: 0, width: 20, height: 30)),
      ], by: AdditionCompositing.formula, extent: .union)
  }

  private func means(_ image: Node, _ values: [String: InputValue]) throws -> Node {
    try filtered(
      "CIKMeans",
      ["inputImage": .image(image), "inputExtent": .vector([0, 0, 60, 30])].merging(values) { $1 })
  }

  @Test func findsTheColoursAndTheirWeights() throws {
    for perceptual in [false, true] {
      let image = try means(flag, ["inputCount": .number(2), "inputPerceptual": .bool(perceptual)])
      #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 2, height: 1)))
      let found = [try pixel(image, 0, 0), try pixel(image, 1, 0)].sorted { $0.x > $1.x }
      expect(found[0], near: [1, 0, 0, 2.0 / 3], within: 1e-4)
      expect(found[1], near: [0, 0, 1, 1.0 / 3], within: 1e-4)
    }
  }

  @Test func givenMeansAreWhereItBegins() throws {
    let start = Node.combined(
      [
        flat([0.2, 0, 0.9, 1], UserRect(x: 0, y: 0, width: 1, height: 1)),
        flat([0.9, 0, 0.2, 1], UserRect(x: 1, y: 0, width: 1, height: 1)),
      ], by: AdditionCompositing.formula, extent: .union)
    let image = try means(flag, ["inputMeans": .image(start), "inputPasses": .number(1)])
    expect(try pixel(image, 0, 0), near: [0, 0, 1, 1.0 / 3], within: 1e-4)
    expect(try pixel(image, 1, 0), near: [1, 0, 0, 2.0 / 3], within: 1e-4)
    let unchanged = try means(flag, ["inputMeans": .image(start), "inputPasses": .number(0)])
    expect(try pixel(unchanged, 0, 0), near: [0.2, 0, 0.9, 1])
  }

  /// The mean after one pass is the mean of the straight colours, weighted by alpha.
  @Test func pixelsCountByTheirAlpha() throws {
    let source = Node.combined(
      [
        flat([1, 0, 0, 1], UserRect(x: 0, y: 0, width: 30, height: 30)),
        flat([0, 0.25, 0, 0.25], UserRect(x: 30, y: 0, width: 30, height: 30)),
      ], by: AdditionCompositing.formula, extent: .union)
    let image = try means(source, ["inputCount": .number(1)])
    expect(try pixel(image, 0, 0), near: [0.8, 0.2, 0, 0.625], within: 1e-4)
  }

  @Test func moreMeansThanColoursLeaveSomeWithoutWeight() throws {
    let image = try means(flag, ["inputCount": .number(5)])
    let weights: [Float] = try (0..<5).map { try pixel(image, Double($0), 0).w }
    let sum: Float = weights.reduce(0, +)
    #expect(abs(sum - 1) < 1e-4)
    #expect(weights.count { $0 > 0 } == 2)
  }

  @Test func countsAndPassesOutOfRangeAreRefused() {
    for (key, value) in [("inputCount", 0.0), ("inputCount", 129), ("inputPasses", 21), ("inputPasses", .nan)] {
      let text = message { _ = try means(flag, [key: .number(value)]) }
      #expect(text.contains("CIKMeans") && text.contains(key), "\(key) \(value)")
    }
  }
}
