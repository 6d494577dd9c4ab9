import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct SunbeamsGeneratorTests {
  func sun(strength: Double) throws -> Node {
    try filtered(
      "CISunbeamsGenerator",
      [
        "inputCenter": .vector([0.5, 0.5]), "inputColor": .color(ColorValue(1, 0, 0)), "inputSunRadius": .number(20),
        "inputMaxStriationRadius": .number(5), "inputStriationStrength": .number(strength),
        "inputStriationContrast": .number(1),
      ])
  }

  @Test func withoutRaysItIsADiscOfLight() throws {
    // (20 / 50)² (1 - 50 / 100)
    expect(try pixel(sun(strength: 0), 50, 0), near: [0.08, 0, 0, 0.08], within: 1e-5)
    expect(try pixel(sun(strength: 0), 0, 10), near: [3.6, 0, 0, 3.6], within: 1e-4)
    #expect(try sun(strength: 0).extent == .finite(UserRect(x: -100, y: -100, width: 201, height: 201)))
  }

  @Test func raysFadeToTheRimAndAverageHalf() throws {
    var sum: Float = 0
    for step in 0..<180 {
      let angle = Double(step) * .pi / 90
      sum += try pixel(sun(strength: 1), (50 * cos(angle)).rounded(), (50 * sin(angle)).rounded()).y
    }
    // Half of the light that remains halfway out.
    #expect(abs(sum / 180 - 0.25) < 0.04, "\(sum / 180)")
  }
}
