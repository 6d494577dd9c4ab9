import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct LightTunnelTests {
  private func source(_ x: Float, _ y: Float, rotation: Float = 0, twist: Float = 0) -> SIMD2<Float> {
    LightTunnel.formula.source(x, y, SIMD2<Float>.zero, Float(10), rotation, twist)
  }

  @Test func withoutATwistLightFollowsTheRadius() {
    expect(source(60, 80), at: [6, 8])
    expect(source(3, 4, rotation: 1, twist: 5), at: [3, 4])
  }

  /// At e times the radius, the angle equals the twist: a right angle, counterclockwise.
  @Test func theTwistGrowsWithTheLogarithmOfTheDistance() {
    let far = 10 * Float(M_E)
    expect(source(far, 0, twist: .pi / 2), at: [0, 10])
    expect(source(0, far * Float(M_E), twist: .pi / 2), at: [0, -10])
    expect(source(far, 0, rotation: .pi / 2, twist: .pi / 2), at: [-10, 0])
  }

  /// For a radius of 2π the twist is 1: at e^(π/2) times it, a right angle.
  @Test func theTwistIsTheRadiusOverTwoPi() throws {
    let upper = flat([0, 1, 0, 1], UserRect(x: -20, y: 5, width: 40, height: 20))
    let image = try filtered(
      "CILightTunnel",
      ["inputImage": .image(upper), "inputCenter": .vector([0.5, 0.5]), "inputRadius": .number(2 * .pi)])
    let far = (2 * .pi * exp(Double.pi / 2)).rounded()
    expect(try pixel(image, far, 0), near: [0, 1, 0, 1])
    expect(try pixel(image, -far, 0), near: .zero)
    expect(try pixel(image, 0, far), near: .zero)
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CILightTunnel",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(3)])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 400, 300), near: .one)
  }

  @Test func aRadiusOfNothingIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try filtered("CILightTunnel", ["inputImage": .image(input), "inputRadius": .number(0)]) === input)
  }
}
