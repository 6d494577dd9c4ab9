import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// Sizes and positions; the glyphs themselves require visual inspection.
@Suite struct TextTests {
  private func text(_ text: String, _ more: [String: InputValue] = [:]) throws -> Node {
    let defaults: [String: InputValue] = [
      "inputText": .text(text), "inputFontName": .text("DejaVuSans"), "inputFontSize": .number(20),
    ]
    return try filtered("CITextImageGenerator", defaults.merging(more) { $1 })
  }

  private func size(_ node: Node) throws -> SIMD2<Double> {
    let rect = try #require(node.extent.rect)
    #expect(rect.min == .zero)
    return rect.size
  }

  @Test func aLineIsAsTallAsItsFontSaysAndStartsAtTheOrigin() throws {
    // DejaVu Sans: ascent 0.928 and descent 0.236 of the size, together 23.3 pixels.
    #expect(try size(text("Hg")).y == 24)
    // m is 0.974 of the size wide.
    #expect(try size(text("m")).x == 20)
    #expect(try size(text("mmmmmmmmmm")).x == 195)
    #expect(try size(text("m\nm")).y == 47)
  }

  @Test func scaleMultipliesAndPaddingAdds() throws {
    #expect(try size(text("mmmmmmmmmm", ["inputScaleFactor": .number(2)])) == [390, 47])
    let padded = try size(text("mmmmmmmmmm", ["inputPadding": .number(7)]))
    #expect(padded == SIMD2<Double>(195 + 14, 24 + 14))
    #expect(try pixel(text("mmmmmmmmmm", ["inputPadding": .number(7)]), 3, 3) == .zero)
  }

  @Test func lettersAreBlackOnNothing() throws {
    let image = try renderReference(text("M"), UserRect(x: 0, y: 0, width: 18, height: 24))
    #expect(image.pixels.allSatisfy { $0.x == 0 && $0.y == 0 && $0.z == 0 })
    #expect(image.pixels.contains { $0.w == 1 })
    #expect(image.pixels.contains { $0.w == 0 })
    // The baseline is 0.236 × 20 pixels above the bottom: below it an M has nothing.
    #expect(image.pixels.suffix(18 * 4).allSatisfy { $0.w == 0 })
  }

  @Test func runsHaveTheirOwnSizesAndColours() throws {
    var large = StyledText.Run(text: "M", font: "DejaVuSans-Bold", size: 40, color: ColorValue(1, 0, 0))
    large.background = ColorValue(0, 0, 1)
    let styled = StyledText([StyledText.Run(text: "m", font: "DejaVuSans", size: 20), large])
    let node = try filtered("CIAttributedTextImageGenerator", ["inputText": .styledText(styled)])
    // 19.5 for the first, 0.995 × 40 for the other.
    #expect(try size(node) == [60, 47])
    let image = try renderReference(node, UserRect(x: 0, y: 0, width: 60, height: 47))
    #expect(image.pixels.contains([1, 0, 0, 1]))
    #expect(image.pixels.contains([0, 0, 1, 1]))
    #expect(image.pixels.contains { $0.x == 0 && $0.z == 0 && $0.w > 0.9 })
  }

  @Test(arguments: [0, -1, -1e300, 1e-9])
  func textWithoutASizeTakesNoRoom(_ points: Double) throws {
    #expect(try text("Hg", ["inputFontSize": .number(points)]).extent == .empty)
    let styled = StyledText([
      StyledText.Run(text: "m", font: "DejaVuSans", size: 20),
      StyledText.Run(text: "mm", font: "DejaVuSans", size: points),
    ])
    #expect(try size(filtered("CIAttributedTextImageGenerator", ["inputText": .styledText(styled)])) == [20, 24])
  }

  @Test func signsOfMarkupAndControlCharactersAreText() throws {
    let plain = try size(text("mm"))
    for signs in ["<b>mm</b>", "&amp;mm", "mm\u{1}\u{0}"] { #expect(try size(text(signs)).x > plain.x, "\(signs)") }
  }

  @Test func textThatTakesNoRoomIsTheEmptyImage() throws {
    #expect(try text("").extent == .empty)
    #expect(try text("m", ["inputScaleFactor": .number(0)]).extent == .empty)
  }

  /// Pango's numbers are integers; converting NaN to one would trap.
  @Test func numbersThatAreNoneAreNoTrap() throws {
    #expect(message { _ = try text("m", ["inputFontSize": .number(.nan)]) }.contains("size of a font is nan"))
    for number in [Double.nan, .infinity, -.infinity, 1e308] {
      var run = StyledText.Run(text: "m", font: "DejaVuSans", size: 20, color: ColorValue(number, number, 0, number))
      (run.background, run.kern) = (run.color, number)
      #expect(message { _ = try styled(run) } == "")
      run.size = number
      #expect(message { _ = try styled(run) } != "" || number == -.infinity)
      for key in ["inputScaleFactor", "inputPadding"] {
        _ = message { _ = try text("m", [key: .number(number), "inputFontSize": .number(0)]) }
      }
    }
  }

  private func styled(_ run: StyledText.Run) throws -> Node {
    try filtered("CIAttributedTextImageGenerator", ["inputText": .styledText(StyledText([run]))])
  }

  @Test func tooMuchTextSaysTheLimit() {
    #expect(message { _ = try text(String(repeating: "m", count: 100_001)) }.contains("100000"))
    #expect(message { _ = try text(String(repeating: "m", count: 2000)) }.contains("16384"))
    #expect(
      message { _ = try text("m", ["inputFontSize": .number(1e9), "inputScaleFactor": .number(1e9)]) }.contains("16384")
    )
  }
}
