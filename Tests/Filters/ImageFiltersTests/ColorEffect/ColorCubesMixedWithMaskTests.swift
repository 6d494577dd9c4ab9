import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ColorCubesMixedWithMaskTests {
  @Test func theMaskGoesFromTheFirstTableToTheSecond() throws {
    let (dark, bright) = (flat([0, 0, 0, 1], square), flat([0.5, 0.25, 0.5, 1], square))
    func image(_ mask: Node) throws -> Node {
      try filtered(
        "CIColorCubesMixedWithMask",
        [
          "inputImage": .image(flat([1, 0, 0, 1], square)), "inputMaskImage": .image(mask),
          "inputCube0Data": .data(cube((0..<8).flatMap { _ -> [Float] in [0, 0, 1, 1] })),
          "inputCube1Data": .data(cube((0..<8).flatMap { _ -> [Float] in [0, 1, 0, 1] })),
        ])
    }
    expect(try pixel(image(dark), 2, 2), near: [0, 0, 1, 1])
    expect(try pixel(image(bright), 2, 2), near: [0, 0.25, 0.75, 1])
    // Outside of the mask the first table counts.
    expect(try pixel(image(flat(.one, UserRect(x: 0, y: 0, width: 5, height: 10))), 7, 2), near: [0, 0, 1, 1])
    #expect(try image(flat(.one, square.outset(by: 20))).extent == .finite(square))
  }

  @Test func eachTableIsChecked() {
    for key in ["inputCube0Data", "inputCube1Data"] {
      let text = message {
        _ = try filtered(
          "CIColorCubesMixedWithMask",
          [
            "inputImage": .image(flat(.one, square)), "inputMaskImage": .image(flat(.one, square)),
            key: .data(Data(count: 12)),
          ])
      }
      #expect(text.contains("CIColorCubesMixedWithMask") && text.contains(key))
    }
  }
}
