import ImageColor
import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct DitherTests {
  /// Uniform noise over a tenth of the encoded range: at most 0.05 to either side, mean 0 and variance 0.1² / 12.
  @Test func theNoiseIsEvenAndCentred() throws {
    let rect = UserRect(x: 0, y: 0, width: 64, height: 64)
    let image = try filtered("CIDither", ["inputImage": .image(flat([0.2140411, 0.2140411, 0.2140411, 1], rect))])
    let source = try ReferenceRenderer().render(image, rect)
    let coded = (0..<4096).map { sRGBFromLinear(Double(source.pixels[$0].x)) - 0.5 }
    #expect(coded.allSatisfy { abs($0) <= 0.0501 })
    let mean = coded.reduce(0, +) / 4096
    let variance = coded.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 4096
    #expect(abs(mean) < 0.002 && abs(variance - 0.01 / 12) < 0.00005)
  }

  @Test func noneAtIntensityZeroAndNoneWhereItIsClear() throws {
    let none = try filtered(
      "CIDither", ["inputImage": .image(flat([0.1, 0.2, 0.3, 1], square)), "inputIntensity": .number(0)])
    #expect(try pixel(none, 1, 1) == [0.1, 0.2, 0.3, 1])
    expect(try pixel(filtered("CIDither", ["inputImage": .image(flat(.zero, square))]), 1, 1), near: .zero)
  }
}
