import Foundation
import ImageFilters
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Agreement of every filter on every backend.
@Suite struct CatalogueAgreement {
  @Test func everyFilterGivesAnImageForEverySample() {
    for filter in Catalogue.all {
      for variant in Sample.Variant.allCases {
        #expect(throws: Never.self, "\(filter.name)/\(variant)") { try Sample(filter, variant) }
      }
    }
  }

  @Test func aVulkanDriverAnswers() {
    #expect(Backend.vulkanContext != nil, "install a driver: scripts/setup brings lavapipe (mesa-vulkan-drivers)")
  }

  @Test(arguments: Sample.all, Backend.available)
  func backendAgreesWithReference(_ sample: Sample, _ backend: Backend) throws {
    let expected = try renderReference(sample.node, sample.frame)
    let actual = try backend.render(sample.node, sample.frame)
    expect(
      actual, equals: expected, within: sample.filter.tolerance, "\(sample.testDescription) on \(backend.rawValue)")
  }

  /// A wrong halo appears as a tile that differs from the whole image.
  @Test(arguments: Sample.all, Backend.available)
  func aTileEqualsTheSameTileOfTheWhole(_ sample: Sample, _ backend: Backend) throws {
    let frame = sample.frame
    let tile = UserRect(
      (frame.min + frame.size * SIMD2(0.3, 0.4)).rounded(.down),
      (frame.min + frame.size * SIMD2(0.75, 0.8)).rounded(.up))
    let whole = try backend.render(sample.node, frame)
    let part = try backend.render(sample.node, tile)
    expect(
      part, equals: try whole.cropped(to: tile), within: sample.filter.tolerance,
      "\(sample.testDescription) on \(backend.rawValue), tile \(tile)")
  }

  @Test(arguments: Sample.all) func everyPixelOutsideTheExtentIsClear(_ sample: Sample) throws {
    guard let extent = sample.node.extent.rect?.pixels else { return }
    let image = try renderReference(sample.node, sample.frame)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let point = SIMD2(image.region.min.x + Double(x), image.region.max.y - Double(y) - 1)
        let pixel = UserRect(point, point + 1)
        if !extent.contains(pixel) { #expect(image.pixels[y * image.width + x] == .zero, "\(pixel)") }
      }
    }
  }

  /// Text has no golden: its glyphs are those of the installed fonts.
  private static let lasting = Sample.all.filter {
    $0.variant == .typical && !$0.filter.name.hasSuffix("TextImageGenerator")
  }

  @Test(arguments: lasting) func matchesItsGolden(_ sample: Sample) throws {
    let image = try renderReference(sample.node, sample.frame)
    try Golden("\(sample.filter.name)/\(sample.variant.rawValue)").check(image, within: .half)
  }
}
