import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct ZoomBlurTests {
  func zoomed(_ image: Node, _ amount: Double, center: [Double] = [0, 0]) throws -> Node {
    try filtered(
      "CIZoomBlur", ["inputImage": .image(image), "inputCenter": .vector(center), "inputAmount": .number(amount)])
  }

  @Test func aColourStays() throws {
    let colour = Node.generated(by: .constant, SIMD4<Float>(0.2, 0.4, 0.8, 1))
    expect(try pixel(zoomed(colour, 30), 50, 20), near: [0.2, 0.4, 0.8, 1])
    expect(try pixel(zoomed(colour, -30), 50, 20), near: [0.2, 0.4, 0.8, 1])
  }

  /// Half of all weight is beyond the middle of the scales: the point whose middle scale meets the edge is half clear.
  @Test func anEdgeIsHalfwayWhereTheMiddleScaleMeetsIt() throws {
    let image = try zoomed(flat(.one, UserRect(x: -100, y: -100, width: 200, height: 200)), 30)
    let middle = (1 + pow(0.98, 30 as Double)) / 2
    expect(try pixel(image, (100 / middle).rounded() - 0.5, 0), near: SIMD4(repeating: 0.5), within: 0.03)
    expect(try pixel(image, 95, 0), near: .one)
  }

  /// The first of a hundred samples is outside, all others are inside.
  @Test func aHundredReadingsCountAlike() throws {
    let image = try zoomed(flat(.one, UserRect(x: -1000, y: -1000, width: 2000, height: 2000)), 30)
    expect(try pixel(image, 1000, 0), near: SIMD4(repeating: 0.99))
  }

  @Test func theExtentReachesAsFarAsTheSmallestScale() throws {
    let extent = try #require(
      try zoomed(flat(.one, UserRect(x: 0, y: 0, width: 660, height: 483)), 30, center: [200, 200])
        .extent.rect)
    // As Core Image's: 1211 by 886 pixels.
    #expect(extent == UserRect(x: -167, y: -167, width: 1211, height: 886))
  }

  @Test func noAmountPassesTheImageOnAndAHugeOneIsRefused() throws {
    let input = flat(.one, square)
    #expect(try zoomed(input, 0) === input)
    #expect(message { _ = try zoomed(input, 1e6) }.contains("inputAmount"))
  }
}
