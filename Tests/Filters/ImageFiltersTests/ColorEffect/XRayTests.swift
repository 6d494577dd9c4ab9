import ImageFilters
import ImageGraph
import Testing

@Suite struct XRayTests {
  @Test func darkShinesAndBrightIsDark() throws {
    func made(_ grey: Float) throws -> SIMD4<Float> {
      try pixel(filtered("CIXRay", ["inputImage": .image(flat([grey, grey, grey, 1], square))]), 1, 1)
    }
    var last = try made(0)
    #expect(last.x > 0.8)
    for grey: Float in [0.01, 0.05, 0.2, 0.5, 1] {
      let next = try made(grey)
      #expect(next.x < last.x && next.y < last.y && next.z < last.z)
      #expect(next.z >= next.y && next.y >= next.x)
      last = next
    }
  }

  @Test func clearStaysClear() throws {
    expect(try pixel(filtered("CIXRay", ["inputImage": .image(flat(.zero, square))]), 1, 1), near: .zero)
  }
}
