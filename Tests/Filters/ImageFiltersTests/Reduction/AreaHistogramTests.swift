import Foundation
import ImageFilters
import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

@Suite struct AreaHistogramTests {
  func histogram(_ image: Node, bins: Double, scale: Double = 1) throws -> Node {
    try filtered(
      "CIAreaHistogram",
      [
        "inputImage": .image(image), "inputExtent": .vector([0, 0, 10, 10]), "inputCount": .number(bins),
        "inputScale": .number(scale),
      ])
  }

  @Test func hitsOverPixelsTimesScale() throws {
    // Red 0.3 lies in bin 1 of 4, green 0.5 in bin 2, blue 1 and alpha 1 in the last.
    let image = try histogram(flat([0.3, 0.5, 1, 1], square), bins: 4, scale: 2)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 4, height: 1)))
    expect(try pixel(image, 0, 0), near: .zero)
    expect(try pixel(image, 1, 0), near: [2, 0, 0, 0])
    expect(try pixel(image, 2, 0), near: [0, 2, 0, 0])
    expect(try pixel(image, 3, 0), near: [0, 0, 2, 2])
  }

  @Test func aNumberOfBinsOutOfRangeIsAnError() {
    for bins in [0.0, 2049] {
      let text = message { _ = try histogram(flat(.one, square), bins: bins) }
      #expect(text.contains("CIAreaHistogram") && text.contains("inputCount"))
    }
  }
}
