import AVFoundation
import Foundation
import TestFiles
import Testing

extension Video {
  /// PCM and encoded sound, compared with ffmpeg's decoding.
  @Suite struct SoundTests {
    /// Returns the sound of a clip as ffmpeg decodes it.
    private func truth(_ clip: URL, _ format: String, _ more: String...) throws -> Data {
      try FFmpeg.run("ffmpeg", ["-v", "error", "-i", clip.path, "-map", "0:a:0"] + more + ["-f", format, "-"])
    }

    private func floats(_ clip: URL) throws -> [Float] {
      try truth(clip, "f32le", "-ar", "48000", "-ac", "2").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Returns the signal-to-difference ratio of two sounds, in decibels, over the sample frames of both.
    private func likeness(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Double {
      let pairs = Array(zip(a, b))
      let own = pairs.reduce(0.0) { $0 + Double($1.0 * $1.0) }
      let other = pairs.reduce(0.0) { $0 + Double(($1.0 - $1.1) * ($1.0 - $1.1)) }
      return 10 * log10(own / max(other, 1e-12))
    }

    /// Both channels are heard apart.
    private func tone(_ seconds: Double, rate: Int = 48000) -> String {
      "-f lavfi -i aevalsrc=0.5*sin(880*t)|0.4*sin(1300*t*(1+t)):s=\(rate):d=\(seconds)"
    }

    private func samples(
      _ clip: URL, _ settings: [String: Any], in range: CMTimeRange? = nil
    ) throws -> [CMSampleBuffer] {
      let asset = AVURLAsset(url: clip)
      let reader = try AVAssetReader(asset: asset)
      if let range { reader.timeRange = range }
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let output = AVAssetReaderTrackOutput(
        track: track, outputSettings: [AVFormatIDKey: kAudioFormatLinearPCM].merging(settings) { $1 })
      reader.add(output)
      #expect(reader.startReading(), "\(String(describing: reader.error))")
      var samples: [CMSampleBuffer] = []
      while let sample = output.copyNextSampleBuffer() { samples.append(sample) }
      #expect(reader.status == .completed, "\(String(describing: reader.error))")
      return samples
    }

    private func bytes(_ samples: [CMSampleBuffer]) -> Data {
      samples.reduce(into: Data()) { $0 += $1.dataBuffer!.dataBytes() }
    }

    @Test(arguments: ["flac", "aac"]) func readersGiveTheNumbersOfADecoder(_ codec: String) throws {
      let clips = try Clips()
      let clip = try clips.make("tone.mp4", Clips.images(), tone(1), "\(Clips.h264) -c:a \(codec) -strict -2")
      let kinds: [(settings: [String: Any], format: String)] = [
        ([:], "s16le"), ([AVLinearPCMBitDepthKey: 24], "s24le"), ([AVLinearPCMBitDepthKey: 32], "s32le"),
        ([AVLinearPCMIsFloatKey: true], "f32le"), ([AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 64], "f64le"),
        ([AVLinearPCMIsBigEndianKey: true], "s16be"),
        ([AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: true], "s24be"),
        ([AVNumberOfChannelsKey: 1], "s16le"),
      ]
      for (settings, format) in kinds {
        let channels = settings[AVNumberOfChannelsKey] as? Int ?? 2
        let samples = try samples(clip, settings)
        #expect(bytes(samples) == (try truth(clip, format, "-ac", "\(channels)")), "\(settings)")
        // One after another, as their times say.
        var time = try #require(samples.first?.presentationTimeStamp)
        for sample in samples {
          #expect(sample.presentationTimeStamp == time && sample.numSamples > 0)
          time = time + sample.duration
        }
        let description = try #require(samples[0].formatDescription)
        #expect(description.mediaType == kCMMediaType_Audio && description.mediaSubType == kAudioFormatLinearPCM)
        let basic = try #require(CMAudioFormatDescriptionGetStreamBasicDescription(description))
        #expect(basic.mSampleRate == 48000 && Int(basic.mChannelsPerFrame) == channels)
        #expect(samples[0].dataBuffer!.dataLength == samples[0].numSamples * Int(basic.mBytesPerFrame))
      }
    }

    @Test func ratesAreAsRequested() throws {
      let clips = try Clips()
      let clip = try clips.make("tone.mkv", Clips.images(), tone(1, rate: 44100), "\(Clips.h264) -c:a flac")
      let read = bytes(try samples(clip, [AVSampleRateKey: 48000, AVLinearPCMIsFloatKey: true]))
      let numbers = read.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let truth = try floats(clip)
      #expect(abs(numbers.count - truth.count) <= 64)
      #expect(likeness(truth[...], numbers[...]) > 60)
    }

    @Test func rangesAreCutToTheMoment() throws {
      let clips = try Clips()
      let clip = try clips.make("tone.mkv", Clips.images(), tone(2), "\(Clips.h264) -c:a flac")
      let range = CMTimeRange(
        start: CMTime(value: 24_001, timescale: 48_000), duration: CMTime(value: 10_007, timescale: 48_000))
      let part = try samples(clip, [:], in: range)
      #expect(part[0].presentationTimeStamp == range.start)
      #expect(part.reduce(0) { $0 + $1.numSamples } == 10_007)
      #expect(bytes(part) == (try truth(clip, "s16le"))[24_001 * 4..<34_008 * 4])
    }

    /// Matroska takes all, these do not.
    @Test(arguments: [(AVFileType.mp4, "pcm_s16le", "aac"), (.webm, "aac", "opus"), (.mov, "libopus", "aac")])
    func exportsEncodeWhatAContainerDoesNotTake(_ type: AVFileType, _ codec: String, _ name: String) async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images(), tone(1), "\(Clips.h264) -c:a \(codec)")
      let output = clips.file("out")
      let session = try #require(
        AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: AVAssetExportPresetHighestQuality))
      if type == .webm {
        let tool = try VideoTool()
        try FileManager.default.copyItem(at: clip, to: tool.clips.file("in.mkv"))
        try tool.done("video", "in.mkv", "-o", "out.webm")
        try FileManager.default.copyItem(at: tool.clips.file("out.webm"), to: output)
      } else {
        try await session.export(to: output, as: type)
      }
      let facts = try FFmpeg.probe(output, "stream=codec_name,sample_rate,channels,bit_rate", of: "a:0")[0]
      #expect(facts["codec_name"] == name && facts["sample_rate"] == "48000" && facts["channels"] == "2")
      let sounds = try [clip, output].map { try floats($0) }
      // Padded to whole packets; in step to the moment, or coders would not be this near.
      #expect(abs(sounds[0].count - sounds[1].count) <= 2 * 2048)
      // If packets begin before the video does, the samples that decoders skip become silence.
      let start = try FFmpeg.probe(clip, "stream=start_time", of: "a:0")[0]["start_time"].flatMap { Double($0) }
      let lead = 2 * Int((max(-(try #require(start)), 0) * 48_000).rounded())
      #expect(likeness(sounds[0][4096..<90_000], sounds[1].dropFirst(lead)[(4096 + lead)..<(90_000 + lead)]) > 15)
    }

    @Test func rangesOfEncodedSoundAreCutToTheMoment() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images(seconds: 2), tone(2), "\(Clips.h264) -c:a pcm_s16le")
      let session = try #require(
        AVAssetExportSession(asset: AVURLAsset(url: clip), presetName: AVAssetExportPresetAppleProRes422LPCM))
      session.timeRange = CMTimeRange(
        start: CMTime(value: 24_001, timescale: 48_000), duration: CMTime(value: 48_003, timescale: 48_000))
      try await session.export(to: clips.file("out.mov"), as: .mov)
      let written = try truth(clips.file("out.mov"), "s16le")
      // Matroska counts milliseconds, of 48 moments.
      let whole = try truth(clip, "s16le")
      #expect(written.count == 48_003 * 4)
      let begins = (23_950...24_050).first { written.prefix(4000) == whole.dropFirst($0 * 4).prefix(4000) }
      #expect(begins.map { abs($0 - 24_001) <= 48 } == true, "\(String(describing: begins))")
    }

