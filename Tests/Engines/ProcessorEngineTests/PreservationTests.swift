import ImageFilters
import ImageGraph
import ProcessorEngine
import TestSupport
import Testing

/// The properties that formulas declare, compared with those that the stage compiler proves from their shaders.
@Suite struct PreservationTests {
  static let formulas: [ColorFormula] =
    (Catalogue.all.flatMap(\.formulas).compactMap { if case .color(let formula) = $0 { formula } else { nil } }
      + ColorConversions.all + [PlaneFormulas.quantize, .linear])

  @Test func declaredOpacityIsWhatShadersGive() throws {
    let stages = try Stages.shared()
    var compared = 0
    for formula in Self.formulas {
      guard let stage = stages[formula.mangledName], stage.opaque != nil else { continue }
      compared += 1
      #expect(formula.preserves.contains(.opacity) == stage.preservesOpacity, "\(formula.name): opacity")
      if stage.preservesOpacity {
        #expect(
          formula.preserves.contains(.opaqueColors) == stage.preservesOpaqueColors, "\(formula.name): opaque colours")
      }
    }
    #expect(compared > 100)
  }
}
