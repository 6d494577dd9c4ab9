import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorCubeWithColorSpaceTests {
  @Test func theTableIsLookedUpInTheSpace() throws {
    // Linear 0.2140411 is 0.5 in sRGB: the point between 0 and 1, where this table has 1 - x.
    let table = identityCube.enumerated().map { $0 % 4 == 3 ? 1 : 1 - $1 }
    let image = try filtered(
      "CIColorCubeWithColorSpace",
      [
        "inputImage": .image(flat([0.2140411, 1, 0, 1], square)), "inputCubeData": .data(cube(table)),
        "inputColorSpace": .colorSpace(.sRGB),
      ])
    expect(try finalPixel(image, 1, 1), near: [0.2140411, 0, 1, 1])
  }

  @Test func withoutASpaceItIsTheWorkingSpace() throws {
    let table = identityCube.enumerated().map { $0 % 4 == 3 ? 1 : 1 - $1 }
    let image = try filtered(
      "CIColorCubeWithColorSpace",
      ["inputImage": .image(flat([0.25, 1, 0, 1], square)), "inputCubeData": .data(cube(table))])
    expect(try finalPixel(image, 1, 1), near: [0.75, 0, 1, 1])
  }

  @Test func greySpacesAreRefused() {
    let text = message {
      _ = try filtered(
        "CIColorCubeWithColorSpace",
        ["inputImage": .image(flat(.one, square)), "inputColorSpace": .colorSpace(.genericGrayGamma2_2)])
    }
    #expect(text.contains("CIColorCubeWithColorSpace") && text.contains("inputColorSpace"))
  }
}
