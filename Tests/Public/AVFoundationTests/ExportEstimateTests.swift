import AVFoundation
import Foundation
import TestFiles
import Testing

extension Video {
  /// The estimated sizes of exports.
  @Suite struct ExportEstimateTests {
    private func session(_ url: URL, _ preset: String) throws -> AVAssetExportSession {
      try #require(AVAssetExportSession(asset: AVURLAsset(url: url), presetName: preset))
    }

    private func size(_ url: URL) throws -> Int64 {
      Int64(try #require(try url.resourceValues(forKeys: [.fileSizeKey]).fileSize))
    }

    /// Streams that say their bits (mp4), and a file that does not (mkv).
    @Test(arguments: ["in.mp4", "in.mkv"]) func whatIsPassedOnKeepsItsSize(_ name: String) async throws {
      let clips = try Clips()
      let clip = try clips.make(
        name, Clips.images("320x240", seconds: 4), "-f lavfi -i sine=d=4", "\(Clips.h264) -c:a aac")
      let session = try session(clip, AVAssetExportPresetPassthrough)
      session.outputFileType = .mkv
      let estimate = session.estimatedOutputFileLength
      session.timeRange = CMTimeRange(start: .zero, duration: CMTime(value: 2, timescale: 1))
      let half = try await session.estimatedOutputFileLengthInBytes
      #expect(abs(Double(half * 2) / Double(estimate) - 1) < 0.02)
      session.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
      let output = clips.file("out.mkv")
      try await session.export(to: output, as: .mkv)
      let written = try size(output)
      #expect(abs(Double(estimate) / Double(written) - 1) < 0.1, "\(estimate), not \(written)")
    }

    /// A photograph that moves slowly, as the numbers were measured with, but another one at another size.
    @Test(arguments: [
      (AVAssetExportPresetHighestQuality, AVFileType.mp4, 3.0), (AVAssetExportPresetMediumQuality, .mp4, 3),
      (AVAssetExportPresetHEVCHighestQuality, .mp4, 3), (AVAssetExportPresetAppleProRes422LPCM, .mov, 1.4),
      (AVAssetExportPresetFFV1Lossless, .mkv, 2),
    ])
    func whatIsEncodedIsGuessed(_ preset: String, _ type: AVFileType, _ factor: Double) async throws {
      let clips = try Clips()
      let photograph = repository.appending(path: "Examples/Photographs/hubble_deep_field.jpg")
      let clip = try clips.make(
        "in.mkv", "-loop 1 -framerate 25 -t 4 -i \(photograph.path)",
        "-vf crop=320:180:100+n:100+n/2,format=yuv420p -c:v ffv1")
      let session = try session(clip, preset)
      session.outputFileType = type
      let estimate = Double(try await session.estimatedOutputFileLengthInBytes)
      let output = clips.file("out")
      try await session.export(to: output, as: type)
      let ratio = try Double(size(output)) / estimate
      #expect(ratio < factor && ratio > 1 / factor, "\(ratio)")
    }

    @Test func limitsAreTimes() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 2), "\(Clips.h264)")
      let session = try session(clip, AVAssetExportPresetMediumQuality)
      #expect(!session.canPerformMultiplePassesOverSourceMediaData)
      session.canPerformMultiplePassesOverSourceMediaData = true
      #expect(session.canPerformMultiplePassesOverSourceMediaData)
      #expect(try await session.estimatedMaximumDuration.seconds == 2)
      session.fileLengthLimit = session.estimatedOutputFileLength / 4
      let quarter = try await session.estimatedMaximumDuration.seconds
      #expect(abs(quarter - 0.5) < 0.01)
      session.fileLengthLimit = .max
      #expect(try await session.estimatedMaximumDuration.seconds == 2)
    }

    @Test func unknownSizesAreAnError() async throws {
      let clips = try Clips()
      let session = try session(clips.file("missing.mp4"), AVAssetExportPresetMediumQuality)
      #expect(session.estimatedOutputFileLength == 0)
      await #expect(throws: AVError.self) { try await session.estimatedOutputFileLengthInBytes }
      await #expect(throws: AVError.self) { try await session.estimatedMaximumDuration }
      let (bytes, error) = await withCheckedContinuation { continuation in
        session.estimateOutputFileLength { continuation.resume(returning: ($0, $1 as? AVError)) }
      }
      #expect(bytes == 0 && error?.code == .fileNotFound)
      let (time, reason) = await withCheckedContinuation { continuation in
        session.estimateMaximumDuration { continuation.resume(returning: ($0, $1 as? AVError)) }
      }
      #expect(!time.isValid && reason?.code == .fileNotFound)
      let clip = try clips.make("in.mp4", Clips.images(), "\(Clips.h264)")
      let behind = try self.session(clip, AVAssetExportPresetMediumQuality)
      behind.timeRange = CMTimeRange(start: CMTime(value: 5, timescale: 1), duration: CMTime(value: 1, timescale: 1))
      #expect(behind.estimatedOutputFileLength == 0)
      behind.timeRange = CMTimeRange(start: .zero, duration: .positiveInfinity)
      behind.outputFileType = .webm
      #expect(behind.estimatedOutputFileLength == 0)
    }
  }
}
