import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import TestSupport
import Testing

@Suite struct PixellateTests {
  func mosaic(_ image: Node, _ center: [Double], _ scale: Double) throws -> Node {
    try filtered(
      "CIPixellate", ["inputImage": .image(image), "inputCenter": .vector(center), "inputScale": .number(scale)])
  }

  @Test func aCellHasTheMeanOfItsPixels() throws {
    // Two columns of 0 and two of 1: cells of two pixels with corners at odd places mix one of each.
    let right = flat([1, 1, 1, 1], UserRect(x: 2, y: 0, width: 2, height: 4))
    let image = try filtered(
      "CISourceOverCompositing",
      [
        "inputImage": .image(right),
        "inputBackgroundImage": .image(flat([0, 0, 0, 1], UserRect(x: 0, y: 0, width: 4, height: 4))),
      ])
    expect(try pixel(mosaic(image, [1, 0], 2), 1, 1), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(mosaic(image, [1, 0], 2), 2, 1), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(mosaic(image, [0, 0], 2), 1, 1), near: [0, 0, 0, 1])
  }

  @Test func theExtentIsRoundedOutToWholeCells() throws {
    let image = try mosaic(flat(.one, square), [1, 0], 8)
    #expect(image.extent == .finite(UserRect(x: -7, y: 0, width: 24, height: 16)))
    // One of eight columns is there.
    expect(try pixel(image, -7, 3), near: SIMD4(repeating: 0.125))
  }

  @Test func aCellLargerThanTheImageIsItsMean() throws {
    let image = try mosaic(flat(.one, square), [0, 0], 1e6)
    expect(try pixel(image, 5000, 5000), near: SIMD4(repeating: 1e-10), within: 1e-12)
  }
}
