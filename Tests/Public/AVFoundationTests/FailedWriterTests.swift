import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Writers that end without a video: a reason, and nothing left behind.
  @Suite struct FailedWriterTests {
    private func expectNothingLeft(_ clips: Clips) async throws {
      try await expectNothingOpen(clips.folder)
      #expect(try FileManager.default.contentsOfDirectory(atPath: clips.folder.path) == [])
    }

    private func input(
      _ change: (inout [String: Any]) -> Void = { _ in }, _ mediaType: AVMediaType = .video
    ) -> AVAssetWriterInput {
      var settings: [String: Any] = [
        AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: 96, AVVideoHeightKey: 64,
      ]
      change(&settings)
      return AVAssetWriterInput(mediaType: mediaType, outputSettings: settings)
    }

    @Test func unsupportedInputsAreRejectedAtTheStart() async throws {
      let clips = try Clips()
      let url = clips.file("out.mp4")
      func error(_ input: AVAssetWriterInput?, _ type: AVFileType = .mp4) throws -> AVError? {
        let writer = try AVAssetWriter(outputURL: url, fileType: type)
        if let input {
          #expect(!writer.canAdd(input))
          writer.add(input)
        }
        #expect(!writer.startWriting() && writer.status == .failed)
        return writer.error as? AVError
      }
      func compression(_ key: String, _ value: Any) -> AVAssetWriterInput {
        input { $0[AVVideoCompressionPropertiesKey] = [key: value] }
      }
      #expect(try error(nil)?.code == .operationNotAllowed)
      let refused: [AVAssetWriterInput] = [
        input { $0[AVVideoCodecKey] = "film" }, input { $0[AVVideoCodecKey] = nil },
        input { $0[AVVideoWidthKey] = 97 }, input { $0[AVVideoHeightKey] = nil }, input { $0[AVVideoHeightKey] = 0 },
        input { $0[AVVideoCodecKey] = AVVideoCodecType.ffv1 }, input({ _ in }, .audio),
        compression(AVVideoQualityKey, 2), compression(AVVideoAverageBitRateKey, "much"),
        compression(AVVideoMaxKeyFrameIntervalKey, 0), compression(AVVideoProfileLevelKey, "H264_Lowest_AutoLevel"),
        input { $0[AVVideoColorPropertiesKey] = [AVVideoYCbCrMatrixKey: "my own"] },
        input { $0[AVVideoCompressionPropertiesKey] = 7 },
        AVAssetWriterInput(mediaType: .video, outputSettings: nil),
      ]
      for input in refused {
        let error = try error(input)
        #expect(error?.code == .incorrectlyConfigured && error?.url == url, "\(String(describing: error))")
      }
      #expect(try error(refused[0])?.message.contains("avc1") == true)
      // What is found out with the adaptor.
      let pq = input {
        $0[AVVideoCodecKey] = AVVideoCodecType.h264
        $0[AVVideoColorPropertiesKey] = [AVVideoTransferFunctionKey: "linear?"]
      }
      #expect(try error(pq)?.code == .incorrectlyConfigured)
      #expect(throws: AVError.self) { try AVAssetWriter(outputURL: url, fileType: AVFileType(rawValue: "a.video")) }
      try Data("kept".utf8).write(to: url)
      #expect(throws: AVError.self) { try AVAssetWriter(outputURL: url, fileType: .mp4) }
      #expect(try Data(contentsOf: url) == Data("kept".utf8))
      try FileManager.default.removeItem(at: url)
      try await expectNothingLeft(clips)
    }

    @Test func turnsOfMatroskaAreRefused() async throws {
      let clips = try Clips()
      let video = try VideoWriter(clips.file("out.mkv"), as: .mkv, .h264)
      video.input.transform = CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 64, ty: 0)
      #expect(!video.writer.startWriting())
      #expect((video.writer.error as? AVError)?.code == .incorrectlyConfigured)
      try await expectNothingLeft(clips)
    }

    /// Common mistakes, with their remedies.
    enum Trap: CaseIterable {
      case format, size, time, equalTime, noTime, notReady, noSession, finished, packet, otherPool
    }

    @Test(arguments: Trap.allCases) func trapsAreErrors(_ trap: Trap) async throws {
      let clips = try Clips()
      let video = try VideoWriter(clips.file("out.mp4"), as: .mp4, .h264, format: kCVPixelFormatType_32BGRA)
      #expect(video.writer.startWriting())
      if trap != .noSession { video.writer.startSession(atSourceTime: .zero) }
      let good = try video.image()
      let second = CMTime(value: 1, timescale: 1)
      if trap != .noSession { #expect(video.adaptor.append(good, withPresentationTime: second)) }
      func buffer(_ width: Int, _ format: OSType) throws -> CVPixelBuffer {
        try CVPixelBuffer(width: width, height: 64, pixelFormat: format)
      }
      var isTaken = true
      var word = ""
      switch trap {
      case .format:
        isTaken = video.adaptor.append(try buffer(96, kCVPixelFormatType_32ARGB), withPresentationTime: second + second)
        word = "pixelBufferPool"
      case .size:
        isTaken = video.adaptor.append(try buffer(64, kCVPixelFormatType_32BGRA), withPresentationTime: second + second)
        word = "96x64"
      case .time:
        isTaken = video.adaptor.append(try video.image(), withPresentationTime: .zero)
        word = "not after the previous one"
      case .equalTime:
        isTaken = video.adaptor.append(try video.image(), withPresentationTime: second)
        word = "not after the previous one"
      case .noTime:
        isTaken = video.adaptor.append(try video.image(), withPresentationTime: .indefinite)
        word = "must be numeric"
      case .notReady:
        for index in 2..<10_000 where isTaken {
          isTaken = video.adaptor.append(good, withPresentationTime: CMTime(value: Int64(index), timescale: 1))
        }
        word = "isReadyForMoreMediaData"
      case .noSession:
        isTaken = video.adaptor.append(good, withPresentationTime: second)
        word = "startSession"
      case .finished:
        video.input.markAsFinished()
        #expect(!video.input.isReadyForMoreMediaData)
        isTaken = video.adaptor.append(try video.image(), withPresentationTime: second + second)
        word = "markAsFinished"
      case .packet:
        isTaken = video.input.append(
          CMSampleBuffer(
            dataBuffer: CMBlockBuffer(Data([1])), formatDescription: nil,
            sampleTiming: CMSampleTimingInfo(
              duration: .invalid, presentationTimeStamp: second + second, decodeTimeStamp: .invalid)))
        word = "has no image"
      case .otherPool:
        // Of the right size and format: nothing is wrong with it.
        #expect(video.adaptor.append(try buffer(96, kCVPixelFormatType_32BGRA), withPresentationTime: second + second))
        try await video.finish()
        return
      }
      #expect(!isTaken && video.writer.status == .failed)
      let error = try #require(video.writer.error as? AVError)
      #expect(error.message.contains(word), "\(error)")
      let codes: [Trap: AVError.Code] = [
        .notReady: .operationNotAllowed, .noSession: .operationNotAllowed, .finished: .operationNotAllowed,
      ]
      #expect(error.code == codes[trap] ?? .invalidSourceMedia && error.url == video.writer.outputURL)
      #expect(!video.input.isReadyForMoreMediaData)
      await video.writer.finishWriting()
      #expect(video.writer.status == .failed && video.writer.error as? AVError == error)
      try await expectNothingLeft(clips)
    }

    @Test func packetsAreRefusedThatAreNone() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 0.2), Clips.h264)
      let asset = AVURLAsset(url: clip)
      func error(_ second: (CMSampleBuffer) throws -> CMSampleBuffer) throws -> AVError? {
        let writer = try AVAssetWriter(outputURL: clips.file("out.mp4"), fileType: .mp4)
        let input = AVAssetWriterInput(
          mediaType: .video, outputSettings: nil, sourceFormatHint: asset.tracks[0].formatDescriptions[0])
        writer.add(input)
        #expect(writer.startWriting())
        writer.startSession(atSourceTime: .zero)
        let reader = try AVAssetReader(asset: asset)
        let output = AVAssetReaderTrackOutput(track: asset.tracks[0], outputSettings: nil)
        reader.add(output)
        reader.startReading()
        let sample = try #require(output.copyNextSampleBuffer())
        #expect(input.append(sample))
        #expect(!input.append(try second(sample)))
        #expect(writer.status == .failed)
        return writer.error as? AVError
      }
      #expect(try error { $0 }?.code == .invalidSourceMedia)
      let image = try CVPixelBuffer(width: 96, height: 64, pixelFormat: kCVPixelFormatType_32BGRA)
      let decoded = try error {
        CMSampleBuffer(
          imageBuffer: image,
          sampleTiming: .init(
            duration: .invalid, presentationTimeStamp: $0.presentationTimeStamp, decodeTimeStamp: .invalid))
      }
      #expect(decoded?.code == .invalidSourceMedia && decoded?.message.contains("outputSettings") == true)
    }

    @Test func cancelledAndForgottenWritersLeaveNothing() async throws {
      let clips = try Clips()
      for isForgotten in [false, true] {
        let video = try VideoWriter(clips.file("out.mp4"), as: .mp4, .h264)
        video.start()
        for index in 0..<8 {
          #expect(try await video.append(try video.image(), at: CMTime(value: Int64(index), timescale: 25)))
        }
        if isForgotten { continue }
        video.writer.cancelWriting()
        #expect(try FileManager.default.contentsOfDirectory(atPath: clips.folder.path) == [])
        #expect(video.writer.status == .cancelled)
        await video.writer.finishWriting()
        #expect(video.writer.status == .cancelled)
      }
      try await expectNothingLeft(clips)
    }

    @Test func aFullDiskIsReported() async throws {
      let clips = try Clips()
      // The disk of the partial file has no space for a byte.
      let part = clips.file(".out.mkv.part")
      try FileManager.default.createSymbolicLink(atPath: part.path, withDestinationPath: "/dev/full")
      let video = try VideoWriter(clips.file("out.mkv"), as: .mkv, .ffv1)
      video.writer.partialName = part.lastPathComponent
      video.start()
      for index in 0..<200 where video.writer.status == .writing {
        try await video.append(try video.image(), at: CMTime(value: Int64(index), timescale: 25))
      }
      await video.writer.finishWriting()
      #expect(video.writer.status == .failed)
      #expect((video.writer.error as? AVError)?.code == .diskFull)
      try await expectNothingLeft(clips)
    }

    @Test func aFullDiskEndsAnExport() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mp4", Clips.images(seconds: 2), Clips.sound(seconds: 2), "\(Clips.h264) -c:a aac")
      let part = clips.file(".out.mp4.part")
      try FileManager.default.createSymbolicLink(atPath: part.path, withDestinationPath: "/dev/full")
      let session = try #require(
        AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: AVAssetExportPresetHighestQuality))
      session.partialName = part.lastPathComponent
      do {
        try await session.export(to: clips.file("out.mp4"), as: .mp4)
        Issue.record("it was exported")
      } catch let error as AVError {
        #expect(error.code == .diskFull)
      }
      try FileManager.default.removeItem(at: clip)
      try await expectNothingLeft(clips)
    }

    @Test func aFileThatCameMeanwhileStays() async throws {
      let clips = try Clips()
      let output = clips.file("out.mp4")
      let video = try VideoWriter(output, as: .mp4, .h264)
      video.start()
      #expect(try await video.append(try video.image(), at: .zero))
      try Data("kept".utf8).write(to: output)
      await video.writer.finishWriting()
      #expect((video.writer.error as? AVError)?.code == .fileAlreadyExists)
      #expect(try Data(contentsOf: output) == Data("kept".utf8))
      try FileManager.default.removeItem(at: output)
      try await expectNothingLeft(clips)
    }
  }
}
