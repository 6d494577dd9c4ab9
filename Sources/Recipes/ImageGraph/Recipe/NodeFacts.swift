/// The facts about a step's result that follow from its kind and from the facts about its inputs. Computed once, when
/// the node is created.
///
/// Rules read the facts instead of walking down a recipe. A fact may be missing although it is true. A symbol of a step
/// has the facts of its representative, which is of the same kind, and moves or rotates by whole pixels if the step
/// does. No fact depends on other properties of a step's geometry.
package struct NodeFacts: Hashable, Sendable {
  package let pixels: PixelFacts
  /// The sampling of geometry that reads this image. It is linear, unless the image is marked, or is a colour change or
  /// crop of a marked image. `crisp` is preserved if the image is enlarged.
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
    // A stored image has no mark.
    case .intermediate: self.init(input.pixels)
    case .matched(_, let match):
      // Decoding can give a visible colour for a clear straight one.
      let keepsClear = match != .toWorking(.straight)
      self.init(input.pixels.intersection(keepsClear ? [.opaque, .opaqueOrClear] : .opaque), input.sampling)
    case .formula(let formula, _, let extent):
      var preserved = input.pixels.intersection(formula.preservedFacts)
      if formula.code != nil {
        // A kernel's extent may be larger than that of its image, which is clear there.
        if case .stated = extent { preserved = [] }
        // Pixels outside of the extent are clear, since kernels are masked.
        if preserved.contains(.opaque) { preserved.insert(.opaqueOrClear) }
      }
      self.init(preserved, inputs.count == 1 ? input.sampling : .linear)
    case .affine(let map, let sampling):
      // Means of grey pixels are grey, and not above the largest of them. At an edge they are partly transparent.
      let isWhole = map.integerTranslation != nil
      let preserved: PixelFacts =
        map.permutesPixels ? [.opaque, .opaqueOrClear] : sampling == .nearest ? .opaqueOrClear : []
      self.init(
        input.pixels.intersection(preserved.union([.grey, .unit])),
        input.sampling == .crisp && (isWhole || sampling == .nearest) ? .crisp : .linear)
    case .empty, .warp, .region, .histogram: self.init([])
    case .symbol(let symbol): self.init(of: symbol.representative, inputs)
    }
  }
}

extension Node {
  /// See `NodeFacts.sampling`.
  package var sampling: Sampling { facts.sampling }
}
