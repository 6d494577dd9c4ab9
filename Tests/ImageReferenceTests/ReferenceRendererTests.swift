import ImageGraph
import ImagePasses
import ImageReference
import TestSupport
import Testing

@Suite struct ReferenceRendererTests {
  private let renderer = ReferenceRenderer()

  @Test func rowZeroIsTheTopOfThePicture() throws {
    let picture = TestImage.floats(2, 2) { x, y in [Float(x), Float(y), 0, 1] }
    let result = try pixels(picture, UserRect(x: 0, y: 0, width: 2, height: 2))
    #expect(result[0] == [0, 0, 0, 1])
    #expect(result[3] == [1, 1, 0, 1])
    // The lower left pixel of the user plane is the last row's first.
    let corner = try renderer.render(picture, UserRect(x: 0, y: 0, width: 1, height: 1))
    #expect(corner.pixels[0] == [0, 1, 0, 1])
  }

  @Test func everythingOutsideTheExtentIsClear() throws {
    let result = try pixels(TestImage.smooth(2, 2), UserRect(x: -1, y: -1, width: 4, height: 4))
    #expect(result[0] == .zero)
    #expect(result[5].w == 1)
    #expect(result[15] == .zero)
  }

  @Test func aClampRepeatsEdgePixels() throws {
    let picture = TestImage.floats(2, 1) { x, _ in [Float(x) + 1, 0, 0, 1] }
    let result = try pixels(picture.clampedToExtent, UserRect(x: -2, y: 3, width: 6, height: 1))
    #expect(result.map(\.x) == [1, 1, 1, 2, 2, 2])
  }

  @Test func bilinearReadingMixesFourPixels() throws {
    let picture = TestImage.floats(2, 2) { x, y in [Float(x), Float(y), 0, 1] }
    let moved = picture.transformed(by: .translation(0.5, 0.5))!
    let result = try pixels(moved, UserRect(x: 1, y: 1, width: 1, height: 1))
    #expect(result[0] == [0.5, 0.5, 0, 1])
  }

  @Test func aHistogramCountsEveryPixelOnceInEachComponent() throws {
    let picture = TestImage.floats(4, 1) { x, _ in [Float(x) / 4, 1.5, -1, .nan] }
    let histogram = Node(.histogram(UserRect(x: 0, y: 0, width: 4, height: 1), bins: 4), [picture])
    let result = try pixels(histogram, UserRect(x: 0, y: 0, width: 4, height: 1))
    #expect(result.map(\.x) == [1, 1, 1, 1])
    #expect(result.map(\.y) == [0, 0, 0, 4])
    #expect(result.map(\.z) == [4, 0, 0, 0])
    #expect(result.map(\.w) == [4, 0, 0, 0])
  }

  @Test func aRegionTooLargeIsRefusedBeforeMemoryIsTaken() {
    var small = ReferenceRenderer()
    small.allowedBytes = 1000
    #expect(throws: RenderError.limit("bytes of a reference picture of 100x100", asked: 160_000, allowed: 1000)) {
      try small.render(TestImage.smooth(100, 100), UserRect(x: 0, y: 0, width: 100, height: 100))
    }
  }

  /// A copy of the pixels: those of a picture go away with it.
  private func pixels(_ node: Node, _ region: UserRect) throws -> [SIMD4<Float>] {
    let picture = try renderer.render(node, region)
    return withExtendedLifetime(picture) { Array(picture.pixels) }
  }
}
