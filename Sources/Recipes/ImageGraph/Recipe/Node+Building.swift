extension Node {
  package static func source(_ source: Source) -> Node { Node(.source(source)) }

  /// This image through a colour formula.
  package func mapped(by formula: ColorFormula, _ arguments: any FormulaArgument...) -> Node {
    Node(.formula(formula, arguments.map(\.argument), .first), [self])
  }

  /// A generated image, infinite unless `extent` says otherwise.
  package static func generated(
    by formula: ColorFormula, _ arguments: any FormulaArgument..., extent: Extent = .infinite
  ) -> Node {
    Node(.formula(formula, arguments.map(\.argument), .stated(extent)))
  }

  /// Several images through a colour formula, pixel over pixel.
  package static func combined(
    _ inputs: [Node], by formula: ColorFormula, _ arguments: any FormulaArgument..., extent: ExtentRule
  ) -> Node {
    Node(.formula(formula, arguments.map(\.argument), extent), inputs)
  }

  package func warped(by formula: WarpFormula, _ arguments: any FormulaArgument...) -> Node {
    Node(.warp(formula, arguments.map(\.argument), sampling == .crisp ? .linear : sampling), [self])
  }

  package func gathered(by formula: RegionFormula, _ arguments: any FormulaArgument...) -> Node {
    Node(.region(formula, arguments.map(\.argument)), [self])
  }

  package static func gathered(_ inputs: [Node], by formula: RegionFormula, _ arguments: any FormulaArgument...) -> Node
  {
    Node(.region(formula, arguments.map(\.argument)), inputs)
  }

  package func cropped(to rect: UserRect) -> Node { Node(.crop(rect), [self]) }
  package func cropped(to extent: Extent) -> Node {
    switch extent {
    case .empty: .empty
    case .finite(let rect): cropped(to: rect)
    case .infinite: self
    }
  }

  /// Edge pixels of `rect` repeated outwards.
  package func clamped(to rect: UserRect) -> Node { Node(.clamp(rect), [self]) }

  /// Edge pixels of the extent repeated outwards; an infinite or empty image stays.
  package var clampedToExtent: Node { extent.rect.map { clamped(to: $0) } ?? self }

  /// Moved by a map that can be inverted; nil otherwise.
  ///
  /// Maps that follow each other are multiplied where they read in the same way, or one only moves by whole pixels:
  /// pixels are interpolated once, and there and back again is the image itself.
  ///
  /// - Parameter smoothly: how images are read that are not marked nearest, nor crisp and enlarged: `linear`,
  ///   `bilinear` or `area`.
  package func transformed(by map: AffineMap, reading smoothly: Sampling = .linear) -> Node? {
    guard map.inverse != nil else { return nil }
    func reading(_ map: AffineMap) -> Sampling {
      sampling == .nearest || sampling == .crisp && map.enlarges ? .nearest : smoothly
    }
    if case .affine(let first, let mode) = op, case let both = first.followed(by: map), both.inverse != nil {
      if map.integerTranslation != nil { return Node(.affine(both, mode), inputs) }
      // What is crisp was enlarged or moved by whole pixels: of its squares nothing is lost yet.
      if sampling == .crisp { return Node(.affine(both, reading(both)), inputs) }
      let sampling = reading(map)
      if mode == sampling || first.integerTranslation != nil { return Node(.affine(both, sampling), inputs) }
    }
    return Node(.affine(map, reading(map)), [self])
  }

  package func sampled(_ sampling: Sampling) -> Node { Node(.sampled(sampling), [self]) }
}
