import Foundation
import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct ColorMapTests {
  @Test func theLumaIsLookedUpAlongTheLowestRow() throws {
    // Four pixels of 0, 1, 2, 3 quarters: their centres are at 1, 3, 5, 7 eighths. Above them all is white.
    let steps = (0..<4).map { i in
      let level = Float(i) / 4
      return flat(SIMD4(level, 1 - level, 0.5, 1), UserRect(x: 20 + Double(i), y: -3, width: 1, height: 1))
    }
    let white = flat(.one, UserRect(x: 20, y: -2, width: 4, height: 2))
    let strip = Node.combined([steps[0], steps[1]], by: AdditionCompositing.formula, extent: .union)
    let other = Node.combined([steps[2], steps[3]], by: AdditionCompositing.formula, extent: .union)
    let row = Node.combined([strip, other], by: AdditionCompositing.formula, extent: .union)
    let gradient = Node.combined([row, white], by: AdditionCompositing.formula, extent: .union)
    func looked(_ color: SIMD4<Float>) throws -> SIMD4<Float> {
      try pixel(
        filtered("CIColorMap", ["inputImage": .image(flat(color, square)), "inputGradientImage": .image(gradient)]), 5,
        5)
    }
    expect(try looked([0.125, 0.125, 0.125, 1]), near: [0, 1, 0.5, 1])
    expect(try looked([0.25, 0.25, 0.25, 1]), near: [0.125, 0.875, 0.5, 1])
    // 0.2125, 0.7154 and 0.0721 of four pixels are 0.35, 2.3616 and -0.2116 pixels beyond the first one's centre.
    expect(try looked([1, 0, 0, 1]), near: [0.0875, 0.9125, 0.5, 1])
    expect(try looked([0, 1, 0, 1]), near: [0.5904, 0.4096, 0.5, 1])
    expect(try looked([0, 0, 1, 1]), near: [0, 1, 0.5, 1])
    expect(try looked([-7, -7, 7, 1]), near: [0, 1, 0.5, 1])
    expect(try looked([9, 9, 9, 1]), near: [0.75, 0.25, 0.5, 1])
    // A straight 5/8, half clear.
    expect(try looked([0.3125, 0.3125, 0.3125, 0.5]), near: [0.25, 0.25, 0.25, 0.5])
  }

  /// Up to 16,384 pixels, a float resolves positions to a hundredth of a pixel: strips whose neighbouring colours
  /// differ by less than the full range give equal results.
  @Test(arguments: Backend.available) func aLongStripIsReadAtTheSamePositionEverywhere(_ backend: Backend) throws {
    let strip = TestImage.floats(16_384, 1) { x, _ in
      let position = (Float(x) + 0.5) / 16_384
      return [position, 1 - position, position * position, 1]
    }
    let image = try filtered(
      "CIColorMap", ["inputImage": .image(TestImage.smooth(64, 16)), "inputGradientImage": .image(strip)])
    let region = UserRect(x: 0, y: 0, width: 64, height: 16)
    let near = Tolerance(absolute: 1e-4, relative: 0, because: "a position is off by at most a pixel of 16,384")
    expect(
      try backend.render(image, region, working: .rgbaFloat), equals: try renderReference(image, region), within: near)
  }

  @Test func aStripWithoutEndIsRefused() {
    for gradient in [Node.empty, Node.generated(by: .constant, SIMD4<Float>.one)] {
      let text = message {
        _ = try filtered(
          "CIColorMap", ["inputImage": .image(flat(.one, square)), "inputGradientImage": .image(gradient)])
      }
      #expect(text.contains("CIColorMap") && text.contains("inputGradientImage"))
    }
  }
}
