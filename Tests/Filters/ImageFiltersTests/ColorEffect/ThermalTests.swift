import ImageFilters
import ImageGraph
import Testing

@Suite struct ThermalTests {
  @Test func darkIsColdAndBrightIsHot() throws {
    func made(_ grey: Float) throws -> SIMD4<Float> {
      try pixel(filtered("CIThermal", ["inputImage": .image(flat([grey, grey, grey, 1], square))]), 1, 1)
    }
    let (black, middle, white) = (try made(0), try made(0.2176), try made(1))
    #expect(black.z > black.x && black.z > black.y)
    #expect(middle.y > middle.x && middle.y > middle.z)
    #expect(white.x > 0.9 && white.y < 0.02 && white.z < 0.02)
    #expect(try made(5) == white)
  }

  @Test func straightColourCountsAndAlphaStays() throws {
    func made(_ color: SIMD4<Float>) throws -> SIMD4<Float> {
      try pixel(filtered("CIThermal", ["inputImage": .image(flat(color, square))]), 1, 1)
    }
    let whole = try made([0.2, 0.4, 0.6, 1])
    expect(try made([0.05, 0.1, 0.15, 0.25]), near: whole / 4)
  }
}
