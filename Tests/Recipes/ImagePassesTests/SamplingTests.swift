import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Maps that shrink, with exact means first or without.
@Suite struct SamplingTests {
  private let source = TestImage.noise(48, 36, seed: 8)
  private let frame = UserRect(x: -3, y: -3, width: 40, height: 30)

  private func resolved(_ node: Node, highQuality: Bool = false) throws -> Node {
    var options = PassOptions()
    options.highQualityDownsample = highQuality
    return try optimized(node, by: [resolveSampling, resolveGeometry], options: options)
  }

  private func means(_ node: Node) -> [String] {
    node.topological.compactMap { node in
      if case .region(let formula, _) = node.op, formula === RegionFormula.blockMean { "\(node.op)" } else { nil }
    }
  }

  @Test func aWholeNumberIsAMeanAndNothingElse() throws {
    let small = source.transformed(by: .scale(0.25, 1 / 3.0), reading: .area)!
    let after = try resolved(small)
    #expect(means(after) == ["region blockMean(vertical, 3)", "region blockMean(horizontal, 4)"])
    #expect(after.topological.count == 3)
    #expect(after.extent == small.extent)
    // Blocks begin at the pixel that lands on the origin, wherever the image begins.
    let moved = source.transformed(by: .translation(5, -7))!.transformed(by: .scale(0.25, 0.25), reading: .area)!
    let shifted = try resolved(moved)
    #expect(!shifted.description.contains("0.25") && means(shifted).count == 2)
  }

  @Test func whatIsLeftShrinksToMoreThanHalf() throws {
    for scale in [0.5, 0.34, 0.21, 0.07, 0.011, 0.0003] {
      let after = try resolved(source.transformed(by: .scale(scale, scale), reading: .area)!)
      for case .affine(let map, _) in after.topological.map(\.op) where map.integerTranslation == nil {
        #expect(map.a > 0.5 && map.a <= 1 && map.d > 0.5 && map.d <= 1)
      }
      for case .region(_, let arguments) in after.topological.map(\.op) {
        guard case .int(let length) = arguments[1] else { continue }
        #expect((2...16).contains(length))
      }
    }
  }

  @Test func onlyMapsThatShrinkToHalfAndSayLinearAreChanged() throws {
    for (scale, sampling) in [(0.6, Sampling.area), (3, .area), (0.25, .linear), (0.25, .bilinear)] {
      let node = source.transformed(by: .scale(scale, scale), reading: sampling)!
      #expect(try resolved(node) == Node(.affine(.scale(scale, scale), .linear), [source]))
    }
    let nearest = source.sampled(.nearest).transformed(by: .scale(0.25, 0.25), reading: .area)!
    #expect(try resolved(nearest) == Node(.affine(.scale(0.25, 0.25), .nearest), [source]))
  }

  @Test func aContextCanAskForAllMapsThatDoNotSay() throws {
    let map = AffineMap.scale(0.25, 0.25)
    let wanted = try resolved(source.transformed(by: map, reading: .area)!)
    #expect(try resolved(source.transformed(by: map)!, highQuality: true) == wanted)
    let refused = try resolved(source.transformed(by: map, reading: .bilinear)!, highQuality: true)
    #expect(refused == Node(.affine(map, .linear), [source]))
  }

  @Test func mapsInARowAreOneMean() throws {
    let half = AffineMap.scale(0.5, 0.5)
    let twice = source.transformed(by: half, reading: .area)!.transformed(by: half, reading: .area)!
    #expect(try means(resolved(twice)) == ["region blockMean(vertical, 4)", "region blockMean(horizontal, 4)"])
    // There and back again is the image itself.
    #expect(
      try resolved(source.transformed(by: half, reading: .area)!.transformed(by: .scale(2, 2), reading: .area)!)
        == source)
  }

  @Test(arguments: Backend.available, [0.5, 0.3, 0.06])
  func backendsAgreeOnMeans(_ backend: Backend, scale: Double) throws {
    let turn = AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 5, ty: 2).followed(by: .scale(scale, scale * 1.3))
    for image in [source, source.clampedToExtent] {
      let small = image.transformed(by: turn, reading: .area)!
      let expected = try renderReference(small, frame)
      expect(try backend.render(small, frame), equals: expected, within: .half, "\(scale)")
      let tile = UserRect(x: 2, y: 3, width: 9, height: 7)
      expect(try backend.render(small, tile), equals: try expected.cropped(to: tile), within: .half, "tile, \(scale)")
    }
  }
}
