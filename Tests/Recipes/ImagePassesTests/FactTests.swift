import ImageColor
import ImageGraph
import ImagePasses
import ReferenceEngine
import TestSupport
import Testing

/// The facts of nodes, compared with the pixels of random recipes.
@Suite struct FactTests {
  private static let seeds = Array(UInt64(0)..<120)

  /// The recipe with grey images of whole numbers in the place of its own.
  private func greyed(_ node: Node) throws -> Node {
    try node.rewritten { node throws(RenderError) -> Node in
      guard case .source(let source) = node.op else { return node }
      let pixels = try PixelBuffer(width: source.width, height: source.height, format: .l8)
      for y in 0..<source.height {
        for x in 0..<source.width { pixels.store(SIMD4(Float((x * 37 + y * 91) % 256) / 255, 0, 0, 1), x: x, y: y) }
      }
      return .source(Source(pixels, colorSpace: .sRGB, alpha: .opaque, label: "grey"))
    }
  }

  private func expectFacts(of root: Node, over frame: UserRect, _ name: String) throws {
    for node in root.topological where node.extent != .empty {
      let facts = node.facts.pixels.subtracting(.opaque)
      if facts.isEmpty { continue }
      let image = try ReferenceRenderer().render(node, frame)
      let isSo = image.pixels.allSatisfy { color in
        (!facts.contains(.opaqueOrClear) || color.w == 1 || color == .zero)
          && (!facts.contains(.grey) || color.x == color.y && color.y == color.z)
          // Mixing two numbers rounds.
          && (!facts.contains(.unit) || color.min() >= 0 && color.max() <= 1 + 0x1p-22)
      }
      #expect(isSo, "\(name): \(facts) of\n\(node)")
    }
  }

  @Test(arguments: seeds) func everyFactIsSo(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    for node in [recipe.node, try greyed(recipe.node)] {
      let meant = try optimized(node, by: referencePasses, options: PassOptions())
      try expectFacts(of: meant, over: recipe.frame, "meaning")
      try expectFacts(of: try optimized(node, options: PassOptions()), over: recipe.frame, "optimised")
    }
  }

  /// A symbol represents a step with any geometry, and has the facts of each such step.
  @Test(arguments: seeds) func aStepOfNoPlaceKnowsWhatTheStepKnows(_ seed: UInt64) throws {
    let recipe = try RandomRecipe(seed: seed)
    for root in [recipe.node, try greyed(recipe.node)] {
      let placed = try optimized(root, by: [resolveSampling, resolveGeometry], options: PassOptions())
      let order = Traversal(placed)
      var symbols: [Node] = []
      for (place, node) in order.nodes.enumerated() {
        let symbol = StepSymbol(place, for: node.op, isSmall: true).map(Op.symbol)
        symbols.append(order.node(at: place, as: symbol, reading: symbols))
        #expect(symbols[place].facts == node.facts, "\(node)")
      }
    }
  }
}

/// Errors that the verifier finds: faults of passes, which callers cannot cause.
@Suite struct VerifyTests {
  private static func image() -> Node { TestImage.smooth(4, 4) }
  private static let gain = ColorFormula("gain") { (color, factor: Float) in Color(color.rgb * factor, color.alpha) }

  @Test func aRecipeThatHoldsIsLetThrough() {
    let image = Self.image()
    verify(image.mapped(by: Self.gain, Float(2)).clampedToExtent.transformed(by: .scale(2, 2))!, after: "a test")
  }

  @Test func stepsWithTooManyInputs() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let rect = UserRect(x: 0, y: 0, width: 2, height: 2)
        verify(Node(.crop(rect), [VerifyTests.image(), VerifyTests.image()]), after: "aPass")
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("after aPass: crop 0,0 2x2 has 2 inputs, needs 1"), "\(text)")
  }

  @Test func mapsWithoutInverse() async {
    await #expect(processExitsWith: .failure) {
      verify(Node(.affine(.scale(0, 1), .linear), [VerifyTests.image()]), after: "aPass")
    }
  }

  @Test func argumentsOfAnotherKind() async {
    await #expect(processExitsWith: .failure) {
      verify(Node(.formula(VerifyTests.gain, [.int(2)], .first), [VerifyTests.image()]), after: "aPass")
    }
  }

  @Test func theMistakeOfOnePassIsFoundAfterThatPass() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var log = RenderLog.silent
        log.verifies = true
        let wrong = Pass("wrong") { node, _ in Node(.formula(VerifyTests.gain, [], .first), [node]) }
        _ = try optimized(VerifyTests.image(), by: [simplify, wrong, shareEqual], options: PassOptions(), log: log)
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("after wrong: color gain has arguments of other kinds than its formula"), "\(text)")
  }
}
