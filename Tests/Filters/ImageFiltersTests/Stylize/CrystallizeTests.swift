import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct CrystallizeTests {
  func crystals(_ image: Node, _ radius: Double) throws -> Node {
    try filtered(
      "CICrystallize", ["inputImage": .image(image), "inputRadius": .number(radius), "inputCenter": .vector([0, 0])])
  }

  @Test func everyColourIsOneOfTheImage() throws {
    let image = TestImage.floats(60, 60) { x, y in [Float(x) / 64, Float(y) / 64, 0, 1] }
    let result = try crystals(image, 10)
    var colours = Set<SIMD4<Float>>()
    for y in stride(from: 20.0, to: 40, by: 1) {
      for x in stride(from: 20.0, to: 40, by: 1) { colours.insert(try pixel(result, x, y)) }
    }
    // 400 pixels of crystals of 314 on the average.
    #expect(colours.count >= 2 && colours.count <= 9)
    #expect(colours.allSatisfy { ($0.x * 64).rounded() == $0.x * 64 && $0.w == 1 })
  }

  @Test func theExtentGrowsByTheRadius() throws {
    #expect(try crystals(flat(.one, square), 3).extent == .finite(square.outset(by: 3)))
  }

  @Test func pointsAreSpreadEvenly() {
    let cells = (0..<4000).map { SIMD2(Float($0 % 63) - 30, Float($0 / 63)) }
    let numbers: [SIMD3<Float>] = cells.map { Scattered.numbers($0) }
    for component in 0..<3 {
      // The mean of 4000 uniform numbers: 0.5 +- 0.0046.
      let mean = numbers.reduce(Float(0)) { $0 + $1[component] } / 4000
      #expect(abs(mean - 0.5) < 0.02)
      #expect(numbers.allSatisfy { $0[component] >= 0 && $0[component] < 1 })
    }
  }
}
