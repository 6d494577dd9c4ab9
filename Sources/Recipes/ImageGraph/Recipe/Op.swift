import ImageColor

/// The sampling of an image between its pixel centres. After the pass `resolveSampling` it is nearest or linear.
package enum Sampling: String, Hashable, Sendable {
  case nearest
  /// Bilinear: the mean of four pixels, weighted by distance. In contexts with `highQualityDownsample`, maps treat it
  /// as `area`.
  case linear
  /// As `linear`, independent of the context.
  case bilinear
  /// As `linear`. If a map shrinks to half or less along an axis of its input, means of whole pixels are computed
  /// first.
  case area
  /// Nearest for maps that enlarge, else the default: a mark of images whose pixels are to stay squares. A map takes
  /// one of the other cases when it is created.
  case crisp
}

/// The direction of a colour conversion between a space's values and premultiplied linear light of the working space.
package enum ColorMatch: Hashable, Sendable {
  /// From values with this alpha state.
  case toWorking(AlphaState)
  /// To straight values, multiplied by alpha.
  case fromWorking
}

/// The extent of the result of a colour formula with several inputs.
package enum ExtentRule: Hashable, Sendable {
  case first, last, union, intersection
  /// Specified by the recipe, for generators and for filters with rules of their own.
  case stated(Extent)
}

/// The operation of a step. New filters are formulas, so cases are seldom added.
///
/// Formulas are compared by identity, as each is created once.
package enum Op: Sendable {
  /// No image: clear everywhere.
  case empty
  /// An image with its lower left corner at the origin. Its values are as stored until `decodeSources` and
  /// `manageColor`.
  case source(Source)
  /// The pixels inside the rectangle, clear outside.
  case crop(UserRect)
  /// The pixels inside the rectangle; outside, the nearest of its edge pixels.
  case clamp(UserRect)
  /// The input moved by the map from user plane to user plane.
  case affine(AffineMap, Sampling)
  case formula(ColorFormula, [Argument], ExtentRule)
  case warp(WarpFormula, [Argument], Sampling)
  case region(RegionFormula, [Argument])
  /// The histogram of the input's pixels inside the rectangle, `bins` pixels wide and one high. Each component of pixel
  /// i is the number of pixels whose component is in [i, i + 1) / bins. Values out of range belong to the outer bins.
  case histogram(UserRect, bins: Int)
  /// The unchanged input, with a mark for the sampling of later geometry.
  case sampled(Sampling)
  /// The conversion of the input's colours from a space to the working space, or the inverse. The working space is a
  /// property of the context: `manageColor` replaces the step with the steps of the conversion.
  indirect case matched(ColorSpace, ColorMatch)
  /// The input, stored as an image. `cache`: cached across renders even if the context caches no intermediates.
  /// `format`: the format, to whose values the pixels are rounded. Nil: the context's format.
  case intermediate(cache: Bool, format: PixelFormat? = nil)
  /// Any step of a kind, while a recipe is planned.
  indirect case symbol(StepSymbol)
}

extension Op: Hashable {
  package static func == (a: Op, b: Op) -> Bool {
    switch a {
    case .empty: if case .empty = b { true } else { false }
    case .source(let x): if case .source(let y) = b { x.identity == y.identity } else { false }
    case .crop(let x): if case .crop(let y) = b { x == y } else { false }
    case .clamp(let x): if case .clamp(let y) = b { x == y } else { false }
    case .affine(let x, let s): if case .affine(let y, let t) = b { x == y && s == t } else { false }
    case .formula(let f, let x, let r):
      if case .formula(let g, let y, let q) = b { f === g && x == y && r == q } else { false }
    case .warp(let f, let x, let s):
      if case .warp(let g, let y, let t) = b { f === g && x == y && s == t } else { false }
    case .region(let f, let x): if case .region(let g, let y) = b { f === g && x == y } else { false }
    case .histogram(let x, let n): if case .histogram(let y, let m) = b { x == y && n == m } else { false }
    case .sampled(let x): if case .sampled(let y) = b { x == y } else { false }
    case .matched(let x, let s): if case .matched(let y, let t) = b { x == y && s == t } else { false }
    case .intermediate(let x, let f): if case .intermediate(let y, let g) = b { x == y && f == g } else { false }
    case .symbol(let x): if case .symbol(let y) = b { x == y } else { false }
    }
  }

  package func hash(into hasher: inout Hasher) {
    switch self {
    case .empty: hasher.combine(0)
    case .source(let source):
      hasher.combine(1)
      hasher.combine(source.identity)
    case .crop(let rect):
      hasher.combine(2)
      hasher.combine(rect)
    case .clamp(let rect):
      hasher.combine(3)
      hasher.combine(rect)
    case .affine(let map, let sampling):
      hasher.combine(4)
      hasher.combine(map)
      hasher.combine(sampling)
    case .formula(let formula, let arguments, let rule):
      hasher.combine(5)
      hasher.combine(ObjectIdentifier(formula))
      hasher.combine(arguments)
      hasher.combine(rule)
    case .warp(let formula, let arguments, let sampling):
      hasher.combine(6)
      hasher.combine(ObjectIdentifier(formula))
      hasher.combine(arguments)
      hasher.combine(sampling)
    case .region(let formula, let arguments):
      hasher.combine(7)
      hasher.combine(ObjectIdentifier(formula))
      hasher.combine(arguments)
    case .histogram(let rect, let bins):
      hasher.combine(8)
      hasher.combine(rect)
      hasher.combine(bins)
    case .sampled(let sampling):
      hasher.combine(9)
      hasher.combine(sampling)
    case .intermediate(let cache, let format):
      hasher.combine(10)
      hasher.combine(cache)
      hasher.combine(format)
    case .matched(let space, let match):
      hasher.combine(11)
      hasher.combine(space)
      hasher.combine(match)
    case .symbol(let symbol):
      hasher.combine(12)
      hasher.combine(symbol)
    }
  }
}
