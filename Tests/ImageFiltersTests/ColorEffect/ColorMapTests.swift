import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorMapTests {
  @Test func eachComponentIsLookedUpAlongTheStrip() throws {
    // Four pixels of 0, 1, 2, 3 quarters: their centres are at 1, 3, 5, 7 eighths.
    let steps = (0..<4).map { i in
      flat([Float(i) / 4, 1 - Float(i) / 4, 0.5, 1], UserRect(x: 20 + Double(i), y: -3, width: 1, height: 3))
    }
    let strip = Node.combined([steps[0], steps[1]], by: AdditionCompositing.formula, extent: .union)
    let other = Node.combined([steps[2], steps[3]], by: AdditionCompositing.formula, extent: .union)
    let gradient = Node.combined([strip, other], by: AdditionCompositing.formula, extent: .union)
    func looked(_ color: SIMD4<Float>) throws -> SIMD4<Float> {
      try pixel(
        filtered("CIColorMap", ["inputImage": .image(flat(color, square)), "inputGradientImage": .image(gradient)]), 5,
        5)
    }
    expect(try looked([0.125, 0.375, 0.9, 1]), near: [0, 0.75, 0.5, 1])
    expect(try looked([0.25, 0.5, 0, 1]), near: [0.125, 0.625, 0.5, 1])
    expect(try looked([-1, 7, 0, 1]), near: [0, 0.25, 0.5, 1])
    expect(try looked([0.3125, 0.0625, 0, 0.5]), near: [0.25, 0.5, 0.25, 0.5])
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
