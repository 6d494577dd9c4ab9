import ImageGraph
import Testing

@Suite struct NodeTests {
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }

  private func makeImage() throws -> Node {
    .source(Source(try PixelBuffer(width: 8, height: 4, format: .rgba8), colorSpace: nil, alpha: .premultiplied))
  }

  @Test func equalRecipesAreEqualAndHashAlike() throws {
    let image = try makeImage()
    let a = image.mapped(by: Self.gain, Float(2)).cropped(to: UserRect(x: 1, y: 1, width: 2, height: 2))
    let b = image.mapped(by: Self.gain, Float(2)).cropped(to: UserRect(x: 1, y: 1, width: 2, height: 2))
    #expect(a == b)
    #expect(a.hash == b.hash)
  }

  @Test func anotherValueOrAnotherImageIsAnotherRecipe() throws {
    let image = try makeImage()
    #expect(image.mapped(by: Self.gain, Float(2)) != image.mapped(by: Self.gain, Float(3)))
    #expect(image.mapped(by: Self.gain, Float(2)) != (try makeImage()).mapped(by: Self.gain, Float(2)))
  }

  @Test func aRecipeOfAHundredThousandStepsBuildsComparesAndIsFreed() throws {
    func chain() throws -> Node {
      var node = try makeImage()
      for step in 0..<100_000 { node = node.mapped(by: Self.gain, Float(step)) }
      return node
    }
    let image = try makeImage()
    var (a, b) = (image, image)
    for step in 0..<100_000 {
      a = a.mapped(by: Self.gain, Float(step))
      b = b.mapped(by: Self.gain, Float(step))
    }
    #expect(a == b)
    #expect(a.topological.count == 100_001)
    #expect(try chain().extent == .finite(UserRect(x: 0, y: 0, width: 8, height: 4)))
  }

  @Test func sharedPartsStandOnceInTheOrder() throws {
    let image = try makeImage()
    let bright = image.mapped(by: Self.gain, Float(2))
    let blend = ColorFormula(blend: "add") { (a, b) in a + b }
    let sum = Node.combined([bright, image], by: blend, extent: .union)
    #expect(sum.topological.count == 3)
    #expect(sum.description.split(separator: "\n").count == 3)
  }

  @Test func extentsFollowTheirRules() throws {
    let image = try makeImage()
    let far = image.transformed(by: .translation(6, 0))!
    let blend = ColorFormula(blend: "add") { (a, b) in a + b }
    #expect(Node.combined([image, far], by: blend, extent: .union).extent.rect?.width == 14)
    #expect(Node.combined([image, far], by: blend, extent: .intersection).extent.rect?.width == 2)
    #expect(image.clampedToExtent.extent == .infinite)
    #expect(image.clampedToExtent.cropped(to: .init(x: -5, y: 0, width: 3, height: 3)).extent.rect?.min.x == -5)
    #expect(image.cropped(to: UserRect(x: 20, y: 0, width: 3, height: 3)).extent == .empty)
    #expect(Node.empty.clampedToExtent.extent == .empty)
    #expect(image.transformed(by: .scale(0, 1)) == nil)
  }

  @Test func mapsInARowAreOneWhereTheyReadAlike() throws {
    let image = try makeImage()
    let (turn, step) = (AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2), AffineMap.translation(3, -1))
    let twice = image.transformed(by: turn)!.transformed(by: .scale(2, 3))!
    #expect(twice == image.transformed(by: turn.followed(by: .scale(2, 3))))
    #expect(twice.extent == .finite(turn.followed(by: .scale(2, 3)).apply(image.extent.rect!)))

    let near = image.sampled(.nearest).transformed(by: turn)!
    #expect(near.transformed(by: step)!.inputs[0].op == .sampled(.nearest))
    #expect(near.transformed(by: .scale(2, 2))!.inputs[0] === near)
    #expect(image.transformed(by: step)!.transformed(by: turn) == image.transformed(by: step.followed(by: turn)))
  }

  @Test func aReadOnlySeesTheMarkThatWasSetBefore() throws {
    let image = try makeImage()
    #expect(image.sampling == .linear)
    #expect(image.sampled(.nearest).mapped(by: Self.gain, Float(2)).sampling == .nearest)
    #expect(image.sampled(.nearest).transformed(by: .scale(2, 2))!.sampling == .linear)
  }
}
