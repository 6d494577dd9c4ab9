import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct PinchDistortionTests {
  func place(_ x: Float, _ y: Float, scale: Float) -> SIMD2<Float> {
    let (center, radius): (SIMD2<Float>, Float) = ([0, 0], 10)
    let body = PinchDistortion.formula.body([center.argument, radius.argument, (1 / (1 + scale) - 1).argument])
    return body(Point(Lane(repeating: x), Lane(repeating: y)))[0]
  }

  @Test func pixelsComeFromFartherOut() {
    // u = 1/4, scale 1: u^(1/2) (1 - u²) + u³ = 0.5 · 0.9375 + 0.015625
    let from = place(2.5, 0, scale: 1)
    #expect(abs(from.x - 4.84375) < 1e-4 && from.y == 0)
  }

  @Test func scaleZeroAndTheOutsideStay() {
    let from = place(3, 4, scale: 0)
    #expect(abs(from.x - 3) < 1e-5 && abs(from.y - 4) < 1e-5)
    #expect(place(30, -40, scale: 1) == [30, -40])
    #expect(place(0, 0, scale: 2) == [0, 0])
  }

  @Test func theExtentTakesInTheCircle() throws {
    let image = try filtered(
      "CIPinchDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(8)])
    #expect(image.extent == .finite(UserRect(x: -3, y: -3, width: 16, height: 16)))
  }
}
