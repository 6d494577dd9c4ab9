import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// Every filter of the catalogue on the processor beside the reference, both in floats: they agree within 1e-5 of the
/// value. `CatalogueAgreement` holds all engines to what halves allow.
@Suite struct FloatAgreementTests {
  @Test(arguments: Catalogue.all.map(\.name)) func theProcessorAgreesWithTheReference(_ name: String) throws {
    guard Backend.engines.contains(.processor) else { return }
    for sample in Sample.all where sample.filter.name == name {
      expect(
        try Backend.processor.render(sample.node, sample.frame),
        equals: try renderReference(sample.node, sample.frame), within: .float, sample.testDescription)
    }
  }
}
