/// What a step knows of its result from its kind and from what its inputs know: computed once, when the node is made.
///
/// Rules ask this in place of walking down a recipe. A fact may be missing where it is true. A step whose place is not
/// known, a symbol, has the facts of its like, which is of the same kind and moves by whole pixels if the step does: no
/// fact depends on anything else of a place.
package struct NodeFacts: Hashable, Sendable {
  package let pixels: PixelFacts
  /// How geometry reads this image: linear unless the image, or one it is a plain colour change or crop of, says
  /// otherwise. What is crisp stays so when it is enlarged.
  package let sampling: Sampling

  private init(_ pixels: PixelFacts, _ sampling: Sampling = .linear) {
    (self.pixels, self.sampling) = (pixels, sampling)
  }

  package init(of op: Op, _ inputs: [Node]) {
    let input = inputs.first?.facts ?? NodeFacts([])
    switch op {
    case .source(let source): self.init(PixelFacts(source))
    case .crop, .clamp: self = input
    case .sampled(let sampling): self.init(input.pixels, sampling)
    // What is stored is an image of its own.
    case .intermediate: self.init(input.pixels)
    case .matched(_, let match):
      // Curves may give something where a straight colour is clear.
      let isClearKept = match != .toWorking(.straight)
      self.init(input.pixels.intersection(isClearKept ? [.opaque, .opaqueOrClear] : .opaque), input.sampling)
    case .formula(let formula, _, let extent):
      var kept = input.pixels.intersection(formula.keeps)
      if formula.code != nil {
        // A kernel's extent may be larger than that of its image, which is clear there.
        if case .stated = extent { kept = [] }
        // What is not in the extent is clear, since kernels are masked.
        if kept.contains(.opaque) { kept.insert(.opaqueOrClear) }
      }
      self.init(kept, inputs.count == 1 ? input.sampling : .linear)
    case .affine(let map, let sampling):
      // Mixed pixels are grey where all are, and no larger than the largest; at an edge they are half clear.
      let isWhole = map.integerTranslation != nil
      let kept: PixelFacts = isWhole ? [.opaque, .opaqueOrClear] : sampling == .nearest ? .opaqueOrClear : []
      self.init(
        input.pixels.intersection(kept.union([.grey, .unit])),
        input.sampling == .crisp && (isWhole || sampling == .nearest) ? .crisp : .linear)
    case .empty, .warp, .region, .histogram: self.init([])
    case .symbol(let symbol): self.init(of: symbol.like, inputs)
    }
  }
}

extension Node {
  /// See `NodeFacts.sampling`.
  package var sampling: Sampling { facts.sampling }
}
