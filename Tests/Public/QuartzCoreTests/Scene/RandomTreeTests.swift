import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import QuartzCore
import ReferenceEngine
import TestSupport
import Testing

/// Random trees on all engines; a render of a part is compared with the same part of the whole.
@Suite struct RandomTreeTests {
  @Test(arguments: 0..<12 as Range<UInt64>) func enginesAgreeAndPartsMatchTheWhole(_ seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    let root = box(0, 0, 60, 60, rgb(0.9, 0.9, 0.8), [trees.layer(2), trees.layer(2)])
    let node = CIImage(layer: root, at: 0, scale: seed % 2 == 0 ? 1 : 1.5).node
    let region = UserRect(x: -5, y: -5, width: 80, height: 80)
    let part = UserRect(x: 11, y: 23, width: 30, height: 17)
    let expected = try renderReference(node, region)
    expect(try renderReference(node, part), equals: try expected.cropped(to: part), within: .float, "a part")
    // Half floats of gamma-encoded values in intermediates, see FrameTests; warps interpolate between such pixels.
    let tolerance = Tolerance(absolute: 0.002, relative: 0.004)
    for backend in Backend.available {
      expect(try backend.render(node, region), equals: expected, within: tolerance, "\(backend)")
    }
  }

  private func pixels(_ image: CIImage, _ region: UserRect, _ context: CIContext) throws -> FloatImage {
    let source = try FloatImage(region)
    try context.render(
      checked: image, toBitmap: source.pixels.baseAddress!, rowBytes: Int(region.width) * 16, bounds: CGRect(region),
      format: .RGBAf, colorSpace: nil)
    return source
  }

  /// Layers of all classes, at a random time.
  @Test(arguments: 0..<16 as Range<UInt64>) func allClassesAgreeAndPartsMatchTheWhole(_ seed: UInt64) throws {
    var trees = RandomTrees(seed: seed &+ 500)
    let root = box(0, 0, 60, 60, rgb(0.9, 0.9, 0.8), try (0..<3).map { _ in try trees.anyLayer(2) })
    let image = CIImage(layer: root, at: 0.2 + Double(seed) / 10, scale: seed % 2 == 0 ? 1 : 1.5)
    let region = UserRect(x: -5, y: -5, width: 80, height: 80)
    let part = UserRect(x: 11, y: 23, width: 30, height: 17)
    let reference = CIContext(options: [.backend: "reference", .workingFormat: CIFormat.RGBAf])
    let expected = try pixels(image, region, reference)
    for engine in Backend.contextNames {
      let context = CIContext(options: [.backend: engine, .workingFormat: CIFormat.RGBAf])
      let whole = try pixels(image, region, context)
      // With the tolerance of the other trees; intermediates are floats here.
      expect(whole, equals: expected, within: Tolerance(absolute: 0.002, relative: 0.004), "\(engine)")
      expect(
        try pixels(image, part, context), equals: try whole.cropped(to: part),
        within: Tolerance(absolute: 1e-5, relative: 1e-4), "a part on \(engine)")
    }
  }
}