    /// - Returns: the file that a writer makes of a clip's sound.
    private func written(
      _ clips: Clips, _ clip: URL, as type: AVFileType, _ settings: [String: Any]
    ) async throws -> URL {
      let output = clips.file("out")
      let writer = try AVAssetWriter(outputURL: output, fileType: type)
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
      #expect(writer.canAdd(input))
      writer.add(input)
      #expect(writer.startWriting(), "\(String(describing: writer.error))")
      writer.startSession(atSourceTime: .zero)
      for sample in try samples(clip, [:]) {
        while !input.isReadyForMoreMediaData, writer.status == .writing { try await Task.sleep(for: .milliseconds(1)) }
        #expect(input.append(sample), "\(String(describing: writer.error))")
      }
      input.markAsFinished()
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      return output
    }

    @Test func writersEncodeSound() async throws {
      let kinds: [(AVFileType, AudioFormatID, [String: Any], String)] = [
        (.mp4, kAudioFormatMPEG4AAC, [AVEncoderBitRateKey: 256_000], "aac"), (.mkv, kAudioFormatFLAC, [:], "flac"),
        (.mov, kAudioFormatLinearPCM, [:], "pcm_s16le"), (.mov, kAudioFormatAppleLossless, [:], "alac"),
        (.mkv, kAudioFormatOpus, [:], "opus"),
        (.mov, kAudioFormatLinearPCM, [AVLinearPCMBitDepthKey: 24, AVLinearPCMIsBigEndianKey: true], "pcm_s24be"),
      ]
      for (type, format, more, name) in kinds {
        let clips = try Clips()
        let clip = try clips.make("tone.mkv", tone(1), "-c:a flac")
        let settings: [String: Any] = [
          AVFormatIDKey: format, AVSampleRateKey: 48000.0, AVNumberOfChannelsKey: 2,
        ]
        let output = try await written(clips, clip, as: type, settings.merging(more) { $1 })
        #expect(try FFmpeg.probe(output, "stream=codec_name", of: "a:0")[0]["codec_name"] == name)
        if ["aac", "opus"].contains(name) {
          let sounds = try [clip, output].map { try floats($0) }
          #expect(likeness(sounds[0][4096..<90_000], sounds[1][4096..<90_000]) > 15, "\(name)")
        } else {
          #expect(try truth(output, "s16le") == truth(clip, "s16le"), "\(name)")
        }
      }
    }

