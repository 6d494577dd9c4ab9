import ImageGraph
import Testing

@Suite struct NodeTests {
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }

  private func makePicture() throws -> Node {
    .source(Source(try PixelBuffer(width: 8, height: 4, format: .rgba8), colorSpace: nil, alpha: .premultiplied))
  }

  @Test func equalRecipesAreEqualAndHashAlike() throws {
    let picture = try makePicture()
    let a = picture.mapped(by: Self.gain, Float(2)).cropped(to: UserRect(x: 1, y: 1, width: 2, height: 2))
    let b = picture.mapped(by: Self.gain, Float(2)).cropped(to: UserRect(x: 1, y: 1, width: 2, height: 2))
    #expect(a == b)
    #expect(a.hash == b.hash)
  }

  @Test func anotherValueOrAnotherPictureIsAnotherRecipe() throws {
    let picture = try makePicture()
    #expect(picture.mapped(by: Self.gain, Float(2)) != picture.mapped(by: Self.gain, Float(3)))
    #expect(picture.mapped(by: Self.gain, Float(2)) != (try makePicture()).mapped(by: Self.gain, Float(2)))
  }

  @Test func aRecipeOfAHundredThousandStepsBuildsComparesAndIsFreed() throws {
    func chain() throws -> Node {
      var node = try makePicture()
      for step in 0..<100_000 { node = node.mapped(by: Self.gain, Float(step)) }
      return node
    }
    let picture = try makePicture()
    var (a, b) = (picture, picture)
    for step in 0..<100_000 {
      a = a.mapped(by: Self.gain, Float(step))
      b = b.mapped(by: Self.gain, Float(step))
    }
    #expect(a == b)
    #expect(a.topological.count == 100_001)
    #expect(try chain().extent == .finite(UserRect(x: 0, y: 0, width: 8, height: 4)))
  }

  @Test func sharedPartsStandOnceInTheOrder() throws {
    let picture = try makePicture()
    let bright = picture.mapped(by: Self.gain, Float(2))
    let blend = ColorFormula(blend: "add") { (a, b) in a + b }
    let sum = Node.combined([bright, picture], by: blend, extent: .union)
    #expect(sum.topological.count == 3)
    #expect(sum.description.split(separator: "\n").count == 3)
  }

  @Test func extentsFollowTheirRules() throws {
    let picture = try makePicture()
    let far = picture.transformed(by: .translation(6, 0))!
    let blend = ColorFormula(blend: "add") { (a, b) in a + b }
    #expect(Node.combined([picture, far], by: blend, extent: .union).extent.rect?.width == 14)
    #expect(Node.combined([picture, far], by: blend, extent: .intersection).extent.rect?.width == 2)
    #expect(picture.clampedToExtent.extent == .infinite)
    #expect(picture.clampedToExtent.cropped(to: .init(x: -5, y: 0, width: 3, height: 3)).extent.rect?.min.x == -5)
    #expect(picture.cropped(to: UserRect(x: 20, y: 0, width: 3, height: 3)).extent == .empty)
    #expect(Node.empty.clampedToExtent.extent == .empty)
    #expect(picture.transformed(by: .scale(0, 1)) == nil)
  }

  @Test func mapsInARowAreOneWhereTheyReadAlike() throws {
    let picture = try makePicture()
    let (turn, step) = (AffineMap(a: 0.8, b: 0.6, c: -0.6, d: 0.8, tx: 0.5, ty: 2), AffineMap.translation(3, -1))
    let twice = picture.transformed(by: turn)!.transformed(by: .scale(2, 3))!
    #expect(twice == picture.transformed(by: turn.followed(by: .scale(2, 3))))
    #expect(twice.extent == .finite(turn.followed(by: .scale(2, 3)).apply(picture.extent.rect!)))

    let near = picture.sampled(.nearest).transformed(by: turn)!
    #expect(near.transformed(by: step)!.inputs[0].op == .sampled(.nearest))
    #expect(near.transformed(by: .scale(2, 2))!.inputs[0] === near)
    #expect(picture.transformed(by: step)!.transformed(by: turn) == picture.transformed(by: step.followed(by: turn)))
  }

  @Test func aReadOnlySeesTheMarkThatWasSetBefore() throws {
    let picture = try makePicture()
    #expect(picture.sampling == .linear)
    #expect(picture.sampled(.nearest).mapped(by: Self.gain, Float(2)).sampling == .nearest)
    #expect(picture.sampled(.nearest).transformed(by: .scale(2, 2))!.sampling == .linear)
  }
}
