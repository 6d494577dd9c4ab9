import Barcodes
import CBarcode
import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct QRCodeGeneratorTests {
  func code(_ text: String, level: String = "M") throws -> Node {
    try filtered("CIQRCodeGenerator", ["inputMessage": .data(Data(text.utf8)), "inputCorrectionLevel": .text(level)])
  }

  @Test func aShortMessageHasTwentyOneModulesAndAQuietZone() throws {
    let image = try code("Hello world", level: "L")
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 23, height: 23)))
    #expect(try pixel(image, 0, 22) == [1, 1, 1, 1])
    // The finder pattern at the top left: dark, light, dark square.
    #expect(try pixel(image, 1, 21) == [0, 0, 0, 1])
    #expect(try pixel(image, 2, 20) == [1, 1, 1, 1])
    #expect(try pixel(image, 4, 18) == [0, 0, 0, 1])
    // The corner without a finder pattern lies at the lower right.
    #expect(try pixel(image, 21, 21) == [0, 0, 0, 1])
    #expect(try pixel(image, 1, 1) == [0, 0, 0, 1])
  }

  @Test func unknownLevelsListTheKnownOnes() {
    #expect(message { _ = try code("a", level: "X") }.contains("L, M, Q or H"))
  }

  @Test func aMessageThatIsTooLongSaysHowMuchFits() {
    let text = message { _ = try code(String(repeating: "é", count: 2000), level: "H") }
    #expect(text.contains("4000") && text.contains("1273"))
    #expect(message { _ = try code(String(repeating: "é", count: 9000)) }.contains("2331"))
  }

  @Test func anEmptyMessageIsAnError() {
    #expect(message { _ = try code("") }.contains("inputMessage"))
  }

  // MARK: - Masks

  private func penalty(_ rows: String...) -> Int {
    var grid = ModuleGrid(width: rows[0].count, height: rows.count)
    for (y, row) in rows.enumerated() { for (x, module) in row.enumerated() { grid[x, y] = module == "1" } }
    return grid.maskPenalty
  }

  @Test func whatLooksLikeAMarkerCostsForty() {
    #expect(penalty("10111010000") == 40)
    #expect(penalty("00001011101") == 40)
    // Three light modules are too few, and beyond the symbol there are none.
    #expect(penalty("0001011101") == 0)
    // Light on both sides: once; 5 of 15 are dark, 3 whole twentieths from a half: 30.
    #expect(penalty("000010111010000") == 70)
    // Wider than 1 : 1 : 3 : 1 : 1 at the end.
    #expect(penalty("000010111011001") == 0)
  }

  @Test func longRunsSquaresAndImbalanceCost() {
    // Runs of five and six: 3 and 4.
    #expect(penalty("0000011111") == 6)
    #expect(penalty("000000111111") == 8)
    // Two squares of two by two, one of them light.
    #expect(penalty("1100", "1100") == 6)
    // All of 21 x 21 light: 42 lines of 19, 400 squares of 3, and ten twentieths.
    #expect(ModuleGrid(width: 21, height: 21).maskPenalty == 42 * 19 + 1200 + 100)
  }

  @Test(arguments: ["Hello world", "https://example.org/a?b=c", "0123456789", "Grüße aus dem Norden"])
  func theMaskIsTheFirstOfThoseThatCostLeast(text: String) throws {
    let made = try #require(try Zint.qrCode(Data(text.utf8), level: 2, filter: "test"))
    let all = try (0..<8).map { mask in
      try #require(try Zint.symbol(CBARCODE_QR, Data(text.utf8), level: 2, mask: mask, filter: "test"))
    }
    #expect(Set(all.map(\.maskPenalty)).count > 1)
    let least = try #require(all.map(\.maskPenalty).min())
    #expect(made == all.first { $0.maskPenalty == least })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0 != $1 })
  }

  // MARK: - Crispness

  private func scaled(_ image: Node, _ factor: Double) throws -> Node {
    try #require(image.transformed(by: .scale(factor, factor)))
  }

  /// Every pixel is that of the module it lies in, however the factor is composed. No centre lies on a border.
  @Test(arguments: Backend.available) func enlargedModulesAreHard(on backend: Backend) throws {
    let image = try code("Hello world", level: "L")
    let plain = try renderReference(image, UserRect(x: 0, y: 0, width: 23, height: 23))
    let moved = try #require(try scaled(image, 2).transformed(by: .translation(0.25, -0.4)))
    let inverted = image.mapped(by: ColorInvert.formula).mapped(by: ColorInvert.formula)
    let cases: [(image: Node, factor: Double, shift: SIMD2<Double>)] = [
      (try scaled(image, 7.37), 7.37, .zero), (try scaled(scaled(image, 2), 2.5), 5, .zero),
      (try scaled(inverted, 3), 3, .zero), (try scaled(moved, 3), 6, [0.75, -1.2]),
    ]
    for (large, factor, shift) in cases {
      let frame = UserRect(x: 2, y: 2, width: 60, height: 60)
      let source = try backend.render(large, frame)
      withExtendedLifetime((source, plain)) {
        for index in 0..<3600 {
          let (x, y) = (index % 60, 59 - index / 60)
          let module = ((SIMD2(Double(x) + 2.5, Double(y) + 2.5) - shift) / factor).rounded(.down)
          let expected = plain.pixels[(22 - Int(module.y)) * 23 + Int(module.x)]
          #expect(source.pixels[index] == expected, "\(x), \(y) by \(factor)")
        }
      }
    }
  }

  @Test func thereAndBackIsTheCodeAndShrinkingIsSmooth() throws {
    let image = try code("Hello world", level: "L")
    let back = try scaled(scaled(image, 10), 0.1)
    expect(try pixel(back, 1, 21), near: [0, 0, 0, 1])
    // Two modules of the margin and two dark ones of the marker.
    let small = try scaled(image.cropped(to: UserRect(x: 0, y: 20, width: 2, height: 2)), 0.5)
    expect(try pixel(small, 0, 10), near: [0.5, 0.5, 0.5, 1])
    // An explicit linear sampler still smooths.
    let smooth = try scaled(image.sampled(.linear), 4)
    let edge = try (0..<12).map { try pixel(smooth, Double($0), 80).x }
    #expect(edge.contains { $0 > 0 && $0 < 1 })
  }
}
