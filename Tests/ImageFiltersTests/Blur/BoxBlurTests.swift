import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct BoxBlurTests {
  @Test func onePassIsTheMeanOfItsPixels() {
    let body = BoxBlur.pass.body([Axis.horizontal.argument, Float(2).argument])
    expect(body({ _, at in SIMD4(repeating: at.x) }, [7.5, 0.5]), near: SIMD4(repeating: 7.5))
    expect(body({ _, at in SIMD4(repeating: at.x == 7.5 ? 1 : 0) }, [9.5, 0.5]), near: SIMD4(repeating: 0.2))
  }

  @Test func aRadiusOfFortyGivesAWindowOfThirtyNine() throws {
    let image = try filtered("CIBoxBlur", ["inputImage": .image(flat(.one, square)), "inputRadius": .number(40)])
    #expect(image.extent == .finite(square.outset(by: 19)))
    expect(try pixel(image, 5, 5), near: SIMD4(repeating: 100 / (39 * 39)))
  }

  @Test func aSmallRadiusPassesTheImageOn() throws {
    let input = flat(.one, square)
    #expect(try filtered("CIBoxBlur", ["inputImage": .image(input), "inputRadius": .number(1)]) === input)
  }
}
