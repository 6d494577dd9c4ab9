import ImageGraph
import ImagePasses
import TestSupport
import Testing

@Suite struct RegionTests {
  private static let copy = ColorFormula("copy") { color in color }
  private static let reach3 = RegionFormula(
    "reach3", taps: { 7 }, region: { $0.outset(by: 3) }, extent: { $0.outset(by: 3) },
    reference: { read, at in read(0, at) })

  @Test func aCropReachesTheSource() throws {
    let image = TestImage.smooth(100, 100)
    let recipe = image.mapped(by: Self.copy).gathered(by: Self.reach3)
      .cropped(to: UserRect(x: 40, y: 40, width: 10, height: 10))
    let needed = try NeededRegions(of: recipe, for: UserRect(x: 0, y: 0, width: 100, height: 100))
    #expect(needed[image] == UserRect(x: 37, y: 37, width: 16, height: 16))
  }

  @Test func nothingIsNeededOfWhatLiesOutside() throws {
    let image = TestImage.smooth(10, 10)
    let needed = try NeededRegions(of: image.mapped(by: Self.copy), for: UserRect(x: 50, y: 0, width: 5, height: 5))
    #expect(needed[image].isEmpty)
  }

  @Test func aClampNeedsAtLeastOneEdgePixelHoweverFarAway() throws {
    let image = TestImage.smooth(10, 10)
    let far = UserRect(x: 500, y: 3, width: 5, height: 2)
    let needed = try NeededRegions(of: image.clampedToExtent, for: far)
    #expect(needed[image] == UserRect(x: 9, y: 3, width: 1, height: 2))
  }

  @Test func bilinearReadingNeedsHalfAPixelMore() throws {
    let image = TestImage.smooth(100, 100)
    let half = try #require(image.transformed(by: .scale(0.5, 0.5)))
    let needed = try NeededRegions(of: half, for: UserRect(x: 10, y: 10, width: 5, height: 5))
    #expect(needed[image] == UserRect(x: 19, y: 19, width: 12, height: 12))
  }

  @Test func aMoveByWholePixelsNeedsThosePixelsAndNoMore() throws {
    let image = TestImage.smooth(100, 100)
    for sampling in [Sampling.linear, .nearest] {
      let moved = Node(.affine(.translation(7, -3), sampling), [image])
      let needed = try NeededRegions(of: moved, for: UserRect(x: 20, y: 20, width: 5, height: 5))
      #expect(needed[image] == UserRect(x: 13, y: 23, width: 5, height: 5))
    }
  }

  @Test func fractionsOfExtentsAreRoundedOutAtTheEnd() throws {
    let image = TestImage.smooth(100, 100).cropped(to: UserRect(x: 0.5, y: 1.25, width: 10, height: 10))
    #expect(image.extent == .finite(UserRect(x: 0.5, y: 1.25, width: 10, height: 10)))
    let needed = try NeededRegions(of: image, for: UserRect(x: -50, y: -50, width: 200, height: 200))
    #expect(needed[image] == UserRect(x: 0, y: 1, width: 11, height: 11))
    // A tenth of a millionth is rounding, not a pixel.
    let third = image.transformed(by: .scale(0.3, 0.3))!.transformed(by: .scale(10 / 3.0, 10 / 3.0))!
    #expect(third.extent.rect?.pixels == UserRect(x: 0, y: 1, width: 11, height: 11))
  }

  @Test func aClampAndAGeneratorAreInfiniteUntilTheyAreCropped() throws {
    let clamped = TestImage.smooth(10, 10).clampedToExtent
    #expect(clamped.extent == .infinite)
    #expect(clamped.transformed(by: .scale(2, 2))!.gathered(by: Self.reach3).mapped(by: Self.copy).extent == .infinite)
    #expect(
      clamped.cropped(to: UserRect(x: 2, y: 2, width: 3, height: 3)).extent
        == .finite(UserRect(x: 2, y: 2, width: 3, height: 3)))
  }

  @Test func theRequestedRegionIncludesPixelsOutsideOfTheExtent() throws {
    let image = TestImage.smooth(10, 10)
    let blurred = image.gathered(by: Self.reach3)
    let needed = try NeededRegions(of: blurred, for: UserRect(x: 0, y: 0, width: 10, height: 10))
    #expect(needed[image] == UserRect(x: 0, y: 0, width: 10, height: 10))
    #expect(needed.readRegion(of: image) == UserRect(x: -3, y: -3, width: 16, height: 16))
  }

  /// A larger rectangle never needs less: what `Node.changed` and crops rely on.
  @Test(arguments: Sample.all) func needsGrowWithWhatIsMade(_ sample: Sample) {
    let small = UserRect(x: 9, y: 7, width: 5, height: 4)
    let rects = [small, small.outset(by: [3, 0]), small.outset(by: 4), small.outset(by: 30), small.outset(by: 900)]
    for node in sample.node.topological {
      for index in node.inputs.indices {
        let needs = rects.map { node.op.regionOfInterest(ofInput: index, for: $0).pixels }
        for (less, more) in zip(needs, needs.dropFirst()) {
          #expect(more.contains(less), "\(node.op): \(less), \(more)")
        }
      }
    }
  }

  @Test func aHistogramOfAnInfiniteImageIsRefusedWithAWayOut() {
    let endless = TestImage.smooth(4, 4).clampedToExtent
    let histogram = Node(.histogram(.infinite, bins: 4), [endless])
    let error = #expect(throws: RenderError.self) {
      try NeededRegions(of: histogram, for: UserRect(x: 0, y: 0, width: 4, height: 1))
    }
    #expect(error?.description.contains("crop") == true)
  }
}
