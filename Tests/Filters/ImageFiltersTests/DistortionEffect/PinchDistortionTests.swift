import ImageFilters
import ImageGraph
import Testing

@Suite struct PinchDistortionTests {
  private func source(_ x: Float, _ y: Float, scale: Float) -> SIMD2<Float> {
    PinchDistortion.formula.source(x, y, SIMD2<Float>.zero, Float(16), scale)
  }

  @Test func pixelsComeFromFartherOutInside() {
    // Halfway between the distance 4 and √(4 · 16) = 8.
    expect(source(4, 0, scale: 0.5), at: [6, 0])
    expect(source(4, 0, scale: 1), at: [8, 0])
    expect(source(0, -4, scale: 2), at: [0, -12])
  }

  @Test func beyondTheRadiusTheImageGrowsOutwards() {
    // Halfway between the distance 64 and √(64 · 16) = 32.
    expect(source(0, 64, scale: 0.5), at: [0, 48])
  }

  @Test func scaleZeroTheRimAndTheCentreStay() {
    expect(source(3, 4, scale: 0), at: [3, 4])
    expect(source(0, -16, scale: 0.5), at: [0, -16])
    expect(source(0, 0, scale: 2), at: [0, 0])
  }

  private func extent(_ rect: UserRect, scale: Double, radius: Double = 16) throws -> Extent {
    try filtered(
      "CIPinchDistortion",
      [
        "inputImage": .image(flat(.one, rect)), "inputCenter": .vector([0, 0]), "inputRadius": .number(radius),
        "inputScale": .number(scale),
      ]
    ).extent
  }

  @Test func theExtentIsTheBoxOfTheMovedCornersAndAPixel() throws {
    // A corner 48 pixels away is shown 64 away, one 6 away at 4: by a third farther, and by a third nearer.
    let far = UserRect([-28.8, -38.4], [28.8, 38.4])
    #expect(near(try extent(far, scale: 0.5), UserRect([-39.4, -52.2], [39.4, 52.2])))
    let close = UserRect([-3.6, -4.8], [3.6, 4.8])
    #expect(near(try extent(close, scale: 0.5), UserRect([-3.4, -4.2], [3.4, 4.2])))
    #expect(try extent(far, scale: 0) == .finite(far))
    // Scales beyond the slider's ends count as these.
    #expect(try extent(far, scale: -3) == .finite(far))
    #expect(try extent(far, scale: 9) == extent(far, scale: 2))
  }

  @Test func anImageBesideTheCentreIsNotCut() throws {
    // Its left side is shown 4 pixels away where it was 6, its corners nearer to where they were.
    let rect = try #require(try extent(UserRect(x: 6, y: -30, width: 20, height: 60), scale: 0.5).rect)
    #expect(abs(rect.min.x - 3) < 1e-9)
  }

  private func near(_ extent: Extent, _ expected: UserRect) -> Bool {
    guard let rect = extent.rect else { return false }
    let (low, high) = (rect.min - expected.min, rect.max - expected.max)
    return (low * low + high * high).max() < 1e-12
  }
}
