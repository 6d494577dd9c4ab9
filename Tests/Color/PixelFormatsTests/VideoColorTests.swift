import ImageColor
import PixelFormats
import Testing

@Suite struct VideoColorTests {
  @Test func unspecifiedPropertiesFollowFromTheSize() {
    let video = VideoColor()
    #expect(video.completed(width: 1920, height: 1080, depth: 8) == VideoColor(primaries: 1, transfer: 1, matrix: 1))
    #expect(video.completed(width: 1280, height: 400, depth: 8).matrix == 1)
    #expect(video.completed(width: 720, height: 577, depth: 8).matrix == 1)
    #expect(video.completed(width: 720, height: 576, depth: 8) == VideoColor(primaries: 5, transfer: 1, matrix: 5))
    #expect(video.completed(width: 720, height: 480, depth: 8) == VideoColor(primaries: 6, transfer: 1, matrix: 6))
  }

  @Test func specifiedPropertiesStay() {
    let hlg = VideoColor(primaries: 9, transfer: 18, matrix: 9)
    #expect(hlg.completed(width: 16, height: 16, depth: 10) == hlg)
    #expect(VideoColor(matrix: 9).completed(width: 16, height: 16, depth: 10).transfer == 14)
    #expect(VideoColor(matrix: 9).completed(width: 16, height: 16, depth: 8).transfer == 1)
  }

  @Test func numbersNameSpacesAndWeights() {
    #expect(VideoColor(primaries: 1, transfer: 1).space == .itur_709)
    #expect(VideoColor(primaries: 9, transfer: 14).space == .itur_2020)
    #expect(VideoColor(primaries: 9, transfer: 18).space == .itur_2100_HLG)
    #expect(VideoColor().space == nil && VideoColor().weights == nil && VideoColor(matrix: 9).weights == .bt2020)
  }
}
