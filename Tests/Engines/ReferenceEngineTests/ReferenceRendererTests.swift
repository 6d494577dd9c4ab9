import Foundation
import ImageGraph
import ImagePasses
import ReferenceEngine
import TestSupport
import Testing

@Suite struct ReferenceRendererTests {
  private let renderer = ReferenceRenderer()

  @Test func rowZeroIsTheTopOfTheImage() throws {
    let image = TestImage.floats(2, 2) { x, y in [Float(x), Float(y), 0, 1] }
    let result = try pixels(image, UserRect(x: 0, y: 0, width: 2, height: 2))
    #expect(result[0] == [0, 0, 0, 1])
    #expect(result[3] == [1, 1, 0, 1])
    // The lower left pixel of the user plane is the last row's first.
    let corner = try renderer.render(image, UserRect(x: 0, y: 0, width: 1, height: 1))
    #expect(corner.pixels[0] == [0, 1, 0, 1])
  }

  @Test func everythingOutsideTheExtentIsClear() throws {
    let result = try pixels(TestImage.smooth(2, 2), UserRect(x: -1, y: -1, width: 4, height: 4))
    #expect(result[0] == .zero)
    #expect(result[5].w == 1)
    #expect(result[15] == .zero)
  }

  @Test func aClampRepeatsEdgePixels() throws {
    let image = TestImage.floats(2, 1) { x, _ in [Float(x) + 1, 0, 0, 1] }
    let result = try pixels(image.clampedToExtent, UserRect(x: -2, y: 3, width: 6, height: 1))
    #expect(result.map(\.x) == [1, 1, 1, 2, 2, 2])
  }

  @Test func bilinearReadingMixesFourPixels() throws {
    let image = TestImage.floats(2, 2) { x, y in [Float(x), Float(y), 0, 1] }
    let translated = image.transformed(by: .translation(0.5, 0.5))!
    let result = try pixels(translated, UserRect(x: 1, y: 1, width: 1, height: 1))
    #expect(result[0] == [0.5, 0.5, 0, 1])
  }

  @Test func aHistogramCountsEveryPixelOnceInEachComponent() throws {
    let image = TestImage.floats(4, 1) { x, _ in [Float(x) / 4, 1.5, -1, .nan] }
    let histogram = Node(.histogram(UserRect(x: 0, y: 0, width: 4, height: 1), bins: 4), [image])
    let result = try pixels(histogram, UserRect(x: 0, y: 0, width: 4, height: 1))
    #expect(result.map(\.x) == [1, 1, 1, 1])
    #expect(result.map(\.y) == [0, 0, 0, 4])
    #expect(result.map(\.z) == [4, 0, 0, 0])
    #expect(result.map(\.w) == [4, 0, 0, 0])
  }

  @Test func aHistogramCountsOnlyItsRectangle() throws {
    let image = TestImage.floats(8, 1) { _, _ in [0.5, 0.5, 0.5, 1] }
    let counts = Node(.histogram(UserRect(x: 2, y: 0, width: 3, height: 1), bins: 2), [image])
    // The other reader reads all eight pixels.
    let both = Node.combined([counts, image], by: Self.sum, extent: .union)
    let result = try pixels(both, UserRect(x: 0, y: 0, width: 2, height: 1))
    #expect(result.map(\.x) == [0.5, 3.5])
  }

  private static let sum = ColorFormula(blend: "sum") { a, b in a + b }

