import ImageFilters
import ImageGraph
import TestSupport
import Testing

@Suite struct PixellateTests {
  func mosaic(_ image: Node, _ center: [Double], _ scale: Double) throws -> Node {
    try filtered(
      "CIPixellate", ["inputImage": .image(image), "inputCenter": .vector(center), "inputScale": .number(scale)])
  }

  @Test func aPixelComesFromTheMiddleOfItsCell() {
    func source(_ x: Float, _ y: Float) -> SIMD2<Float> {
      Pixellate.formula.source(x, y, SIMD2<Float>(1, 0), Float(5))
    }
    expect(source(1, 0), at: [3.5, 2.5])
    expect(source(5.9, 4.9), at: [3.5, 2.5])
    expect(source(0.9, 5), at: [-1.5, 7.5])
  }

  @Test func aCellHasTheColourInItsMiddle() throws {
    // Two columns of 0 and two of 1.
    let right = flat([1, 1, 1, 1], UserRect(x: 2, y: 0, width: 2, height: 4))
    let image = try filtered(
      "CISourceOverCompositing",
      [
        "inputImage": .image(right),
        "inputBackgroundImage": .image(flat([0, 0, 0, 1], UserRect(x: 0, y: 0, width: 4, height: 4))),
      ])
    // In the middle of an even cell four pixels meet.
    expect(try pixel(mosaic(image, [1, 0], 2), 1, 1), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(mosaic(image, [1, 0], 2), 2, 1), near: [0.5, 0.5, 0.5, 1])
    expect(try pixel(mosaic(image, [0, 0], 2), 1, 1), near: [0, 0, 0, 1])
    // Of an odd cell from -1 to 4, the middle is pixel 1: it is no mean.
    expect(try pixel(mosaic(image, [-1, 0], 5), 3, 1), near: [0, 0, 0, 1])
  }

  @Test func theExtentIsRoundedOutToWholeCells() throws {
    let image = try mosaic(flat(.one, square), [1, 0], 8)
    #expect(image.extent == .finite(UserRect(x: -7, y: 0, width: 24, height: 16)))
    // The middle of the first cell lies beyond the image, at -3.
    expect(try pixel(image, -7, 3), near: .zero)
    expect(try pixel(image, 3, 3), near: .one)
  }

  /// A billion is a whole number of cells, or half a one less, so the mosaic is that about the origin, or one moved.
  @Test(arguments: Backend.available) func aFarCenterIsAsGoodAsANearOne(_ backend: Backend) throws {
    let image = TestImage.noise(40, 24, seed: 3)
    let region = UserRect(x: -8, y: -8, width: 56, height: 40)
    for (far, near) in [(1e9, 0), (-1e9, 0), (1e9 + 4, 4), (1e30, 0)] as [(Double, Double)] {
      let expected = try renderReference(mosaic(image, [near, 0], 8), region)
      expect(try backend.render(mosaic(image, [far, 0], 8), region), equals: expected, within: .half, "\(far)")
    }
  }

  @Test func aCellLargerThanTheImageIsClearWhereItsMiddleIs() throws {
    let image = try mosaic(flat(.one, square), [0, 0], 1e6)
    expect(try pixel(image, 5000, 5000), near: .zero)
    #expect(image.extent == .finite(UserRect(x: 0, y: 0, width: 1e6, height: 1e6)))
  }
}
