import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct HatchedScreenTests {
  func screened(_ grey: Float, sharpness: Double = 1) throws -> Node {
    try filtered(
      "CIHatchedScreen",
      [
        "inputImage": .image(flat([grey, grey, grey, 1], UserRect(x: 0, y: 0, width: 64, height: 64))),
        "inputCenter": .vector([32.5, 32.5]), "inputWidth": .number(8), "inputSharpness": .number(sharpness),
      ])
  }

  @Test func blackAndWhiteStay() throws {
    expect(try pixel(screened(0), 21, 21), near: [0, 0, 0, 1])
    expect(try pixel(screened(1), 21, 21), near: [1, 1, 1, 1])
  }

  /// The mean over whole periods equals the grey, except for the pixel quantization.
  @Test func theMeanIsTheGrey() throws {
    let image = try ReferenceRenderer().render(
      screened(0.5, sharpness: 0), UserRect(x: 0, y: 0, width: 64, height: 64))
    let mean = withExtendedLifetime(image) { image.pixels.reduce(0) { $0 + $1.x } / 4096 }
    #expect(abs(mean - 0.5) < 0.04, "\(mean)")
  }

  /// (Y - t) / (1 - sharpness) + 1/2 with t the larger of 1/4 and 3/4, squared: 9/16.
  @Test func theLevelIsAHalfWhereTheLumaIsTheThreshold() throws {
    #expect(try abs(pixel(screened(0.5625, sharpness: 0.7), 33, 35).x - 0.5) < 1e-4)
    #expect(try abs(pixel(screened(0.6225, sharpness: 0.7), 35, 33).x - 0.7) < 1e-4)
  }

  @Test func linesCross() throws {
    expect(try pixel(screened(0.7), 32, 32), near: [1, 1, 1, 1])
    for (x, y) in [(36.0, 32.0), (32, 36), (36, 36)] { expect(try pixel(screened(0.7), x, y), near: [0, 0, 0, 1]) }
  }

  @Test func alphaStaysAndNumbersMustBeFinite() throws {
    let image = try filtered("CIHatchedScreen", ["inputImage": .image(flat([0, 0, 0, 0.5], square))])
    expect(try pixel(image, 3, 3), near: [0, 0, 0, 0.5], within: 0.25)
    #expect(image.extent == .finite(square))
    #expect(
      message { _ = try filtered("CIHatchedScreen", ["inputImage": .image(image), "inputWidth": .number(.nan)]) }
        .contains("inputWidth"))
  }
}
