import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct LightTunnelTests {
  private func source(_ x: Float, _ y: Float, degrees: Float) -> SIMD2<Float> {
    let angle = degrees * .pi / 180
    return LightTunnel.formula.source(x, y, SIMD2<Float>.zero, Float(10), SIMD2(cos(angle), sin(angle)))
  }

  @Test func straightRaysFollowTheRadius() {
    expect(source(60, 80, degrees: 0), at: [6, 8])
    expect(source(3, 4, degrees: 40), at: [3, 4])
  }

  /// From a distance of 20 a tangent of a circle of 10 touches it 60 degrees away.
  @Test func raysAtARightAngleAreTangents() {
    let from = source(20, 0, degrees: 90)
    #expect(abs(from.x - 5) < 1e-4 && abs(from.y + 8.660254) < 1e-4)
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
