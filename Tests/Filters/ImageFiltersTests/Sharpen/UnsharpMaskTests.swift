import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct UnsharpMaskTests {
  @Test func addsTheDifferenceToTheBlur() {
    #expect(UnsharpMask.formula.value([0.5, 0.5, 1, 1], [0.25, 0.75, 1, 1], with: Float(1)) == [0.75, 0.25, 1, 1])
  }

  @Test func flatColourStaysForAnyAlpha() {
    // Straight (1, 0, 0) on both sides of a soft edge.
    #expect(UnsharpMask.formula.value([0.5, 0, 0, 0.5], [0.25, 0, 0, 0.25], with: Float(2)) == [0.5, 0, 0, 0.5])
  }

  @Test func theBorderOfAnOpaqueImageIsNoEdge() throws {
    let image = try filtered("CIUnsharpMask", ["inputImage": .image(flat([0.5, 0.5, 0.5, 1], square))])
    #expect(image.extent == .finite(square))
    expect(try pixel(image, 0, 0), near: [0.5, 0.5, 0.5, 1])
  }
}