  @Test func excessiveMemoryIsRejectedBeforeAllocation() {
    let small = ReferenceRenderer(allowedBytes: 1000)
    let image = TestImage.smooth(100, 100)
    #expect(
      throws: RenderError.limit(
        "bytes of memory for this render on the CPU reference (memoryTarget)", requested: 160_000, allowed: 1000)
    ) {
      try small.render(image, UserRect(x: 0, y: 0, width: 100, height: 100))
    }
  }

  @Test func allLiveImagesCount() throws {
    let region = UserRect(x: 0, y: 0, width: 10, height: 10)
    let (a, b) = (TestImage.smooth(10, 10), TestImage.noise(10, 10, seed: 1))
    let both = Node.combined([a, b], by: Self.sum, extent: .union)
    let three = 3 * 10 * 10 * 16
    #expect(try ReferenceRenderer(allowedBytes: three).render(both, region).width == 10)
    #expect(throws: RenderError.self) { try ReferenceRenderer(allowedBytes: three - 1).render(both, region) }
    #expect(throws: RenderError.self) {
      try ReferenceRenderer(allowedBytes: three).render(both, region, heldBytes: 1)
    }
  }

  @Test func aRenderCanBeCancelledBetweenSteps() {
    var remaining = 2
    #expect(throws: RenderError.invalidArgument("enough")) {
      try renderer.render(
        Node.combined([TestImage.smooth(4, 4), TestImage.noise(4, 4, seed: 1)], by: Self.sum, extent: .union),
        UserRect(x: 0, y: 0, width: 4, height: 4)
      ) { () throws(RenderError) in
        remaining -= 1
        if remaining == 0 { throw .invalidArgument("enough") }
      }
    }
    #expect(remaining == 0)
  }

  /// A step whose rows take some milliseconds each.
  private var slow: Node {
    let formula = RegionFormula(
      "slow", taps: { 1 }, region: { (output: UserRect) in output }, extent: { (input: UserRect) in input },
      reference: { (read: RegionFormula.Read, at: SIMD2<Float>) in
        if at.x < 1 { usleep(2000) }
        return read(0, at)
      })
    return TestImage.smooth(4, 400).gathered(by: formula)
  }

  @Test func aLongStepPollsForCancellation() throws {
    let region = UserRect(x: 0, y: 0, width: 4, height: 400)
    var count = 0
    let whole = try renderer.render(slow, region) { count += 1 }
    #expect(count > 5)
    let isSame = try withExtendedLifetime(whole) {
      Array(whole.pixels) == (try pixels(TestImage.smooth(4, 400), region))
    }
    #expect(isSame)
    var remaining = 5
    #expect(throws: RenderError.invalidArgument("enough")) {
      try renderer.render(slow, region) { () throws(RenderError) in
        remaining -= 1
        if remaining == 0 { throw .invalidArgument("enough") }
      }
    }
  }

  /// A wide clamp of a small image has the same pixels, without memory for them.
  @Test func aWideClampIsAViewOfItsInput() throws {
    let clamped = TestImage.noise(8, 8, seed: 2).clampedToExtent
    let column = UserRect(x: 3, y: -200_000, width: 1, height: 400_000)
    let mean = RegionFormula(
      "ends", taps: { 2 }, region: { (_: UserRect) in column }, extent: { (input: UserRect) in input },
      reference: { (read: RegionFormula.Read, at: SIMD2<Float>) in
        (read(0, [3.5, -199_999.5]) + read(0, [3.5, 199_999.5])) / 2
      })
    let pixel = UserRect(x: 0, y: 0, width: 1, height: 1)
    let small = ReferenceRenderer(allowedBytes: 1 << 16)
    let image = try small.render(clamped.gathered(by: mean), pixel)
    let (low, high) = (
      try pixels(clamped, UserRect(x: 3, y: 0, width: 1, height: 1))[0],
      try pixels(clamped, UserRect(x: 3, y: 7, width: 1, height: 1))[0]
    )
    withExtendedLifetime(image) { #expect(image.pixels[0] == (low + high) / 2) }
  }

  @Test func wholePixelTranslationsInterpolateNothing() throws {
    let image = TestImage.floats(2, 1) { x, _ in x == 0 ? [.infinity, 1, 0, 1] : [0, -.infinity, 0, 1] }
    let translated = Node(.affine(.translation(3, 0), .linear), [image])
    let result = try pixels(translated, UserRect(x: 3, y: 0, width: 2, height: 1))
    #expect(result == [[.infinity, 1, 0, 1], [0, -.infinity, 0, 1]])
  }

  /// Returns a copy of the pixels, which outlives the image.
  private func pixels(_ node: Node, _ region: UserRect) throws -> [SIMD4<Float>] {
    let image = try renderer.render(node, region)
    return withExtendedLifetime(image) { Array(image.pixels) }
  }
}
