import Barcodes
import Foundation
import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct RoundedQRCodeGeneratorTests {
  private func code(_ text: String = "Hello world", _ values: [String: InputValue] = [:]) throws -> Node {
    let message: [String: InputValue] = ["inputMessage": .data(Data(text.utf8)), "inputScale": .number(8)]
    return try filtered("CIRoundedQRCodeGenerator", message.merging(values) { $1 })
  }

  /// The pixel in the middle of a module, counted from the upper left without the margin, in a code of so many.
  private func module(_ image: Node, _ x: Int, _ y: Int) throws -> SIMD4<Float> {
    let top = try #require(image.extent.rect).max.y
    return try pixel(image, Double(8 * (x + 1) + 4), top - Double(8 * (y + 1) + 4) - 1)
  }

  @Test func withoutRoundCornersAndAFreePlaceItIsTheQRCodeMadeLarger() throws {
    let plain = try filtered("CIQRCodeGenerator", ["inputMessage": .data(Data("Hello world".utf8))])
    let large = try code(
      values: ["inputRoundedMarkers": .number(0), "inputRoundedData": .bool(false), "inputCenterSpaceSize": .number(0)])
    #expect(plain.extent == .finite(UserRect(x: 0, y: 0, width: 23, height: 23)))
    #expect(large.extent == .finite(UserRect(x: 0, y: 0, width: 184, height: 184)))
    for y in 0..<23 {
      for x in 0..<23 {
        let expected = try pixel(plain, Double(x), Double(y))
        for corner in [0.0, 7] {
          let found = try pixel(large, Double(8 * x) + corner, Double(8 * y) + 7 - corner)
          expect(found, near: expected)
        }
      }
    }
  }

  private func code(values: [String: InputValue]) throws -> Node { try code("Hello world", values) }

  @Test func markersAreSquaresRoundedSquaresOrCircles() throws {
    // The outermost pixel of the upper left marker, and the one in the middle of its upper edge.
    for (kind, corner) in [(0.0, Float(0)), (1, 1), (2, 1)] {
      let image = try code(values: ["inputRoundedMarkers": .number(kind)])
      let top = try #require(image.extent.rect).max.y
      expect(try pixel(image, 8, top - 9), near: [corner, corner, corner, 1])
      expect(try pixel(image, 8 + 28, top - 9), near: [0, 0, 0, 1], within: 0.02)
      // Dark, light, dark along the middle line, for every form.
      for (x, light) in [(0, Float(0)), (1, 1), (2, 0), (3, 0), (4, 0), (5, 1), (6, 0)] {
        expect(try module(image, x, 3), near: [light, light, light, 1])
      }
    }
    // 14 modules round a circle of 7 keep 79 of 100 of its square dark or inside: at 45 degrees it begins at 1.03
    // modules.
    let circles = try code(values: ["inputRoundedMarkers": .number(2)])
    let top = try #require(circles.extent.rect).max.y
    expect(try pixel(circles, 8 + 7, top - 8 - 8), near: [1, 1, 1, 1])
    expect(try pixel(circles, 8 + 9, top - 8 - 10), near: [0, 0, 0, 1])
  }

  @Test func theFreeAreaIsLightAndTakesWholeModules() throws {
    let image = try code(values: ["inputCenterSpaceSize": .number(0.3)])
    let side = Int(try #require(image.extent.rect).size.x) / 8 - 2
    let free = min(Int(Double(side) * 0.3), side - 18)
    let odd = free % 2 == 0 ? free - 1 : free
    for y in (side - odd) / 2..<(side + odd) / 2 {
      for x in (side - odd) / 2..<(side + odd) / 2 {
        expect(try module(image, x, y), near: [1, 1, 1, 1])
      }
    }
  }

  /// Version 1 with level H corrects 8 of its 26 codewords; a square of 3 modules at 9...11 touches those of its two
  /// pairs of columns: 9 and 10 of rows 9...11 (one or two codewords of four rows), 11 with 12 as many.
  @Test func theCostOfASquareCountsTheCodewordsThatItTouches() {
    let cost = QRSymbol.cost(ofSquare: 3, version: 1, level: .h)
    #expect(cost >= 0.25 && cost <= 0.5)
    #expect(cost * 8 == (cost * 8).rounded())
    #expect(QRSymbol.cost(ofSquare: 1, version: 1, level: .h) == 0.125)
    #expect(QRSymbol.cost(ofSquare: 0, version: 7, level: .l) == 0)
    // The middle of version 7 is an alignment pattern, which holds no codewords.
    #expect(QRSymbol.cost(ofSquare: 5, version: 7, level: .l) == 0)
  }

  @Test func coloursAreThoseOfLightAndDarkModules() throws {
    let image = try code(
      values: ["inputColor0": .color(ColorValue(0, 0, 0, 0)), "inputColor1": .color(ColorValue(1, 0, 0, 1))])
    expect(try module(image, 3, 3), near: [1, 0, 0, 1])
    expect(try pixel(image, 0, 0), near: [0, 0, 0, 0])
  }

  @Test func whatCannotBeMadeIsAnError() {
    #expect(message { _ = try code("") }.contains("inputMessage"))
    #expect(message { _ = try code(values: ["inputCorrectionLevel": .text("X")]) }.contains("L, M, Q or H"))
    #expect(message { _ = try code(values: ["inputScale": .number(.nan)]) }.contains("inputScale"))
    let long = message { _ = try code(String(repeating: "é", count: 2000)) }
    #expect(long.contains("4000") && long.contains("free centre"))
  }

  @Test func extremeSizesAreLimited() throws {
    let huge = try code(values: ["inputScale": .number(1e9), "inputCenterSpaceSize": .number(1e9)])
    #expect(try #require(huge.extent.rect).size.x <= 64 * 200)
    let tiny = try code(values: ["inputScale": .number(-5), "inputRoundedMarkers": .number(-3)])
    #expect(try #require(tiny.extent.rect).size.x.truncatingRemainder(dividingBy: 8) == 0)
  }
}
