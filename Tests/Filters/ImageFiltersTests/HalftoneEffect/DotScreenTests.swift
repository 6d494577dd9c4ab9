import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct DotScreenTests {
  func screened(_ grey: Float, sharpness: Double = 1) throws -> Node {
    try filtered(
      "CIDotScreen",
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

  /// Of eight pixels: the waves are 0 at the centre, both 1 two pixels to the upper right, both -1 to the lower left.
  @Test func dotsLieAQuarterOfAWidthFromTheCentre() throws {
    expect(try pixel(screened(0.3), 30, 30), near: [1, 1, 1, 1])
    expect(try pixel(screened(0.3), 34, 34), near: [0, 0, 0, 1])
    // (Y - 1/2) / 0.3 + 1/2 at the centre, and with a wave of 0.1737 on one axis.
    #expect(try abs(pixel(screened(0.56, sharpness: 0.7), 32, 32).x - 0.7) < 1e-4)
    #expect(try abs(pixel(screened(0.6737, sharpness: 0.7), 34, 32).x - 0.5) < 1e-3)
    #expect(try abs(pixel(screened(0.3263, sharpness: 0.7), 32, 30).x - 0.5) < 1e-3)
  }

  @Test func blackAndWhiteStayAtAllSharpnesses() throws {
    for sharpness in [0, 0.3, 0.7] {
      for (x, y) in [(34.0, 34.0), (30, 30), (33, 35)] {
        expect(try pixel(screened(0, sharpness: sharpness), x, y), near: [0, 0, 0, 1])
        expect(try pixel(screened(1, sharpness: sharpness), x, y), near: [1, 1, 1, 1])
      }
    }
  }

  @Test func withoutSharpnessThereIsNoScreen() throws {
    expect(try pixel(screened(0.3, sharpness: 0), 34, 30), near: [0.3, 0.3, 0.3, 1], within: 1e-5)
  }

  @Test func alphaStaysAndNumbersMustBeFinite() throws {
    let image = try filtered("CIDotScreen", ["inputImage": .image(flat([0, 0, 0, 0.5], square))])
    expect(try pixel(image, 3, 3), near: [0, 0, 0, 0.5], within: 0.25)
    #expect(image.extent == .finite(square))
    #expect(
      message { _ = try filtered("CIDotScreen", ["inputImage": .image(image), "inputWidth": .number(.nan)]) }.contains(
        "inputWidth"))
  }
}
