import ImageFilters
import ImageGraph
import Testing

@Suite struct CircularWrapTests {
  private func source(_ x: Float, _ y: Float, angle: Float = 0) -> SIMD2<Float> {
    CircularWrap.formula.source(x, y, SIMD2<Float>.zero, Float(10), angle, SIMD2<Float>(50, 3), Float(80))
  }

  @Test func theMiddleIsOnTopAndGoesClockwise() {
    expect(source(0, 12), at: [50, 5])
    expect(source(12, 0), at: [70, 5])
    expect(source(-12, 0), at: [30, 5])
  }

  @Test func theAngleTurnsCounterclockwise() {
    let from = source(-12, 0, angle: .pi / 2)
    #expect(abs(from.x - 50) < 1e-4 && abs(from.y - 5) < 1e-4)
  }

  @Test func theExtentIsTheRing() throws {
    let image = try filtered(
      "CICircularWrap",
      [
        "inputImage": .image(flat(.one, UserRect(x: 7, y: 9, width: 60, height: 5))), "inputCenter": .vector([0, 0]),
        "inputRadius": .number(10),
      ])
    #expect(image.extent == .finite(UserRect(x: -15, y: -15, width: 30, height: 30)))
    expect(try pixel(image, 0, 0), near: .zero)
    expect(try pixel(image, 12, 0), near: .one, within: 1e-4)
    // The seam, where the ends meet.
    expect(try pixel(image, 0, -13), near: .one, within: 1e-4)
  }
}
