/// A blend mode: the background changed by the image where they overlap, elsewhere the image that is present.
///
/// Formula: C = (1 - B_a) S + (1 - S_a) B + S_a B_a f(C_b, C_s)
struct BlendMode: FilterDeclaration {
  let filter: Filter

  init(_ name: String, summary: String, since: String = "macOS 10.4 / iOS 5 / tvOS 5", formula: ColorFormula) {
    filter = Filter(
      name, summary: summary, categories: .pointwise(.compositeOperation), since: since,
      builtin: "CICompositeOperation", parameters: [.inputImage, .backgroundImage], formulas: [.color(formula)]
    ) { inputs in
      Node.combined([inputs.image, inputs[.backgroundImage]], by: formula, extent: .union)
    }
  }
}

/// An operator on image and background that does not mix their colours, like those of Porter and Duff.
struct Compositing: FilterDeclaration {
  let filter: Filter

  /// - Parameter extent: the rule of the area that may be visible.
  init(
    _ name: String, summary: String, extent: ExtentRule = .union, example: Example = [:], formula: ColorFormula
  ) {
    filter = Filter(
      name, displayName: inWords(name.dropFirst(2).dropLast("Compositing".count)), summary: summary,
      categories: .extendedPointwise(.compositeOperation), since: "macOS 10.4 / iOS 5 / tvOS 5",
      builtin: "CICompositeOperation", parameters: [.inputImage, .backgroundImage], formulas: [.color(formula)],
      example: example
    ) { inputs in
      Node.combined([inputs.image, inputs[.backgroundImage]], by: formula, extent: extent)
    }
  }
}

extension ColorFormula {
  /// Creates a blend mode by component. `mix` receives premultiplied components and the two alphas, and returns the
  /// mixed colour times both alphas.
  convenience init(mode name: String, _ mix: @escaping @Sendable (_ s: Lane, _ b: Lane, _ sa: Lane, _ ba: Lane) -> Lane)
  {
    self.init(blend: name, chosen: { $0.otherThanClear }) { source, background in
      func overlap(_ s: Lane, _ b: Lane) -> Lane { mix(s, b, source.alpha, background.alpha) }
      return blended(
        source, background,
        RGB(
          overlap(source.red, background.red), overlap(source.green, background.green),
          overlap(source.blue, background.blue)))
    }
  }

  /// Creates a blend mode by component whose `mix` works on straight components.
  convenience init(straightMode name: String, _ mix: @escaping @Sendable (_ s: Lane, _ b: Lane) -> Lane) {
    self.init(blend: name, chosen: { $0.otherThanClear }) { source, background in
      let (s, b) = (source.unpremultiplied, background.unpremultiplied)
      let mixed = RGB(mix(s.red, b.red), mix(s.green, b.green), mix(s.blue, b.blue))
      return blended(source, background, mixed * (source.alpha * background.alpha))
    }
  }

  /// Creates a blend mode that exchanges HSL components of the straight colours.
  convenience init(hslMode name: String, _ mix: @escaping @Sendable (_ s: HSL, _ b: HSL) -> HSL) {
    self.init(blend: name, chosen: { $0.otherThanClear }) { source, background in
      let mixed = mix(HSL(source.unpremultiplied.rgb), HSL(background.unpremultiplied.rgb)).rgb
      return blended(source, background, mixed * (source.alpha * background.alpha))
    }
  }
}
