import ImageGraph

extension Program {
  /// A function that programs call: the shader of a formula, and the properties that engines rely on.
  package struct Function: Sendable {
    /// The function's mangled name by glslang, for example `exposureAdjust(vf4;f1;`.
    package let name: String
    /// The number of colours among its arguments. They come first.
    package let colorCount: Int
    /// The properties of its colours that the result has as well.
    package let preserves: Preservation
    /// Its task, for engines with a faster implementation of it.
    package let role: FormulaRole?
    /// The code of an app's kernel. Nil for the package's own shaders.
    package let code: FormulaCode?

    package init(
      _ name: String, colorCount: Int = 0, preserves: Preservation = [], role: FormulaRole? = nil,
      code: FormulaCode? = nil
    ) {
      (self.name, self.colorCount, self.preserves) = (name, colorCount, preserves)
      (self.role, self.code) = (role, code)
    }

    package init(_ formula: ColorFormula) {
      self.init(
        formula.mangledName, colorCount: formula.inputCount, preserves: formula.preserves, role: formula.role,
        code: formula.code)
    }

    package init(_ formula: WarpFormula) { self.init(formula.mangledName, code: formula.code) }

    package init(_ formula: RegionFormula) { self.init(formula.mangledName, code: formula.code) }

    /// The name without its parameter types, for messages.
    package var shortName: Substring { name.prefix { $0 != "(" } }

    /// Returns the facts about the result for colours with these facts.
    func facts(of colors: [PixelFacts]) -> PixelFacts {
      if role == .opaque { return colors[0].intersection([.grey, .unit]).union([.opaque, .opaqueOrClear]) }
      guard let first = colors.first else { return [] }
      let areOpaque = colors.allSatisfy { $0.contains(.opaque) }
      if areOpaque, preserves.contains(.opaqueColors) { return first }
      var facts: PixelFacts = []
      let alphaSource = preserves.contains(.alpha) ? 0 : code?.alphaParameter
      let isOpaque =
        alphaSource.map { colors.indices.contains($0) && colors[$0].contains(.opaque) }
        ?? (areOpaque && preserves.contains(.opacity))
      if isOpaque { facts.formUnion([.opaque, .opaqueOrClear]) }
      if preserves.contains(.grey), first.contains(.grey) { facts.insert(.grey) }
      return facts
    }
  }
}

/// Compared by name: the other properties follow from it. The name of an app's kernel contains its hash.
extension Program.Function: Hashable {
  package static func == (a: Self, b: Self) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
