extension Node {
  package static func source(_ source: Source) -> Node { Node(.source(source)) }

  /// Returns the image after a colour formula.
  package func mapped(by formula: ColorFormula, _ arguments: any FormulaArgument...) -> Node {
    Node(.formula(formula, arguments.map(\.argument), .first), [self])
  }

  /// Returns a generated image, which is infinite by default.
  package static func generated(
    by formula: ColorFormula, _ arguments: any FormulaArgument..., extent: Extent = .infinite
  ) -> Node {
    Node(.formula(formula, arguments.map(\.argument), .stated(extent)))
  }

  /// Returns several images combined by a colour formula, pixel by pixel.
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

  /// Returns the image with the edge pixels of `rect` repeated outwards.
  package func clamped(to rect: UserRect) -> Node { Node(.clamp(rect), [self]) }

  /// The image with the edge pixels of its extent repeated outwards. Infinite and empty images stay unchanged.
  package var clampedToExtent: Node { extent.rect.map { clamped(to: $0) } ?? self }

  /// Returns the image moved by a map. Returns nil if the map has no inverse.
  ///
  /// Consecutive maps are multiplied if they sample in the same way, or if one of them is a translation by whole
  /// pixels. So pixels are interpolated once, and a map followed by its inverse is the image itself.
  ///
  /// - Parameter smoothly: the sampling of images that are neither marked as nearest, nor marked as `crisp` and
  ///   enlarged: `linear`, `bilinear` or `area`.
  package func transformed(by map: AffineMap, reading smoothly: Sampling = .linear) -> Node? {
    guard map.inverse != nil else { return nil }
    func reading(_ map: AffineMap) -> Sampling {
      sampling == .nearest || sampling == .crisp && map.enlarges ? .nearest : smoothly
    }
    if case .affine(let first, let mode) = op, case let both = first.followed(by: map), both.inverse != nil {
      if map.integerTranslation != nil { return Node(.affine(both, mode), inputs) }
      // An image marked as `crisp` was only enlarged or moved by whole pixels, so its pixels are still squares.
      if sampling == .crisp { return Node(.affine(both, reading(both)), inputs) }
      let sampling = reading(map)
      if mode == sampling || first.integerTranslation != nil { return Node(.affine(both, sampling), inputs) }
    }
    return Node(.affine(map, reading(map)), [self])
  }

  package func sampled(_ sampling: Sampling) -> Node { Node(.sampled(sampling), [self]) }
}
