import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorCubeTests {
  /// Each of eight corners another colour; alpha 1.
  private let corners: [Float] = [
    0, 0, 0, 1, /* red */ 0, 1, 0, 1, /* green */ 0, 0, 1, 1, /* yellow */ 1, 1, 1, 1,
    /* blue */ 1, 0, 0, 1, /* magenta */ 1, 1, 0, 1, /* cyan */ 1, 0, 1, 1, /* white */ 0.5, 0.5, 0.5, 1,
  ]

  private func looked(_ color: SIMD4<Float>, _ table: [Float], extrapolate: Bool = false) throws -> SIMD4<Float> {
    let image = try filtered(
      "CIColorCube",
      [
        "inputImage": .image(flat(color, square)), "inputCubeDimension": .number(2),
        "inputCubeData": .data(cube(table)),
        "inputExtrapolate": .bool(extrapolate),
      ])
    return try pixel(image, 3, 4)
  }

  @Test func redCountsFastestThenGreenThenBlue() throws {
    expect(try looked([1, 0, 0, 1], corners), near: [0, 1, 0, 1])
    expect(try looked([0, 1, 0, 1], corners), near: [0, 0, 1, 1])
    expect(try looked([0, 0, 1, 1], corners), near: [1, 0, 0, 1])
    expect(try looked([1, 1, 1, 1], corners), near: [0.5, 0.5, 0.5, 1])
  }

  @Test func betweenTheCornersItIsTheirMean() throws {
    expect(try looked([0.25, 0, 0, 1], corners), near: [0, 0.25, 0, 1])
    expect(try looked([0.5, 0.5, 0.5, 1], corners), near: [0.5625, 0.4375, 0.4375, 1])
  }

  @Test func theDefaultTableChangesNothingInside() throws {
    let image = try filtered("CIColorCube", ["inputImage": .image(flat([0.1, 0.2, 0.3, 0.5], square))])
    expect(try pixel(image, 0, 0), near: [0.1, 0.2, 0.3, 0.5])
    expect(try pixel(image, -1, 0), near: .zero)
  }

  @Test func straightColoursAreLookedUpAndTheTableIsPremultiplied() throws {
    let table = (0..<8).flatMap { _ -> [Float] in [0.25, 0.5, 0, 0.5] }
    expect(try looked([0.5, 0, 0, 0.5], corners), near: [0, 0.5, 0, 0.5])
    expect(try looked([0.1, 0.1, 0.1, 0.5], table), near: [0.125, 0.25, 0, 0.25])
  }

  @Test func valuesOutsideRepeatTheRimOrGoOn() throws {
    expect(try looked([2, -1, 0.5, 1], identityCube), near: [1, 0, 0.5, 1])
    expect(try looked([2, -1, 0.5, 1], identityCube, extrapolate: true), near: [2, -1, 0.5, 1])
  }

  @Test func dataOfAnotherSizeIsRefused() {
    for count in [0, 127, 129, 16 * 27] {
      let text = message {
        _ = try filtered(
          "CIColorCube",
          [
            "inputImage": .image(flat(.one, square)), "inputCubeDimension": .number(2),
            "inputCubeData": .data(Data(count: count)),
          ])
      }
      #expect(text.contains("CIColorCube") && text.contains("inputCubeData") && text.contains("128"))
    }
  }

  @Test func dimensionsEndAt128() throws {
    for side in [1.0, 129, -3, .nan, 1e30] {
      let text = message {
        _ = try filtered(
          "CIColorCube", ["inputImage": .image(flat(.one, square)), "inputCubeDimension": .number(side)])
      }
      #expect(text.contains("inputCubeDimension") && text.contains("128"), "\(side)")
    }
    let white = [Float](repeating: 0.75, count: 4 * 128 * 128 * 128)
    let image = try filtered(
      "CIColorCube",
      [
        "inputImage": .image(flat([1, 0.3, 0.999, 1], square)), "inputCubeDimension": .number(128),
        "inputCubeData": .data(cube(white)),
      ])
    expect(try pixel(image, 1, 1), near: SIMD4(repeating: 0.75))
  }
}
