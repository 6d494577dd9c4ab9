import Foundation
import ImageFilters
import ImageGraph
import Testing

@Suite struct DrosteTests {
  /// An inset of 20 x 10 about the origin in a frame four times as large.
  private func source(_ x: Float, _ y: Float, turn: SIMD2<Float> = [1, 0], shift: SIMD2<Float> = .zero) -> SIMD2<Float>
  {
    Droste.formula.source(x, y, SIMD2<Float>.zero, SIMD2<Float>(10, 5), log(Float(4)), turn, shift)
  }

  private func expectNear(_ a: SIMD2<Float>, _ b: SIMD2<Float>, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(abs(a.x - b.x) < 1e-3 && abs(a.y - b.y) < 1e-3, "got \(a), expected \(b)", sourceLocation: sourceLocation)
  }

  @Test func withoutStrandsTheFrameIsInTheInset() {
    expectNear(source(20, 3), [20, 3])
    expectNear(source(5, 0.75), [20, 3])
    expectNear(source(-0.5, 1), [-8, 16])
    expectNear(source(80, 12), [20, 3])
  }

  /// With a strand, a full turn leads one frame further in: both sides of the negative x axis are equal.
  @Test func theSpiralCloses() {
    let turn = SIMD2<Float>(1, -log(Float(4)) / (2 * .pi))
    expectNear(source(-17, 1e-4, turn: turn), source(-17, -1e-4, turn: turn))
  }

  @Test func zoomAndRotationMoveTheSource() {
    // 24 is shown at twice its size, so it comes from 12, on the other side.
    expectNear(source(24, 0, shift: [-log(Float(2)), .pi]), [-12, 0])
  }

  @Test func theResultHasNoEnd() throws {
    let image = try filtered(
      "CIDroste", ["inputImage": .image(flat(.one, UserRect(x: 0, y: 0, width: 600, height: 600)))])
    #expect(image.extent == .infinite)
    expect(try pixel(image, 2000, -700), near: .one, within: 1e-4)
  }

  @Test func anInsetWithoutRoomIsAnError() {
    let text = message { _ = try filtered("CIDroste", ["inputImage": .image(flat(.one, square))]) }
    #expect(text.contains("CIDroste") && text.contains("inputInsetPoint0"))
  }
}
