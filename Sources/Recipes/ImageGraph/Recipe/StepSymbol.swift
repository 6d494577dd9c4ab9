/// Stands for a step while a recipe is planned for any places: a crop to some rectangle, a blur that reaches some way.
///
/// What such a step does between its inputs and its result follows from numbers, and so do extents and regions. Rules
/// that look at none of them see `like`.
package struct StepSymbol: Hashable, Sendable {
  package let index: Int
  /// A step of the same kind at a place of no meaning: the same formula, the same reading between pixels, and whole
  /// steps if it moves by those.
  package let like: Op
  /// See `Op.isSmall` of the step itself.
  package let isSmall: Bool

  /// Nil for steps that no numbers decide the place of.
  package init?(_ index: Int, for op: Op, isSmall: @autoclosure () -> Bool) {
    let anywhere = UserRect(x: 0, y: 0, width: 1, height: 1)
    switch op {
    case .crop: like = .crop(anywhere)
    case .clamp: like = .clamp(anywhere)
    case .affine(let map, let sampling):
      like = .affine(map.integerTranslation == nil ? .scale(0.5, 0.5) : .identity, sampling)
    case .formula(let formula, _, .stated): like = .formula(formula, [], .stated(.infinite))
    case .warp(let formula, let arguments, let sampling) where !arguments.isEmpty || formula.anywhere != nil:
      like = .warp(formula.anywhere ?? formula, [], sampling)
    case .region(let formula, let arguments) where !arguments.isEmpty || formula.anywhere != nil:
      like = .region(formula.anywhere ?? formula, arguments.filter(\.isAxis))
    case .histogram(_, let bins): like = .histogram(anywhere, bins: bins)
    case .empty, .source, .formula, .warp, .region, .sampled, .matched, .intermediate, .symbol: return nil
    }
    (self.index, self.isSmall) = (index, isSmall())
  }
}

extension Op {
  /// The step as rules may see it that look at no places.
  package var like: Op { if case .symbol(let symbol) = self { symbol.like } else { self } }
}

extension Argument {
  fileprivate var isAxis: Bool { if case .axis = self { true } else { false } }
}
