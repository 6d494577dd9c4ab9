import ImageFilters
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// The region to compute again after a part of a step has changed.
@Suite struct ChangedRegionTests {
  private let image = TestImage.noise(60, 40, seed: 3)
  private let frame = UserRect(x: 0, y: 0, width: 60, height: 40)
  private let part = UserRect(x: 20, y: 10, width: 4, height: 3)

  private func changed(_ node: Node) throws -> UserRect { try node.changed(when: part, of: image, within: frame) }

  @Test func aColorChangesWhereItsImageDoes() throws {
    #expect(try changed(image.mapped(by: ColorInvert.formula)) == part)
    #expect(try changed(image) == part)
  }

  @Test func aBlurChangesAsFarAsItReaches() throws {
    let blurred = image.gathered(by: BoxBlur.pass, Axis.horizontal, Float(5))
    #expect(try changed(blurred) == part.outset(by: [5, 0]))
    #expect(
      try changed(blurred.gathered(by: BoxBlur.pass, Axis.vertical, Float(30)))
        == UserRect(x: 15, y: 0, width: 14, height: 40))
  }

  @Test func aMoveTakesTheChangeAlongAndACropCutsIt() throws {
    let moved = image.transformed(by: .translation(-18, 5))!
    #expect(try changed(moved) == part.offset(by: [-18, 5]))
    #expect(
      try changed(moved.cropped(to: UserRect(x: 4, y: 0, width: 9, height: 16)))
        == UserRect(x: 4, y: 15, width: 2, height: 1))
    #expect(try changed(image.transformed(by: .translation(200, 0))!).isEmpty)
  }

  @Test func aClampRepeatsAChangeAtItsEdgeOnly() throws {
    #expect(try changed(image.clamped(to: frame)) == part)
    let left = UserRect(x: 23, y: 0, width: 30, height: 40)
    #expect(try changed(image.clamped(to: left)) == UserRect(x: 0, y: 10, width: 24, height: 3))
  }

  @Test func bothSidesOfABlendCount() throws {
    let other = image.transformed(by: .translation(10, 10))!
    let sum = Node.combined([image, other], by: SourceOverCompositing.formula, extent: .union)
    #expect(try changed(sum) == part.union(part.offset(by: [10, 10])))
  }

  @Test func whatIsNoStepChangesNothing() throws {
    let other = TestImage.smooth(9, 9)
    #expect(try other.changed(when: part, of: image, within: frame).isEmpty)
  }

  @Test func allOfAnAverageChanges() throws {
    let filter = try #require(Catalogue.filter(named: "CIAreaAverage"))
    let average = try #require(
      try filter.image(from: ["inputImage": .image(image), "inputExtent": .vector([0, 0, 60, 40])]))
    #expect(try changed(average) == UserRect(x: 0, y: 0, width: 1, height: 1))
    let elsewhere = try #require(
      try filter.image(from: ["inputImage": .image(image), "inputExtent": .vector([0, 0, 9, 9])]))
    #expect(try changed(elsewhere).isEmpty)
  }

  /// The image is painted over in the part: all differences are in the changed region.
  @Test(arguments: UInt64(0)..<100) func nothingElseChanges(seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    let sources = recipe.node.topological.filter { if case .source = $0.op { true } else { false } }
    guard let source = sources.first else { return }
    let part = UserRect(x: 3, y: 2, width: 2, height: 3)
    let changed = try recipe.node.changed(when: part, of: source, within: recipe.frame)
    let paint = Node.generated(by: .constant, SIMD4<Float>(0.5, 0.25, 0.75, 1)).cropped(to: part)
    let painted = Node.combined([paint, source], by: SourceOverCompositing.formula, extent: .last)
    // Conversions of the image's colours come between, so both images are without.
    guard case .source(let image) = source.op, image.colorSpace == nil else { return }
    let other = recipe.node.rewritten { node in node === source ? painted : node }
    let (before, after) = try (renderReference(recipe.node, recipe.frame), renderReference(other, recipe.frame))
    for y in 0..<before.height {
      for x in 0..<before.width {
        let (a, b) = (before.pixels[y * before.width + x], after.pixels[y * before.width + x])
        let point = SIMD2(recipe.frame.min.x + Double(x), recipe.frame.max.y - Double(y) - 1)
        if a != b && a == a && b == b {
          #expect(changed.contains(UserRect(point, point + 1)), "\(point), changed \(changed), \(recipe)")
        }
      }
    }
  }
}
