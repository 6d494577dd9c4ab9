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

  @Test func theExtentTakesInTheCircle() throws {
    let image = try filtered(
      "CIHoleDistortion",
      ["inputImage": .image(flat(.one, square)), "inputCenter": .vector([5, 5]), "inputRadius": .number(8)])
    #expect(image.extent == .finite(UserRect(x: -3, y: -3, width: 16, height: 16)))
  }

  @Test func aRadiusOfNothingIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try filtered("CIHoleDistortion", ["inputImage": .image(input), "inputRadius": .number(0)]) === input)
  }
}
