import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct SharpenLuminanceTests {
  @Test func addsTheSameToAllThreeComponents() {
    let result = SharpenLuminance.formula.value(
      [0.5, 0.5, 0.5, 1], [0.25, 0.25, 0.25, 1], with: SIMD3<Float>(0.25, 0.5, 0.25), Float(0.4))
    expect(result, near: [0.6, 0.6, 0.6, 1])
  }

  @Test func aChangeOfColourAloneIsLeftAlone() {
    let result = SharpenLuminance.formula.value(
      [0.5, 0, 0.5, 1], [0, 0.5, 0, 1], with: SIMD3<Float>(0.25, 0.5, 0.25), Float(0.4))
    expect(result, near: [0.5, 0, 0.5, 1])
  }

  @Test func theExtentStays() throws {
    let image = try filtered("CISharpenLuminance", ["inputImage": .image(flat([0.5, 0.5, 0.5, 1], square))])
    #expect(image.extent == .finite(square))
    expect(try pixel(image, 0, 9), near: [0.5, 0.5, 0.5, 1])
  }
}
