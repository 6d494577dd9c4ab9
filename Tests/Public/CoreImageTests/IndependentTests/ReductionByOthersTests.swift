import CoreImage
import Foundation
import Testing

/// Compares averages and histograms with numpy.
@Suite struct ReductionByOthersTests {
  /// Rows 5 ..< 75 from below are rows 15 ..< 85 from above.
  private static let rect = CGRect(x: 7, y: 5, width: 100, height: 70)
  private static let part = "part = images[0][15:85, 7:107]\n"

  @Test(arguments: Engine.allCases)
  func averageIsThatOfNumpy(on engine: Engine) throws {
    let input = Floats.hard(120, 90, seed: 16)
    let image = input.image.applyingFilter("CIAreaAverage", parameters: ["inputExtent": CIVector(cgRect: Self.rect)])
    #expect(image.extent == CGRect(x: 0, y: 0, width: 1, height: 1))
    let expected = try Floats.python(Self.part + "result = part.mean((0, 1)).reshape(1, 1, 4)", [input])
    expect(try Floats(image, image.extent, on: engine), near: expected, within: 1e-4)
  }

  @Test(arguments: [10, 64, 256], Engine.allCases)
  func histogramIsThatOfNumpy(bins: Int, on engine: Engine) throws {
    let input = Floats.hard(120, 90, seed: 17)
    let image = input.image.applyingFilter(
      "CIAreaHistogram",
      parameters: ["inputExtent": CIVector(cgRect: Self.rect), "inputCount": bins, "inputScale": 1])
    #expect(image.extent == CGRect(x: 0, y: 0, width: Double(bins), height: 1))
    let expected = try Floats.python(
      Self.part + """
        bins = int(numbers[0])
        shares = [np.histogram(part[..., n], bins=bins, range=(0, 1))[0] / part[..., n].size for n in range(4)]
        result = np.stack(shares, -1)[None]
        """, [input], [Double(bins)])
    // One pixel on the border between two bins may be in either of them.
    expect(try Floats(image, image.extent, on: engine), near: expected, within: 1.01 / 7000)
  }
}
