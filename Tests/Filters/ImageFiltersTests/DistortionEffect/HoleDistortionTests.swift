import ImageFilters
import ImageGraph
import Testing

@Suite struct HoleDistortionTests {
  @Test func atTwiceTheRadiusPixelsComeFromOneAndAHalf() {
    expect(HoleDistortion.formula.source(0, 20, SIMD2<Float>.zero, Float(10)), at: [0, 15])
    expect(HoleDistortion.formula.source(6, 8, SIMD2<Float>.zero, Float(10)), at: [0, 0])
  }

  @Test func theCircleIsClear() throws {
    let image = try filtered(
      "CIHoleDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(3)])
    expect(try pixel(image, 5, 5), near: .zero)
    expect(try pixel(image, 5, 9), near: .one)
  }

  @Test func theRimFadesInOverAPixel() {
    let hole = { (x: Float) in HoleDistortion.hole.reference(.one, at: [x, 0], [SIMD2<Float>.zero, Float(10)]).x }
    #expect(hole(9.9) == 0 && hole(10) == 0 && abs(hole(10.25) - 0.25) < 1e-6 && hole(11) == 1)
  }

  /// The sides of the square are 5 away from its middle: (5 + √(25 + 4 · 36)) / 2 = 9; 4 and 6 of them to a side:
  /// (4 + √(16 + 4 · 36)) / 2 = 8.3, (6 + √(36 + 4 · 36)) / 2 = 9.7.
  @Test func theFrameIsPressedOutwards() throws {
    func extent(_ center: [Double], _ radius: Double) throws -> Extent {
      try filtered(
        "CIHoleDistortion",
        ["inputImage": .image(flat(.one, square)), "inputCenter": .vector(center), "inputRadius": .number(radius)]
      ).extent
    }
    #expect(try extent([5, 5], 6) == .finite(UserRect(x: -4, y: -4, width: 18, height: 18)))
    #expect(try extent([4, 5], 6) == .finite(UserRect([-5, -4], [14, 14])))
  }

  /// The result extends beyond the image's former edge: beyond its right side at 10 is what was inside.
  @Test func nothingIsCutOffWhereTheImageEnded() throws {
    let image = try filtered(
      "CIHoleDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(6)])
    // Pixel centres at 7.5 and 8.5 from the middle come from 2.7 and 4.26, all at half a pixel up.
    expect(try pixel(image, 12, 5), near: .one)
    expect(try pixel(image, 13, 5), near: .one)
    expect(try pixel(image, 14, 5), near: .zero)
  }

  @Test func aRadiusOfNothingIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try filtered("CIHoleDistortion", ["inputImage": .image(input), "inputRadius": .number(0)]) === input)
  }
}
