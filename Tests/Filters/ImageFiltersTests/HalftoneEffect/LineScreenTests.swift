import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct LineScreenTests {
  func screened(_ grey: Float, sharpness: Double = 1) throws -> Node {
    try filtered(
      "CILineScreen",
      [
        "inputImage": .image(flat([grey, grey, grey, 1], UserRect(x: 0, y: 0, width: 64, height: 64))),
        "inputCenter": .vector([32.5, 32.5]), "inputWidth": .number(8), "inputSharpness": .number(sharpness),
      ])
  }

  @Test func blackAndWhiteStay() throws {
    expect(try pixel(screened(0), 21, 21), near: [0, 0, 0, 1])
    expect(try pixel(screened(1), 21, 21), near: [1, 1, 1, 1])
  }

  /// (Y - t) / (1 - sharpness) + 1/2: on the line t is 0, a pixel of eight from it 1/4, four pixels from it 1.
  @Test func theLevelIsAHalfWhereTheLumaIsTheThreshold() throws {
    func level(_ grey: Float, _ sharpness: Double, _ x: Double) throws -> Float {
      try pixel(screened(grey, sharpness: sharpness), 32 + x, 5).x
    }
    #expect(try abs(level(0.25, 0.7, 1) - 0.5) < 1e-5 && abs(level(0.31, 0.7, 1) - 0.7) < 1e-4)
    #expect(try abs(level(0, 0.7, 0) - 0.5) < 1e-5 && abs(level(1, 0.7, 4) - 0.5) < 1e-5)
    #expect(try abs(level(0.3, 0, 3) - 0.05) < 1e-5 && level(0.2, 0, 3) == 0)
  }

  /// The mean over whole periods equals the grey, except for the pixel quantization.
  @Test func theMeanIsTheGrey() throws {
    let image = try ReferenceRenderer().render(
      screened(0.5, sharpness: 0), UserRect(x: 0, y: 0, width: 64, height: 64))
    let mean = withExtendedLifetime(image) { image.pixels.reduce(0) { $0 + $1.x } / 4096 }
    #expect(abs(mean - 0.5) < 0.04, "\(mean)")
  }

  @Test func aLineIsAsWideAsTheGreyAsksFor() throws {
    let row = try (28..<36).map { try pixel(screened(0.3), Double($0), 5).x }
    // Of 8 pixels those within 0.3 · 4 of the centre.
    #expect(row.filter { $0 == 1 }.count == 3 && row[4] == 1 && row.filter { $0 == 0 }.count == 5)
  }

  @Test func alphaStaysAndNumbersMustBeFinite() throws {
    let image = try filtered("CILineScreen", ["inputImage": .image(flat([0, 0, 0, 0.5], square))])
    expect(try pixel(image, 3, 3), near: [0, 0, 0, 0.5], within: 0.25)
    #expect(image.extent == .finite(square))
    #expect(
      message { _ = try filtered("CILineScreen", ["inputImage": .image(image), "inputWidth": .number(.nan)]) }.contains(
        "inputWidth"))
  }
}
