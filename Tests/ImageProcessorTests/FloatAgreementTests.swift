import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// Every filter of the catalogue on the processor beside the reference, both in floats: they agree within 1e-5 of the
/// value, but for the filters named here. `CatalogueAgreement` holds all engines to what halves allow.
@Suite struct FloatAgreementTests {
  /// What is further off, and why.
  private static let reasons = [
    "CIConvertRGBtoLab": Tolerance(
      absolute: 1e-4, relative: 0,
      because: "the reference divides by alpha, shaders multiply by its inverse: the last bit of a root, times 500, in "
        + "values of up to 150"),
    "CISpotColor": Tolerance(
      absolute: 2e-4, relative: 0, because: "a small distance of colours is divided by a smaller one"),
  ]

  @Test(arguments: Catalogue.all.map(\.name)) func theProcessorAgreesWithTheReference(_ name: String) throws {
    guard Backend.engines.contains(.processor) else { return }
    let tolerance = Self.reasons[name] ?? .float
    for sample in Sample.all where sample.filter.name == name {
      expect(
        try Backend.processor.render(sample.node, sample.frame),
        equals: try renderReference(sample.node, sample.frame), within: tolerance, sample.testDescription)
    }
  }
}
