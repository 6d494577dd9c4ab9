import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Display matrices, against what ffmpeg makes of them.
  @Suite struct TurnedFrameTests {
    /// a, b, c, d of a plane with y down.
    static let matrices: [[Int32]] = [
      [1, 0, 0, 1], [0, 1, -1, 0], [-1, 0, 0, -1], [0, -1, 1, 0], [-1, 0, 0, 1], [1, 0, 0, -1], [0, 1, 1, 0],
      [0, -1, -1, 0],
    ]

    @Test(arguments: matrices)
    func imagesAreShownAsTheFileTurnsThem(_ map: [Int32]) async throws {
      let clips = try Clips()
      // Colours without loss and without chroma: turning moves pixels and nothing else.
      let clip = try clips.make("video.mov", Clips.images("13x9", seconds: 0.1), "-c:v png -pix_fmt rgb24")
      try Clips.setMatrix(map, in: clip)
      let asset = AVURLAsset(url: clip)
      let track = try #require(asset.tracks.first)
      let shown = CGRect(origin: .zero, size: track.naturalSize).applying(track.preferredTransform)
      #expect(shown == CGRect(x: 0, y: 0, width: map[0] == 0 ? 9 : 13, height: map[0] == 0 ? 13 : 9))

      let expected = try FFmpeg.images(clip, turned: true, format: "rgba")
      var pixels = Data()
      let context = CIContext()
      for try await frame in asset.frames(of: .video) {
        #expect(frame.image.extent == shown)
        var bytes = [UInt8](repeating: 0, count: 13 * 9 * 4)
        context.render(
          frame.image, toBitmap: &bytes, rowBytes: Int(shown.width) * 4, bounds: shown, format: .RGBA8,
          colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
        pixels += Data(bytes)
      }
      #expect(pixels.count == expected.count)
      // To linear light and back through half floats: the last digit may differ.
      #expect(zip(pixels, expected).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    }
  }
}
