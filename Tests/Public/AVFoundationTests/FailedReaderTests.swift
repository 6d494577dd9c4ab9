import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Readers that end without all samples: a reason, and nothing left open.
  @Suite struct FailedReaderTests {
    struct Refusal: Error {}

    @Test func unsupportedOutputsAreRejectedAtTheStart() throws {
      let clips = try Clips()
      let clip = try clips.make(
        "clip.mp4", Clips.images(seconds: 0.2), Clips.sound(seconds: 0.2), "\(Clips.h264) -c:a aac")
      let other = try clips.make("other.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let asset = AVURLAsset(url: clip)
      let (images, sound) = (asset.tracks[0], asset.tracks[1])
      let stranger = AVURLAsset(url: other).tracks[0]
      func error(_ output: AVAssetReaderOutput?, _ range: CMTimeRange? = nil) throws -> AVError? {
        let reader = try AVAssetReader(asset: asset)
        if let output {
          #expect(reader.canAdd(output) == (range != nil))
          reader.add(output)
        }
        if let range { reader.timeRange = range }
        #expect(!reader.startReading() && reader.status == .failed)
        return reader.error as? AVError
      }
      func track(_ track: AVAssetTrack, _ settings: [String: Any]?) -> AVAssetReaderOutput {
        AVAssetReaderTrackOutput(track: track, outputSettings: settings)
      }
      #expect(try error(nil)?.code == .operationNotAllowed)
      #expect(try error(track(stranger, [:]))?.code == .operationNotSupportedForAsset)
      #expect(try error(track(sound, [:]))?.code == .incorrectlyConfigured)
      let format = try error(track(images, formatSettings(kCVPixelFormatType_422YpCbCr10)))
      #expect(format?.code == .incorrectlyConfigured)
      #expect(format?.message.contains("v210") == true && format?.message.contains("BGRA") == true)
      #expect(format?.url == clip)
      #expect(
        try error(track(images, [kCVPixelBufferWidthKey as String: 1920]))?.code == .incorrectlyConfigured)
      #expect(
        try error(track(images, [:]), CMTimeRange(start: .invalid, duration: .zero))?.code
          == .operationNotSupportedForAsset)
      let composed = AVAssetReaderVideoCompositionOutput(videoTracks: [images], videoSettings: nil)
      #expect(try error(composed)?.code == .invalidVideoComposition)
      composed.videoComposition = AVVideoComposition(asset: asset) { $0.finish(with: $0.sourceImage, context: nil) }
      let reader = try AVAssetReader(asset: asset)
      #expect(reader.canAdd(composed))
      #expect(throws: AVError.self) { try AVAssetReader(asset: AVURLAsset(url: clips.file("none.mp4"))) }
    }

    @Test func aReaderReadsOnce() throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
      #expect(output.copyNextSampleBuffer() == nil)
      reader.add(output)
      #expect(reader.startReading())
      #expect(!reader.canAdd(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)))
      #expect(!(try AVAssetReader(asset: asset)).canAdd(output))
      #expect(!reader.startReading() && reader.status == .reading && reader.error == nil)
      #expect(output.copyNextSampleBuffer() != nil)
    }

    @Test func aCutFileGivesWhatIsThereThenAnError() async throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(seconds: 2), "\(Clips.h264) -movflags +faststart")
      let whole = try Data(contentsOf: clip)
      try whole.prefix(whole.count * 6 / 10).write(to: clip)
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
      reader.add(output)
      #expect(reader.startReading())
      var count = 0
      while output.copyNextSampleBuffer() != nil { count += 1 }
      #expect((1..<50).contains(count))
      let error = try #require(reader.error as? AVError)
      #expect(reader.status == .failed && error.code == .fileFailedToParse && (error.time ?? .zero) > .zero)
      try await expectNothingOpen(clip)
    }

    @Test func anErrorOfTheHandlerEndsTheReader() async throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(), Clips.h264)
      let asset = AVURLAsset(url: clip)
      func reader(_ handler: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void) throws -> (Int, AVAssetReader) {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderVideoCompositionOutput(videoTracks: [asset.tracks[0]], videoSettings: nil)
        output.videoComposition = AVVideoComposition(asset: asset, applyingCIFiltersWithHandler: handler)
        reader.add(output)
        #expect(reader.startReading())
        var count = 0
        while output.copyNextSampleBuffer() != nil { count += 1 }
        #expect(reader.status == .failed)
        return (count, reader)
      }
      nonisolated(unsafe) var requestCount = 0
      let (count, refused) = try reader { request in
        requestCount += 1
        if requestCount <= 4 {
          request.finish(with: request.sourceImage, context: nil)
        } else {
          request.finish(with: Refusal())
        }
      }
      #expect(count == 4 && refused.error is Refusal)
      let (_, silent) = try reader { _ in }
      #expect((silent.error as? AVError)?.code == .videoCompositorFailed)
      try await expectNothingOpen(clip)
    }

    @Test func cancelledAndForgottenReadersLeaveNothingOpen() async throws {
      let clips = try Clips()
      let clip = try clips.make("clip.mp4", Clips.images(seconds: 10), Clips.h264)
      let asset = AVURLAsset(url: clip)
      nonisolated(unsafe) var held: [AVAsynchronousCIImageFilteringRequest] = []
      do {
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:])
        // A handler that never answers does not block the reader.
        let composed = AVAssetReaderVideoCompositionOutput(videoTracks: [asset.tracks[0]], videoSettings: nil)
        composed.videoComposition = AVVideoComposition(asset: asset) { held.append($0) }
        reader.add(output)
        reader.add(composed)
        #expect(reader.startReading())
        #expect(output.copyNextSampleBuffer() != nil)
        reader.cancelReading()
        #expect(reader.status == .cancelled && reader.error == nil)
        #expect(output.copyNextSampleBuffer() == nil && composed.copyNextSampleBuffer() == nil)
        #expect(reader.status == .cancelled)
        let forgotten = try AVAssetReader(asset: asset)
        forgotten.add(AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: [:]))
        #expect(forgotten.startReading())
      }
      try await expectNothingOpen(clip)
      held = []
    }
  }
}
