import AVFoundation
import CoreImage
import Foundation
import Synchronization
import Testing

extension Video {
  /// Exports that end without a video: a reason, and nothing left behind.
  @Suite struct FailedExportTests {
    struct Refusal: Error {}

    private func session(
      _ asset: AVAsset, _ handler: @escaping (AVAsynchronousCIImageFilteringRequest) -> Void
    ) throws -> AVAssetExportSession {
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
      session.videoComposition = AVVideoComposition(
        asset: asset, applyingCIFiltersWithHandler: handler)
      return session
    }

    private func expectNothingLeft(_ clips: Clips, _ clip: URL) async throws {
      try await expectNothingOpen(clips.folder)
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: clips.folder.path) == [
          clip.lastPathComponent
        ])
    }

    @Test func anErrorOfTheHandlerEndsTheExport() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(), Clips.h264)
      nonisolated(unsafe) var count = 0
      let session = try session(AVURLAsset(url: clip)) { request in
        count += 1
        if count < 5 {
          request.finish(with: request.sourceImage, context: nil)
        } else {
          request.finish(with: Refusal())
        }
      }
      await #expect(throws: Refusal.self) {
        try await session.export(to: clips.file("out.mp4"), as: .mp4)
      }
      #expect(session.status == .failed && session.error is Refusal && session.progress < 1)
      try await expectNothingLeft(clips, clip)
    }

    @Test func unansweredRequestsFail() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(), Clips.h264)
      let session = try session(AVURLAsset(url: clip)) { request in
        if request.compositionTime < CMTime(value: 1, timescale: 5) {
          request.finish(with: request.sourceImage, context: nil)
        }
      }
      do {
        try await session.export(to: clips.file("out.mp4"), as: .mp4)
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(error.code == .videoCompositorFailed && error.url == clip)
        #expect(error.time == CMTime(value: 1, timescale: 5))
      }
      try await expectNothingLeft(clips, clip)
    }

    @Test func lateAndSecondAnswersDoNoHarm() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(), Clips.h264)
      let output = clips.file("out.mp4")
      let session = try session(AVURLAsset(url: clip)) { request in
        // The first of two frames comes after the second one.
        let isLate = Int((request.compositionTime.seconds * 25).rounded()) % 2 == 0
        DispatchQueue.global().asyncAfter(deadline: .now() + (isLate ? 0.01 : 0)) {
          request.finish(with: request.sourceImage.applyingFilter("CIColorInvert"), context: nil)
          if request.compositionTime == .zero { request.finish(with: Refusal()) }
        }
      }
      try await session.export(to: output, as: .mp4)
      #expect(try FFmpeg.probe(output, "frame=best_effort_timestamp").count == 25)
    }

    @Test func aFileThatIsThereStays() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let output = clips.file("out.mp4")
      try Data("kept".utf8).write(to: output)
      let session = try session(AVURLAsset(url: clip)) {
        $0.finish(with: $0.sourceImage, context: nil)
      }
      do {
        try await session.export(to: output, as: .mp4)
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(error.code == .fileAlreadyExists && error.url == output)
      }
      #expect(try Data(contentsOf: output) == Data("kept".utf8))
    }

    @Test func unsupportedOptionsAreRejectedAtTheStart() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let asset = AVURLAsset(url: clip)
      #expect(AVAssetExportSession(asset: asset, presetName: "AVAssetExportPresetPerfect") == nil)
      func error(
        _ type: AVFileType, _ name: String = "out.mp4",
        _ change: (AVMutableVideoComposition) -> Void
      ) async throws -> AVError? {
        let session = try #require(
          AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        let composition = AVMutableVideoComposition(asset: asset) {
          $0.finish(with: $0.sourceImage, context: nil)
        }
        change(composition)
        session.videoComposition = composition
        do {
          try await session.export(to: clips.file(name), as: type)
          return nil
        } catch {
          return error as? AVError
        }
      }
      #expect(
        try await error(AVFileType(rawValue: "a.video")) { _ in }?.code
          == .operationNotSupportedForAsset)
      #expect(try await error(.mp4) { $0.renderSize = .zero }?.code == .invalidVideoComposition)
      #expect(try await error(.mp4) { $0.frameDuration = .zero }?.code == .invalidVideoComposition)
      #expect(
        try await error(.mp4) { $0.colorPrimaries = "my own" }?.code == .invalidVideoComposition)
      #expect(try await error(.mp4, "no/such/folder/out.mp4") { _ in }?.code == .fileNotFound)
      try await expectNothingLeft(clips, clip)
    }

    @Test func aSessionRunsOnce() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let session = try session(AVURLAsset(url: clip)) {
        $0.finish(with: $0.sourceImage, context: nil)
      }
      try await session.export(to: clips.file("out.mp4"), as: .mp4)
      do {
        try await session.export(to: clips.file("again.mp4"), as: .mp4)
        Issue.record("it ran twice")
      } catch let error as AVError {
        #expect(error.code == .sessionNotRunning)
      }
      #expect(session.status == .completed)
    }

    @Test(arguments: [0, 20, 80]) func cancellingLeavesNothing(_ milliseconds: Int) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images("160x120", seconds: 20), Clips.h264)
      let session = try session(AVURLAsset(url: clip)) {
        $0.finish(with: $0.sourceImage.applyingFilter("CISepiaTone"), context: nil)
      }
      let output = clips.file("out.mp4")
      let task = Task { try await session.export(to: output, as: .mp4) }
      try await Task.sleep(for: .milliseconds(milliseconds))
      if milliseconds == 20 { session.cancelExport() } else { task.cancel() }
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(
        session.status == .cancelled && (session.error as? AVError)?.code == .operationCancelled)
      try await expectNothingLeft(clips, clip)
    }

    @Test func aCutSourceEndsTheExportWithItsTime() async throws {
      let clips = try Clips()
      let clip = try clips.make(
        "in.mp4", Clips.images(seconds: 2), "\(Clips.h264) -movflags +faststart")
      let whole = try Data(contentsOf: clip)
      try whole.prefix(whole.count / 2).write(to: clip)
      let session = try session(AVURLAsset(url: clip)) {
        $0.finish(with: $0.sourceImage, context: nil)
      }
      do {
        try await session.export(to: clips.file("out.mp4"), as: .mp4)
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(
          error.code == .fileFailedToParse && error.url == clip && (error.time ?? .zero) > .zero)
      }
      try await expectNothingLeft(clips, clip)
    }
  }
}
