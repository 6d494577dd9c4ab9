import Foundation
import ImageColor
import ImageFilters
import ImageGraph
import Testing

@Suite struct HueSaturationValueGradientTests {
  private func color(_ degrees: Double, _ share: Double, value: Float = 1) -> SIMD4<Float> {
    let angle = degrees * .pi / 180
    let at = SIMD2(Float(100 + 100 * share * cos(angle)), Float(100 + 100 * share * sin(angle)))
    return HueSaturationValueGradient.formula.reference(at: at, [value, Float(100), Float(1)])
  }

  @Test func theAngleIsTheHueAndTheDistanceTheSaturation() {
    expect(color(0, 0.99), near: [1, 0.01, 0.01, 1], within: 1e-4)
    expect(color(60, 0.99), near: [1, 1, 0.01, 1], within: 1e-4)
    expect(color(120, 0.5), near: [0.5, 1, 0.5, 1], within: 1e-4)
    expect(color(240, 0.99), near: [0.01, 0.01, 1, 1], within: 1e-4)
    expect(color(-30, 0.5), near: [1, 0.5, 0.75, 1], within: 1e-4)
    expect(color(77, 0), near: [1, 1, 1, 1], within: 1e-4)
    expect(color(120, 0.5, value: 0.5), near: [0.25, 0.5, 0.25, 1], within: 1e-4)
  }

  @Test func endsAtTheRadius() throws {
    #expect(color(45, 1.1).w == 0)
    let image = try filtered("CIHueSaturationValueGradient", ["inputRadius": .number(20)])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 40, height: 40)))
    #expect(try filtered("CIHueSaturationValueGradient", ["inputRadius": .number(0)]).extent == .empty)
  }

  /// Half saturated green: (0.5, 1, 0.5) in sRGB is (0.2140, 1, 0.2140) in light.
  @Test func theNumbersAreThoseOfTheSpace() throws {
    func middle(_ space: ColorSpace) throws -> SIMD4<Float> {
      let image = try filtered(
        "CIHueSaturationValueGradient",
        ["inputRadius": .number(20000), "inputDither": .number(0), "inputColorSpace": .colorSpace(space)])
      return try finalPixel(image, 15000, 20000 + 8660)
    }
    expect(try middle(.sRGB), near: [0.2140411, 1, 0.2140411, 1], within: 1e-3)
    expect(try middle(.extendedLinearSRGB), near: [0.5, 1, 0.5, 1], within: 1e-3)
    #expect(message { _ = try middle(.genericGrayGamma2_2) }.contains("inputColorSpace"))
  }
}
