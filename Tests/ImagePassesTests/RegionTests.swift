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
    let picture = TestImage.smooth(100, 100)
    let recipe = picture.mapped(by: Self.copy).gathered(by: Self.reach3)
      .cropped(to: UserRect(x: 40, y: 40, width: 10, height: 10))
    let needed = try NeededRegions(of: recipe, for: UserRect(x: 0, y: 0, width: 100, height: 100))
    #expect(needed[picture] == UserRect(x: 37, y: 37, width: 16, height: 16))
  }

  @Test func nothingIsNeededOfWhatLiesOutside() throws {
    let picture = TestImage.smooth(10, 10)
    let needed = try NeededRegions(of: picture.mapped(by: Self.copy), for: UserRect(x: 50, y: 0, width: 5, height: 5))
    #expect(needed[picture].isEmpty)
  }

  @Test func aClampNeedsAtLeastOneEdgePixelHoweverFarAway() throws {
    let picture = TestImage.smooth(10, 10)
    let far = UserRect(x: 500, y: 3, width: 5, height: 2)
    let needed = try NeededRegions(of: picture.clampedToExtent, for: far)
    #expect(needed[picture] == UserRect(x: 9, y: 3, width: 1, height: 2))
  }

  @Test func bilinearReadingNeedsHalfAPixelMore() throws {
    let picture = TestImage.smooth(100, 100)
    let half = try #require(picture.transformed(by: .scale(0.5, 0.5)))
    let needed = try NeededRegions(of: half, for: UserRect(x: 10, y: 10, width: 5, height: 5))
    #expect(needed[picture] == UserRect(x: 19, y: 19, width: 12, height: 12))
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
