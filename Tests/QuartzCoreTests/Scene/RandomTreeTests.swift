import CoreGraphics
import CoreImage
import Foundation
import ImageFilters
import ImageGraph
import ImageReference
import QuartzCore
import TestSupport
import Testing

/// Trees by chance, each on all engines, and a part of each against the same part of the whole.
@Suite struct RandomTreeTests {
  @Test(arguments: 0..<12 as Range<UInt64>) func enginesAgreeAndPartsAreParts(_ seed: UInt64) throws {
    var trees = RandomTrees(seed: seed)
    let root = box(0, 0, 60, 60, rgb(0.9, 0.9, 0.8), [trees.layer(2), trees.layer(2)])
    let node = CIImage(layer: root, at: 0, scale: seed % 2 == 0 ? 1 : 1.5).node
    let region = UserRect(x: -5, y: -5, width: 80, height: 80)
    let part = UserRect(x: 11, y: 23, width: 30, height: 17)
    let expected = try renderReference(node, region)
    expect(try renderReference(node, part), equals: try expected.cropped(to: part), within: .float, "a part")
    // Half floats of coded values between steps, see FrameTests; warps read pictures of such halves between pixels.
    let tolerance = Tolerance(absolute: 0.002, relative: 0.004)
    for backend in Backend.available {
      expect(try backend.render(node, region), equals: expected, within: tolerance, "\(backend)")
    }
  }
}
