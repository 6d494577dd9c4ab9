import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct TwirlDistortionTests {
  func place(_ x: Float, _ y: Float, angle: Float) -> SIMD2<Float> {
    let (center, radius): (SIMD2<Float>, Float) = ([0, 0], 10)
    let body = TwirlDistortion.formula.body([center.argument, radius.argument, angle.argument])
    return body(Point(Lane(repeating: x), Lane(repeating: y)))[0]
  }

  @Test func halfWayOutTurnsByAQuarterOfTheAngle() {
    // angle (1 - 1/2)²: a quarter of 2 pi is a right angle; what stands right of the centre comes from below.
    let from = place(5, 0, angle: 2 * .pi)
    #expect(abs(from.x) < 1e-5 && abs(from.y + 5) < 1e-5)
  }

  @Test func outsideOfTheCircleNothingMoves() {
    #expect(place(10, 0, angle: 3) == [10, 0])
    #expect(place(-30, 40, angle: 3) == [-30, 40])
  }

  @Test func theExtentTakesInTheCircle() throws {
    let image = try filtered(
      "CITwirlDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(8)])
    #expect(image.extent == .finite(UserRect(x: -3, y: -3, width: 16, height: 16)))
  }
}
