import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct TwirlDistortionTests {
  func position(_ x: Float, _ y: Float, angle: Float) -> SIMD2<Float> {
    let (center, radius): (SIMD2<Float>, Float) = ([0, 0], 10)
    let body = TwirlDistortion.formula.body([center.argument, radius.argument, angle.argument])
    return body(Point(Lane(repeating: x), Lane(repeating: y)))[0]
  }

  @Test func halfWayOutTurnsByHalfOfTheAngle() {
    // Half of pi is a right angle; a point right of the centre comes from below.
    let from = position(5, 0, angle: .pi)
    #expect(abs(from.x) < 1e-5 && abs(from.y + 5) < 1e-5)
    // At a quarter of the radius 1 - 3/16 + 2/64 = 27/32 of it are left.
    let inner = position(0, 2.5, angle: .pi * 16 / 27)
    #expect(abs(inner.x - 2.5) < 1e-5 && abs(inner.y) < 1e-5)
  }

  @Test func outsideOfTheCircleNothingMoves() {
    #expect(position(10, 0, angle: 3) == [10, 0])
    #expect(position(-30, 40, angle: 3) == [-30, 40])
  }

  @Test func theExtentTakesInTheCircle() throws {
    let image = try filtered(
      "CITwirlDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(8)])
    #expect(image.extent == .finite(UserRect(x: -3, y: -3, width: 16, height: 16)))
  }
}
