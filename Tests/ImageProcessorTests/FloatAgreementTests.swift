import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// Every filter of the catalogue on the processor beside the reference, both in floats: they agree within 1e-5 of the
/// value, but for the filters named here. `CatalogueAgreement` holds all engines to what halves allow.
@Suite struct FloatAgreementTests {
  /// What is further off, and why. The reference calls the C library for powers and angles, stages have polynomials.
  private static let reasons: [String: Tolerance] = {
    let turned = Tolerance(
      absolute: 2e-4, relative: 0,
      because: "an angle that is rounded otherwise moves a point by 1e-5 pixels, between pixels that differ by 4")
    let lab = Tolerance(
      absolute: 5e-4, relative: 0,
      because: "cube roots, whose differences times 500 are values of up to 150: less than 1e-5 of those")
    let edge = Tolerance(
      absolute: 1e-4, relative: 0,
      because: "a share of a pixel is the difference of two distances of tens of pixels, or a steep step of one")
    return [
      "CICircularWrap": turned, "CIDroste": turned, "CIKaleidoscope": turned,
      "CIConvertRGBtoLab": lab, "CILabDeltaE": lab,
      "CIRoundedRectangleGenerator": edge, "CIRoundedRectangleStrokeGenerator": edge,
      "CIComicEffect": edge, "CILineOverlay": edge,
      "CISpotColor": Tolerance(
        absolute: 2e-4, relative: 0, because: "a small distance of colours is divided by a smaller one"),
      "CINoiseReduction": Tolerance(
        absolute: 4e-5, relative: 0, because: "a dark component is what a sum of components of up to 4 leaves"),
    ]
  }()

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