    @Test func appsDescribeTheirOwnSound() async throws {
      let clips = try Clips()
      var basic = AudioStreamBasicDescription()
      (basic.mSampleRate, basic.mFormatID, basic.mFormatFlags) = (8000, kAudioFormatLinearPCM, kAudioFormatFlagIsFloat)
      (basic.mBytesPerPacket, basic.mFramesPerPacket, basic.mBytesPerFrame) = (4, 1, 4)
      (basic.mChannelsPerFrame, basic.mBitsPerChannel) = (1, 32)
      var description: CMAudioFormatDescription?
      let status = CMAudioFormatDescriptionCreate(
        allocator: nil, asbd: &basic, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil, extensions: nil,
        formatDescriptionOut: &description)
      #expect(status == 0)
      basic.mBitsPerChannel = 12
      #expect(
        CMAudioFormatDescriptionCreate(
          allocator: nil, asbd: &basic, layoutSize: 0, layout: nil, magicCookieSize: 0, magicCookie: nil,
          extensions: nil, formatDescriptionOut: &description) == kCMFormatDescriptionError_InvalidParameter)
      let output = clips.file("out.mov")
      let writer = try AVAssetWriter(outputURL: output, fileType: .mov)
      let settings: [String: Any] = [
        AVFormatIDKey: kAudioFormatLinearPCM, AVLinearPCMIsFloatKey: true, AVSampleRateKey: 8000,
        AVNumberOfChannelsKey: 1,
      ]
      let input = AVAssetWriterInput(mediaType: .audio, outputSettings: settings)
      writer.add(input)
      writer.startWriting()
      writer.startSession(atSourceTime: CMTime(value: 1, timescale: 1000))
      let numbers = (0..<4000).map { Float($0) / 4000 }
      // Sound before the session's start is omitted, and a gap becomes silence.
      for (first, count, at) in [(0, 2000, 0), (2000, 2000, 4000)] {
        let bytes = numbers[first..<first + count].withUnsafeBytes { Data($0) }
        let sample = CMSampleBuffer(
          dataBuffer: CMBlockBuffer(bytes), formatDescription: description, numSamples: count,
          sampleTiming: CMSampleTimingInfo(
            duration: CMTime(value: CMTimeValue(count), timescale: 8000),
            presentationTimeStamp: CMTime(value: CMTimeValue(at), timescale: 8000), decodeTimeStamp: .invalid))
        #expect(input.append(sample))
      }
      await writer.finishWriting()
      #expect(writer.status == .completed, "\(String(describing: writer.error))")
      let written = try truth(output, "f32le").withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let wanted = numbers[8..<2000] + [Float](repeating: 0, count: 2000) + numbers[2000...]
      #expect(written == Array(wanted))
    }

    @Test func whatCannotBeIsRefused() async throws {
      let clips = try Clips()
      let clip = try clips.make("in.mkv", Clips.images(seconds: 0.2), tone(0.2), "\(Clips.h264) -c:a pcm_s16le")
      let asset = AVURLAsset(url: clip)
      let track = try #require(asset.tracks(withMediaType: .audio).first)
      let wrong: [([String: Any], String)] = [
        ([AVFormatIDKey: kAudioFormatMPEG4AAC], "kAudioFormatLinearPCM"), ([AVSampleRateKey: 10], "4000 to 768000"),
        ([AVNumberOfChannelsKey: 65], "1 to 64"), ([AVLinearPCMBitDepthKey: 12], "16, 24, 32"),
        ([AVLinearPCMIsFloatKey: true, AVLinearPCMBitDepthKey: 16], "32, 64"),
        ([AVLinearPCMIsNonInterleaved: true], "remove the key"), ([AVSampleRateKey: Double.nan], "4000 to 768000"),
      ]
      for (settings, words) in wrong {
        let reader = try AVAssetReader(asset: asset)
        let all = [AVFormatIDKey: kAudioFormatLinearPCM].merging(settings) { $1 }
        reader.add(AVAssetReaderTrackOutput(track: track, outputSettings: all))
        #expect(!reader.startReading())
        let error = try #require(reader.error as? AVError)
        #expect(error.code == .incorrectlyConfigured && error.message.contains(words), "\(error)")
      }
      let plain: [String: Any] = [
        AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: 48000, AVNumberOfChannelsKey: 2,
      ]
      let refusals: [([String: Any], AVFileType)] = [
        ([AVFormatIDKey: 1], .mp4), ([AVFormatIDKey: kAudioFormatLinearPCM], .mp4), ([AVSampleRateKey: 0], .mp4),
        ([AVEncoderBitRateKey: 1e300], .mp4), ([AVEncoderBitRatePerChannelKey: -1], .mp4),
      ]
      for (settings, type) in refusals {
        let writer = try AVAssetWriter(outputURL: clips.file("out"), fileType: type)
        let all = plain.merging(settings) { $1 }
        #expect(!writer.canAdd(AVAssetWriterInput(mediaType: .audio, outputSettings: all)), "\(settings)")
      }
      let tool = try VideoTool()
      try FileManager.default.copyItem(at: clip, to: tool.clips.file("in.mkv"))
      try tool.refused(1, "does not support", "video", "in.mkv", "-o", "out.mp4", "--audio", "copy")
      try tool.refused(1, "do not support sound by pcm_s16le", "video", "in.mkv", "-o", "out.mp4", "--audio", "pcm")
      try tool.done("video", "in.mkv", "-o", "out.mkv", "--audio", "opus")
      #expect(try FFmpeg.probe(tool.clips.file("out.mkv"), "stream=codec_name", of: "a:0")[0]["codec_name"] == "opus")
    }
  }
}
