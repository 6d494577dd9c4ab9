/// A placeholder for a step while a recipe is planned for any geometry: a crop to some rectangle, a blur of some
/// radius.
///
/// The step itself, its extent and its regions follow from numbers that are bound later. Rules that examine none of
/// them use `representative`.
package struct StepSymbol: Hashable, Sendable {
  package let index: Int
  /// A step of the same kind with arbitrary geometry: with the same formula and sampling, and a translation by whole
  /// pixels, or a rotation or mirroring of whole pixels, if the step is one.
  package let representative: Op
  /// The value of `Op.isSmall` for the step itself.
  package let isSmall: Bool

  /// Creates a symbol. Returns nil for steps without geometry.
  package init?(_ index: Int, for op: Op, isSmall: @autoclosure () -> Bool) {
    let unit = UserRect(x: 0, y: 0, width: 1, height: 1)
    switch op {
    case .crop: representative = .crop(unit)
    case .clamp: representative = .clamp(unit)
    case .affine(let map, let sampling):
      let isWhole = map.integerTranslation != nil
      representative = .affine(isWhole ? .identity : map.permutesPixels ? .quarterTurn : .scale(0.5, 0.5), sampling)
    case .formula(let formula, _, .stated): representative = .formula(formula, [], .stated(.infinite))
    case .warp(let formula, let arguments, let sampling) where !arguments.isEmpty || formula.representative != nil:
      representative = .warp(formula.representative ?? formula, [], sampling)
    case .region(let formula, let arguments) where !arguments.isEmpty || formula.representative != nil:
      representative = .region(formula.representative ?? formula, arguments.filter(\.isAxis))
    case .histogram(_, let bins): representative = .histogram(unit, bins: bins)
    case .empty, .source, .formula, .warp, .region, .sampled, .matched, .intermediate, .symbol: return nil
    }
    (self.index, self.isSmall) = (index, isSmall())
  }
}

extension Op {
  /// The step itself, or the representative of a symbol, for rules that do not examine geometry.
  package var representative: Op { if case .symbol(let symbol) = self { symbol.representative } else { self } }
}

extension Argument {
  fileprivate var isAxis: Bool { if case .axis = self { true } else { false } }
}
