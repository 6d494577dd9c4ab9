import ImageFilters
import ImageGraph
import Testing

@Suite struct DisparityToDepthTests {
  @Test func undoesDepthToDisparity() throws {
    let depth = flat([2, 0.5, 4, 1], square)
    let disparity = try filtered("CIDepthToDisparity", ["inputImage": .image(depth)])
    let back = try filtered("CIDisparityToDepth", ["inputImage": .image(disparity)])
    expect(try pixel(back, 1, 1), near: [2, 0.5, 4, 1])
  }
}
