import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct StraightenFilterTests {
  private func straightened(_ image: Node, _ angle: Double) throws -> Node {
    try filtered("CIStraightenFilter", ["inputImage": .image(image), "inputAngle": .number(angle)])
  }

  @Test(arguments: [0.1, -0.7, 1.5, 3]) func theFrameStaysFull(angle: Double) throws {
    let frame = UserRect(x: 3, y: 5, width: 40, height: 20)
    let image = try straightened(flat(.one, frame), angle)
    #expect(image.extent == .finite(frame))
    for (x, y) in [(3.0, 5.0), (42, 5), (42, 24), (3, 24)] { expect(try pixel(image, x, y), near: .one, within: 1e-4) }
  }

  @Test func aQuarterTurnOfASquareKeepsItsScale() throws {
    let input = TestImage.noise(8, 8, seed: 5)
    let image = try straightened(input, .pi / 2)
    // What is right of the middle is above it.
    expect(try pixel(image, 2, 6), near: try pixel(input, 6, 5), within: 1e-4)
  }

  @Test func noAngleIsTheImage() throws {
    let input = flat(.one, square)
    #expect(try straightened(input, 0) === input)
  }

  @Test func anAngleThatIsNoneIsAnError() {
    #expect(message { _ = try straightened(flat(.one, square), .infinity) }.contains("CIStraightenFilter"))
  }
}
