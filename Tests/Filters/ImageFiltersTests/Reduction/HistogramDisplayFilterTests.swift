import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct HistogramDisplayFilterTests {
  private func chart(_ values: [String: InputValue]) throws -> Node {
    let histogram = flat([0.5, 0.25, 0, 1], UserRect(x: 3, y: 2, width: 10, height: 1))
    return try filtered("CIHistogramDisplayFilter", ["inputImage": .image(histogram)].merging(values) { $1 })
  }

  @Test func barsAreAsHighAsTheValues() throws {
    let image = try chart(["inputHeight": .number(40)])
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 10, height: 40)))
    expect(try pixel(image, 4, 9), near: [1, 1, 0.03, 1])
    expect(try pixel(image, 4, 10), near: [1, 0.03, 0.03, 1])
    expect(try pixel(image, 4, 19), near: [1, 0.03, 0.03, 1])
    expect(try pixel(image, 4, 20), near: [0.03, 0.03, 0.03, 1])
  }

  @Test(arguments: Backend.available) func infiniteBarsReachTheTop(_ backend: Backend) throws {
    // Adjacent colours, for which a mean of two would be wrong.
    let bars = Node.combined(
      [
        flat([.infinity, -.infinity, 1e30, 1], UserRect(x: 3, y: 2, width: 2, height: 1)),
        flat([0.5, .infinity, 0.5, 1], UserRect(x: 5, y: 2, width: 2, height: 1)),
      ], by: SourceOverCompositing.formula, extent: .union)
    let image = try filtered("CIHistogramDisplayFilter", ["inputImage": .image(bars), "inputHeight": .number(4)])
    let region = UserRect(x: 0, y: 0, width: 4, height: 4)
    for made in [try backend.render(image, region, working: .rgbaFloat), try renderReference(image, region)] {
      withExtendedLifetime(made) {
        for column in 0..<4 { #expect(made.pixels[column].y == (column < 2 ? 0.03 : 1), "\(made.pixels[column])") }
        #expect(made.pixels[0].x == 1 && made.pixels[0].z == 1)
      }
    }
  }

  @Test func theEndsAreDarkerAndLighter() throws {
    let image = try chart(["inputLowLimit": .number(0.2), "inputHighLimit": .number(0.7)])
    expect(try pixel(image, 1, 0), near: [0.5, 0.5, 0.015, 1])
    expect(try pixel(image, 5, 0), near: [1, 1, 0.03, 1])
    expect(try pixel(image, 8, 0), near: [1, 1, 0.2725, 1])
  }

  @Test func heightsOutOfRangeAreRefused() {
    for height in [0.0, -3, 5000, .nan] {
      #expect(message { _ = try chart(["inputHeight": .number(height)]) }.contains("inputHeight"))
    }
  }
}
