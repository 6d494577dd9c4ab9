import ImageColor

/// How an image is read between its pixel centres. After the pass `resolveSampling` every reading is nearest or
/// linear.
package enum Sampling: String, Hashable, Sendable {
  case nearest
  /// The mean of four pixels, weighted by distance. In contexts with `highQualityDownsample`, maps take it as `area`.
  case linear
  /// As `linear`, whatever the context says.
  case bilinear
  /// As `linear`, but where a map shrinks to half or less along an axis of its input, exact means of whole pixels come
  /// first.
  case area
  /// Nearest by maps that enlarge, else as others are read: how images of hard squares say that they want to be read.
  /// A mark only: a map takes one of the others when it is made.
  case crisp
}

/// Which way colours are converted between the numbers of a space and the working space's premultiplied light.
package enum ColorMatch: Hashable, Sendable {
  /// From numbers whose colours stand to their alpha like this.
  case toWorking(AlphaState)
  /// To straight numbers, times alpha.
  case fromWorking
}

/// How far the result of a colour formula with several inputs reaches.
package enum ExtentRule: Hashable, Sendable {
  case first, last, union, intersection
  /// Stated by the recipe, for generators and filters with rules of their own.
  case stated(Extent)
}

/// What one step of a recipe does. Variety lives in formulas: this list seldom grows.
///
/// Formulas are told apart by object: each is made once, so two steps by one formula are steps by the same object.
package enum Op: Sendable {
  /// Nothing: clear everywhere.
  case empty
  /// An image with its lower left corner at the origin; values as stored until colour is managed.
  case source(Source)
  /// The pixels inside the rectangle, clear outside.
  case crop(UserRect)
  /// The pixels inside the rectangle; outside, the nearest of its edge pixels.
  case clamp(UserRect)
  /// The input moved by the map: user plane to user plane.
  case affine(AffineMap, Sampling)
  case formula(ColorFormula, [Argument], ExtentRule)
  case warp(WarpFormula, [Argument], Sampling)
  case region(RegionFormula, [Argument])
  /// Counts of the input's pixels inside the rectangle, `bins` pixels wide and one high; each component of pixel i is
  /// the number of pixels whose component lies in [i, i + 1) / bins, ends included in the outer bins.
  case histogram(UserRect, bins: Int)
  /// The input as it is; later geometry reads it so.
  case sampled(Sampling)
  /// The input's colours, which are numbers of the space, as the working space's, or the other way round. What the
  /// working space is, a context knows: `manageColor` puts the steps of a conversion in its place.
  indirect case matched(ColorSpace, ColorMatch)
  /// The input, stored as an image. `cache`: kept across renders even where the context keeps none. `format`: how it
  /// is stored, so that its values are what that format holds; nil: as the context stores.
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
