import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct CircularScreenTests {
  func screened(_ grey: Float, sharpness: Double = 1) throws -> Node {
    try filtered(
      "CICircularScreen",
      [
        "inputImage": .image(flat([grey, grey, grey, 1], UserRect(x: 0, y: 0, width: 64, height: 64))),
        "inputCenter": .vector([32.5, 32.5]), "inputWidth": .number(8), "inputSharpness": .number(sharpness),
      ])
  }

  @Test func blackAndWhiteStay() throws {
    expect(try pixel(screened(0), 20, 21), near: [0, 0, 0, 1])
    expect(try pixel(screened(1), 20, 21), near: [1, 1, 1, 1])
  }

  /// The mean over whole periods equals the grey, except for the pixel quantization.
  @Test func theMeanIsTheGrey() throws {
    let image = try ReferenceRenderer().render(
      screened(0.5, sharpness: 0), UserRect(x: 0, y: 0, width: 64, height: 64))
    let mean = withExtendedLifetime(image) { image.pixels.reduce(0) { $0 + $1.x } / 4096 }
    #expect(abs(mean - 0.5) < 0.04, "\(mean)")
  }

  /// (Y - t) / (1 - sharpness) + 1/2 with t = 1/4 a pixel of eight from the centre, and 3/4 three pixels from it.
  @Test func theLevelIsAHalfWhereTheLumaIsTheThreshold() throws {
    #expect(try abs(pixel(screened(0.31, sharpness: 0.7), 32, 33).x - 0.7) < 1e-4)
    #expect(try abs(pixel(screened(0.75, sharpness: 0.7), 29, 32).x - 0.5) < 1e-4)
  }

  @Test func ringsLieAboutTheCentre() throws {
    for (x, y) in [(8.0, 0.0), (0, 8), (-8, 0)] {
      expect(try pixel(screened(0.3), 32 + x, 32 + y), near: [1, 1, 1, 1])
    }
    expect(try pixel(screened(0.3), 36, 32), near: [0, 0, 0, 1])
  }

  @Test func alphaStaysAndNumbersMustBeFinite() throws {
    let image = try filtered("CICircularScreen", ["inputImage": .image(flat([0, 0, 0, 0.5], square))])
    expect(try pixel(image, 3, 3), near: [0, 0, 0, 0.5], within: 0.25)
    #expect(image.extent == .finite(square))
    #expect(
      message { _ = try filtered("CICircularScreen", ["inputImage": .image(image), "inputWidth": .number(.nan)]) }
        .contains("inputWidth"))
  }
}
