import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct BloomTests {
  @Test func theGlowFillsWhatIsLeftOfFullLight() {
    // 0.5 + 0.5 · 0.5 · (1 - 0.5)
    expect(
      Bloom.formula.value([0.5, 0, 1, 1], [0.5, 0.5, 0.5, 1], with: Float(0.5)), near: [0.625, 0.25, 1, 1])
  }

  @Test func brighterThanOneStays() {
    #expect(Bloom.formula.value([4, 1, 0, 1], [1, 1, 0, 1], with: Float(1)) == [4, 1, 0, 1])
  }

  @Test func theExtentGrowsByThreeRadii() throws {
    let image = try filtered("CIBloom", ["inputImage": .image(flat(.one, square))])
    #expect(image.extent == .finite(square.outset(by: 30)))
  }
}
