import ImageGraph
import ReferenceEngine
import TestSupport
import Testing

/// A formula that reads outside of its declared region causes seams. The read checker reports its name.
@Suite struct ReadCheckerTests {
  private static func mean(declaring margin: Double) -> RegionFormula {
    RegionFormula(
      "threePixels", taps: { 3 }, region: { $0.outset(by: [margin, 0]) }, extent: { $0.outset(by: [1, 0]) },
      reference: { read, at in
        let (left, right) = (read(0, at - SIMD2(1, 0)), read(0, at + SIMD2(1, 0)))
        return (left + read(0, at) + right) / 3
      })
  }
  private static func shift(declaring margin: Double) -> WarpFormula {
    WarpFormula(
      "shiftedByFour", region: { $0.outset(by: [margin, 0]) }, extent: { $0.offset(by: [-4, 0]) },
      reference: { at in Point(at.x + 4, at.y) })
  }
  private let image = TestImage.noise(24, 10, seed: 2)
  private let frame = UserRect(x: 0, y: 0, width: 24, height: 10)
  private let tile = UserRect(x: 5, y: 2, width: 11, height: 5)

  /// Whether a tile differs from the same tile of the whole.
  private func hasSeam(_ node: Node) throws -> Bool {
    let whole = try ReferenceRenderer().render(node, frame).cropped(to: tile)
    let part = try ReferenceRenderer().render(node, tile)
    return withExtendedLifetime((whole, part)) { !zip(whole.pixels, part.pixels).allSatisfy { $0 == $1 } }
  }

  private func errorText(_ node: Node) -> String {
    do throws(RenderError) {
      _ = try ReferenceRenderer(checksReads: true).render(node, tile)
      return ""
    } catch {
      return error.description
    }
  }

  @Test func aRegionThatIsTooSmallCausesASeamAndAnError() throws {
    for node in [image.gathered(by: Self.mean(declaring: 0)), image.warped(by: Self.shift(declaring: 1))] {
      #expect(try hasSeam(node))
      let text = errorText(node)
      #expect(text.contains("threePixels") || text.contains("shiftedByFour"))
      #expect(text.contains("outside of") && text.contains("5,2 11x5"), "\(text)")
    }
  }

  @Test func aRegionThatIsLargeEnoughCausesNeither() throws {
    for node in [image.gathered(by: Self.mean(declaring: 1)), image.warped(by: Self.shift(declaring: 4))] {
      #expect(try !hasSeam(node))
      #expect(errorText(node) == "")
    }
  }
}
