import ImageFilters
import ImageGraph
import ReferenceEngine
import Testing

@Suite struct RandomGeneratorTests {
  @Test func everyNumberIsAsLikely() throws {
    let image = try filtered("CIRandomGenerator")
    #expect(image.extent == .infinite)
    let source = try ReferenceRenderer().render(image, UserRect(x: -64, y: -64, width: 128, height: 128))
    let pixels = Array(source.pixels)
    for component in 0..<4 {
      let values = pixels.map { Double($0[component]) }
      // 16384 uniform numbers: the mean is off by 0.00226 as a rule, each tenth of the range holds 1638 +- 38.
      let mean: Double = values.reduce(0, +) / 16384
      #expect(abs(mean - 0.5) < 4 * 0.00226)
      for tenth in 0..<10 {
        let count: Int = values.filter { Int($0 * 10) == tenth }.count
        #expect(abs(count - 1638) < 4 * 38)
      }
      // Neighbours are uncorrelated: the correlation is 0 +- 1 / 128.
      var sum = 0.0
      for (value, next) in zip(values, values.dropFirst()) { sum += (value - 0.5) * (next - 0.5) * 12 }
      let correlation = sum / 16383
      #expect(abs(correlation) < 4.0 / 128)
    }
  }

  @Test func theFieldIsAlwaysTheSame() throws {
    #expect(try pixel(filtered("CIRandomGenerator"), 5, -7) == pixel(filtered("CIRandomGenerator"), 5, -7))
    #expect(try pixel(filtered("CIRandomGenerator"), 5, -7) != pixel(filtered("CIRandomGenerator"), 6, -7))
  }
}
