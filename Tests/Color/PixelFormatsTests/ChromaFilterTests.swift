import PixelFormats
import Testing

@Suite struct ChromaFilterTests {
  /// ITU-T H.273, figure 10: the siting of each type in its pair of columns and rows.
  @Test func sitesLieWhereTheStandardHasThem() {
    #expect(ChromaSite.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    #expect(ChromaSite.allCases.map(\.column) == [.first, .between, .first, .between, .first, .between])
    #expect(ChromaSite.allCases.map(\.row) == [.between, .between, .first, .first, .second, .second])
  }

  @Test(arguments: ChromaQuality.allCases, [ChromaSite.Position.first, .between, .second])
  func weightsAreMeans(_ quality: ChromaQuality, _ position: ChromaSite.Position) {
    let filter = ChromaFilter(quality, subsampling: 2, position: position)
    #expect(filter.down.map(\.weight).reduce(0, +) == 1)
    #expect((0..<4).allSatisfy { (0..<1).contains(filter.up($0).nextWeight) })
  }

  /// A ramp is preserved: each pixel is the value at its position, and each mean that at chroma's.
  @Test(arguments: [ChromaSite.Position.first, .between, .second])
  func linearFiltersKeepRampsInPlace(_ position: ChromaSite.Position) {
    let shift = position == .first ? 0.25 : position == .between ? 0.5 : 0.75
    for quality in [ChromaQuality.exact, .smooth] {
      let filter = ChromaFilter(quality, subsampling: 2, position: position)
      for pixel in 0..<6 {
        let (index, weight) = filter.up(pixel)
        // In pixels: the chroma sample with this index is at 2 · (index + shift).
        #expect(2 * (Double(index) + weight + shift) == Double(pixel) + 0.5)
      }
      let centre = filter.down.map { (Double($0.pixel) + 0.5) * $0.weight }.reduce(0, +)
      #expect(centre == 2 * shift)
    }
  }

  @Test func tapsAreThoseOfTheQualities() {
    func taps(_ quality: ChromaQuality, _ position: ChromaSite.Position) -> [Double] {
      ChromaFilter(quality, subsampling: 2, position: position).down.map(\.weight)
    }
    #expect(taps(.exact, .first) == [0.25, 0.5, 0.25] && taps(.exact, .between) == [0.125, 0.375, 0.375, 0.125])
    #expect(taps(.smooth, .first) == [0.25, 0.5, 0.25] && taps(.smooth, .between) == [0.5, 0.5])
    #expect(taps(.video, .first) == [0.5, 0.5] && taps(.video, .between) == [0.5, 0.5])
    #expect(ChromaFilter(.exact, subsampling: 1, position: .between).down.map(\.weight) == [1])
    #expect(ChromaFilter(.exact, subsampling: 1, position: .between).up(5) == (5, 0))
  }
}
