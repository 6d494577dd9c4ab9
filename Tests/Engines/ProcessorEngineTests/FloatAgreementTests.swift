import ImageColor
import ImageFilters
import ImageGraph
import TestSupport
import Testing

/// Every filter of the catalogue on the processor, compared with the reference. Both compute in floats, and agree
/// within 1e-5 of the value. `CatalogueAgreement` compares all engines with the tolerance of halves.
@Suite struct FloatAgreementTests {
  @Test(arguments: Catalogue.all.map(\.name)) func theProcessorAgreesWithTheReference(_ name: String) throws {
    guard Backend.engines.contains(.processor) else { return }
    for sample in Sample.all where sample.filter.name == name {
      expect(
        try Backend.processor.render(sample.node, sample.frame),
        equals: try renderReference(sample.node, sample.frame), within: .float, sample.testDescription)
    }
  }

  /// The first step of images with 8 bits.
  @Test func samplesOfSRGBAreLinearized() throws {
    guard Backend.engines.contains(.processor) else { return }
    let samples = try PixelBuffer(width: 256, height: 1, format: .rgbx8)
    for value in 0..<256 { samples.store(SIMD4(repeating: Float(value) / 255), x: value, y: 0) }
    let node = Node.source(Source(samples, colorSpace: .sRGB, alpha: .opaque))
    let frame = UserRect(x: 0, y: 0, width: 256, height: 1)
    let light = try Backend.processor.render(node, frame)
    expect(light, equals: try renderReference(node, frame), within: .float)
    #expect(light.pixels[255] == [1, 1, 1, 1])
  }
}
