import PixelFormats
import Testing

@Suite struct ChromaFilterTests {
  /// ITU-T H.273, figure 10: where each type lies in its pair of columns and rows.
  @Test func sitesLieWhereTheStandardHasThem() {
    #expect(ChromaSite.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(ChromaSite.allCases.map(\.column) == [.first, .between, .first, .between, .first, .between])
    #expect(ChromaSite.allCases.map(\.row) == [.between, .between, .first, .first, .second, .second])
  }

  @Test(arguments: ChromaQuality.allCases, [ChromaSite.Place.first, .between, .second])
  func weightsAreMeans(_ quality: ChromaQuality, _ place: ChromaSite.Place) {
    let filter = ChromaFilter(quality, shrink: 2, place: place)
    #expect(filter.down.map(\.weight).reduce(0, +) == 1)
    #expect((0..<4).allSatisfy { (0..<1).contains(filter.up($0).nextWeight) })
  }

  /// A ramp is what it was: each pixel is the value at its place, and each mean that at chroma's.
  @Test(arguments: [ChromaSite.Place.first, .between, .second])
  func linearFiltersKeepRampsInPlace(_ place: ChromaSite.Place) {
    let shift = place == .first ? 0.25 : place == .between ? 0.5 : 0.75
    for quality in [ChromaQuality.exact, .smooth] {
      let filter = ChromaFilter(quality, shrink: 2, place: place)
      for pixel in 0..<6 {
        let (index, weight) = filter.up(pixel)
        // In pixels: the chroma with this index lies at 2 · (index + shift).
        #expect(2 * (Double(index) + weight + shift) == Double(pixel) + 0.5)
      }
      let centre = filter.down.map { (Double($0.pixel) + 0.5) * $0.weight }.reduce(0, +)
      #expect(centre == 2 * shift)
    }
  }

  @Test func tapsAreThoseOfTheQualities() {
    func taps(_ quality: ChromaQuality, _ place: ChromaSite.Place) -> [Double] {
      ChromaFilter(quality, shrink: 2, place: place).down.map(\.weight)
    }
    #expect(taps(.exact, .first) == [0.25, 0.5, 0.25] && taps(.exact, .between) == [0.125, 0.375, 0.375, 0.125])
    #expect(taps(.smooth, .first) == [0.25, 0.5, 0.25] && taps(.smooth, .between) == [0.5, 0.5])
    #expect(taps(.video, .first) == [0.5, 0.5] && taps(.video, .between) == [0.5, 0.5])
    #expect(ChromaFilter(.exact, shrink: 1, place: .between).down.map(\.weight) == [1])
    #expect(ChromaFilter(.exact, shrink: 1, place: .between).up(5) == (5, 0))
  }
}
