import ImageFilters
import ImageGraph
import Testing

@Suite struct LenticularHaloGeneratorTests {
  func halo(overlap: Double) throws -> Node {
    try filtered(
      "CILenticularHaloGenerator",
      [
        "inputCenter": .vector([0.5, 0.5]), "inputColor": .color(.white), "inputHaloRadius": .number(50),
        "inputHaloWidth": .number(40), "inputHaloOverlap": .number(overlap), "inputStriationStrength": .number(2),
        "inputStriationContrast": .number(0),
      ])
  }

  /// Without contrast every direction has half of the strength.
  @Test func theRingIsBrightestInItsMiddle() throws {
    expect(try pixel(halo(overlap: 1), 70, 0), near: .one, within: 1e-4)
    expect(try pixel(halo(overlap: 1), 0, -60), near: SIMD4(repeating: 0.5), within: 1e-4)
    expect(try pixel(halo(overlap: 1), 30, 0), near: .zero)
    #expect(try halo(overlap: 1).extent == .finite(UserRect(x: -90, y: -90, width: 181, height: 181)))
  }

  @Test func lessOverlapMovesRedInAndBlueOut() throws {
    // Half an overlap: a quarter of the width, 10 pixels.
    let (inside, outside) = (try pixel(halo(overlap: 0.5), 60, 0), try pixel(halo(overlap: 0.5), 80, 0))
    expect(inside, near: [1, 0.5, 0, 1], within: 1e-4)
    expect(outside, near: [0, 0.5, 1, 1], within: 1e-4)
  }
}
