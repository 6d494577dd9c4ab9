import ImageFilters
import ImageGraph
import Testing

@Suite struct HeightFieldFromMaskTests {
  /// On the straight edge of a half plane each Gaussian, rightly centred, takes half; far inside nothing is lost.
  @Test func heightsRiseFromTheRim() throws {
    let mask = Node.combined(
      [
        flat(.one, UserRect(x: 0, y: 0, width: 200, height: 300)),
        flat([0, 0, 0, 1], UserRect(x: -200, y: 0, width: 400, height: 300)),
      ], by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered("CIHeightFieldFromMask", ["inputImage": .image(mask), "inputRadius": .number(16)])
    #expect(image.extent == mask.extent)
    let profile = try [-10.0, 0, 2, 5, 10, 20, 40, 100].map { try pixel(image, $0, 150).x }
    #expect(profile[0] == 0)
    #expect(zip(profile, profile.dropFirst()).allSatisfy { $0 < $1 })
    #expect(profile[1] < 0.25 && profile[7] > 0.99)
  }

  @Test func aRadiusBelowAPixelLeavesTheMask() throws {
    let image = try filtered(
      "CIHeightFieldFromMask", ["inputImage": .image(flat(.one, square)), "inputRadius": .number(0.5)])
    #expect(try pixel(image, 0, 0) == .one)
  }
}
