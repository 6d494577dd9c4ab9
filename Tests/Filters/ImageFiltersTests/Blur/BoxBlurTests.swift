import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
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

  /// Long windows are the means of runs and of the remaining pixels.
  @Test(arguments: [34, 66, 130, 261]) func longWindowsAreMeansToo(_ radius: Double) throws {
    let image = try noise(UserRect(x: 3, y: -2, width: 70, height: 60))
    let made = try filtered("CIBoxBlur", ["inputImage": .image(image), "inputRadius": .number(radius)])
    let reach = Float(((radius - 1) / 2).rounded(.down))
    let plain = image.gathered(by: BoxBlur.pass, Axis.horizontal, reach).gathered(
      by: BoxBlur.pass, Axis.vertical, reach)
    #expect(made.extent == plain.extent)
    for region in [UserRect(x: -40, y: -20, width: 30, height: 9), UserRect(x: 30, y: 20, width: 60, height: 9)] {
      for (one, other) in zip(try pixels(made, region), try pixels(plain, region)) { expect(one, near: other) }
    }
  }
}
