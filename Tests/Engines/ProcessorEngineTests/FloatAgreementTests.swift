import ImageColor
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

  /// What images of 8 bits begin with.
  @Test func codesOfSRGBAreAsMuchLight() throws {
    guard Backend.engines.contains(.processor) else { return }
    let codes = try PixelBuffer(width: 256, height: 1, format: .rgbx8)
    for code in 0..<256 { codes.store(SIMD4(repeating: Float(code) / 255), x: code, y: 0) }
    let node = Node.source(Source(codes, colorSpace: .sRGB, alpha: .opaque))
    let frame = UserRect(x: 0, y: 0, width: 256, height: 1)
    let light = try Backend.processor.render(node, frame)
    expect(light, equals: try renderReference(node, frame), within: .float)
    #expect(light.pixels[255] == [1, 1, 1, 1])
  }
}
