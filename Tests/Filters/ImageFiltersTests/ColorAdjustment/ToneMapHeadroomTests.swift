import ImageColor
import ImageFilters
import ImageGraph
import Testing

@Suite struct ToneMapHeadroomTests {
  private func mapped(_ color: SIMD4<Float>, from source: Float, to target: Float) throws -> SIMD4<Float> {
    try pixel(ToneMapHeadroom.mapped(flat(color, square), from: source, to: target), 3, 3)
  }

  /// ITU-R BT.2390-11, 5.4.1 by hand for 1000 to 203 cd/m²: PQ signals 0.751827 and 0.580689, so the target is 0.772370
  /// of the source and the knee 0.658555 of it; the signal 0.6 is 0.798056 of it, 0.408560 of the way from knee to top:
  /// (0.635632 · 0.658555 + 0.142915 · 0.341445 + 0.364368 · 0.772370) · 0.751827 = 0.562986.
  @Test func theRollOffIsThatOfTheStandard() throws {
    let (bright, expected) = (TransferFunction.pq.linear(0.6), TransferFunction.pq.linear(0.562986))
    let result = try mapped([Float(bright), Float(bright), Float(bright), 1], from: 1000 / 203, to: 1)
    #expect(abs(Double(result.x) - expected) < 2e-3 * expected)
    #expect(result.x == result.y && result.y == result.z && result.w == 1)
  }

  @Test func theSourcesHeadroomBecomesTheTargets() throws {
    expect(try mapped([4, 4, 4, 1], from: 4, to: 1), near: [1, 1, 1, 1], within: 1e-4)
    expect(try mapped([9, 9, 9, 1], from: 4, to: 2), near: [2, 2, 2, 1], within: 2e-4)
  }

  @Test func whatIsBelowTheKneeAndWhatFitsStays() throws {
    #expect(try mapped([0.2, 0.1, 0, 1], from: 1000 / 203, to: 1) == [0.2, 0.1, 0, 1])
    #expect(try mapped([3, 3, 3, 1], from: 2, to: 2) == [3, 3, 3, 1])
    #expect(try mapped([3, 3, 3, 1], from: 0, to: 1) == [3, 3, 3, 1])
    let dark = try mapped([-0.2, 0, -1, 1], from: 4, to: 1)
    #expect(dark == [-0.2, 0, -1, 1])
  }

  @Test func huesStay() throws {
    let result = try mapped([2, 1, 0.5, 0.5], from: 8, to: 1)
    #expect(abs(result.x / result.y - 2) < 1e-4 && abs(result.y / result.z - 2) < 1e-4)
    #expect(result.x < 0.5 && result.w == 0.5)
  }

  @Test func theFilterTakesTheImagesHeadroomWhenNoneIsSpecified() throws {
    let image = flat([4, 4, 4, 1], square)
    let unknown = try filtered("CIToneMapHeadroom", ["inputImage": .image(image)])
    #expect(unknown == image)
    let known = try filtered(
      "CIToneMapHeadroom", ["inputImage": .image(image), Inputs.contentHeadroomKey: .number(4)])
    expect(try pixel(known, 3, 3), near: [1, 1, 1, 1], within: 1e-4)
    let specified = try filtered(
      "CIToneMapHeadroom",
      ["inputImage": .image(image), "inputSourceHeadroom": .number(8), "inputTargetHeadroom": .number(1)])
    #expect(try pixel(specified, 3, 3).x < 1)
  }
}
