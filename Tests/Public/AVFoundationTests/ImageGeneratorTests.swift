import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Testing

extension Video {
  /// Images at times.
  @Suite struct ImageGeneratorTests {
    private func video(_ clips: Clips) throws -> AVURLAsset {
      let url = clips.file("video.mp4")
      try NumberedVideo.make(url, rate: "60", count: 60)
      return AVURLAsset(url: url)
    }

    @Test func imagesAreThoseOfTheirTime() async throws {
      let clips = try Clips()
      let generator = AVAssetImageGenerator(asset: try video(clips))
      let time = CMTime(value: 445, timescale: 600)
      // By default a key frame is sufficient.
      let near = try await generator.image(at: time)
      #expect(near.actualTime == CMTime(value: 36, timescale: 60))
      #expect(PlayedVideo.number(CIImage(cgImage: near.image)) == 36)
      generator.requestedTimeToleranceBefore = .zero
      for number: Int64 in [44, 0, 59, 13] {
        let (image, actual) = try await generator.image(at: CMTime(value: number * 10 + 5, timescale: 600))
        #expect(actual == CMTime(value: number, timescale: 60))
        #expect(PlayedVideo.number(CIImage(cgImage: image)) == Int(number))
        #expect(image.width == 96 && image.height == 64)
      }
      var actual = CMTime.invalid
      let last = try generator.copyCGImage(at: CMTime(value: 100, timescale: 1), actualTime: &actual)
      #expect(PlayedVideo.number(CIImage(cgImage: last)) == 59 && actual == CMTime(value: 59, timescale: 60))
    }

    @Test func imagesFitIntoASize() async throws {
      let clips = try Clips()
      let generator = AVAssetImageGenerator(asset: try video(clips))
      for (maximum, width, height) in [
        (CGSize(width: 48, height: 48), 48, 32), (CGSize(width: 0, height: 16), 24, 16),
        (CGSize(width: 500, height: 500), 96, 64),
      ] {
        generator.maximumSize = maximum
        let image = try await generator.image(at: .zero).image
        #expect(image.width == width && image.height == height)
      }
    }

    @Test func imagesAreRotatedOnRequest() async throws {
      let clips = try Clips()
      let asset = try video(clips)
      try Clips.setMatrix([0, 1, -1, 0], in: asset.url)
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: asset.url))
      let stored = try await generator.image(at: .zero).image
      #expect(stored.width == 96 && stored.height == 64)
      generator.appliesPreferredTrackTransform = true
      let turned = try await generator.image(at: .zero).image
      #expect(turned.width == 64 && turned.height == 96)
    }

    @Test func compositionsFilterThem() async throws {
      let clips = try Clips()
      let asset = try video(clips)
      let generator = AVAssetImageGenerator(asset: asset)
      generator.requestedTimeToleranceBefore = .zero
      let composition = AVMutableVideoComposition(asset: asset) { request in
        request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
      }
      generator.videoComposition = composition
      let image = try await generator.image(at: CMTime(value: 9, timescale: 60)).image
      #expect(PlayedVideo.number(CIImage(cgImage: image)) == 0xFFF - 9)
      composition.frameDuration = .invalid
      await #expect(throws: AVError.self) { try await generator.image(at: .zero) }
      generator.videoComposition = nil
      await #expect(throws: AVError.self) { try await generator.image(at: .indefinite) }
    }

    @Test func unreadableAssetsAreReported() async throws {
      let clips = try Clips()
      let generator = AVAssetImageGenerator(asset: AVURLAsset(url: clips.file("none.mp4")))
      do {
        _ = try await generator.image(at: .zero)
        Issue.record("there is no such video")
      } catch { #expect((error as? AVError)?.code == .fileNotFound) }
    }
  }
}
