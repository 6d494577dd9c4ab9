import AVFoundation
import Foundation
import NumberedVideos
import TestFiles
import Testing

private func seconds(_ value: Double) -> CMTime { CMTime(seconds: value, preferredTimescale: 48_000) }

private func range(_ start: Double, _ duration: Double) -> CMTimeRange {
  CMTimeRange(start: seconds(start), duration: seconds(duration))
}

/// The volumes of a track's parameters.
@Suite struct AudioMixParameterTests {
  private static func ramp(
    _ parameters: AVAudioMixInputParameters, _ time: Double
  ) -> (start: Float, end: Float, range: CMTimeRange)? {
    var (start, end, range) = (Float.nan, Float.nan, CMTimeRange.invalid)
    let time = CMTime(seconds: time, preferredTimescale: 48_000)
    guard parameters.getVolumeRamp(for: time, startVolume: &start, endVolume: &end, timeRange: &range) else {
      return nil
    }
    return (start, end, range)
  }

  /// Source: AVMutableAudioMixInputParameters' documentation, its example.
  @Test func theExampleOfTheDocumentation() throws {
    let parameters = AVMutableAudioMixInputParameters()
    #expect(parameters.trackID == kCMPersistentTrackID_Invalid && Self.ramp(parameters, 1) == nil)
    parameters.setVolume(1, at: .zero)
    parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.2, timeRange: range(4, 5))
    let constant = try #require(Self.ramp(parameters, 3.9))
    #expect(constant.start == 1 && constant.end == 1 && constant.range == range(0, 4))
    let ramp = try #require(Self.ramp(parameters, 4))
    #expect(ramp.start == 0.5 && ramp.end == 0.2 && ramp.range == range(4, 5))
    // "False if the time is beyond the duration of the last volume ramp that has been set."
    #expect(Self.ramp(parameters, 9) == nil)
    parameters.setVolume(0.7, at: seconds(12))
    let between = try #require(Self.ramp(parameters, 10))
    #expect(between.start == 0.2 && between.end == 0.2 && between.range == range(9, 3))
    let last = try #require(Self.ramp(parameters, 100))
    #expect(last.start == 0.7 && last.range.start == seconds(12) && last.range.duration == .positiveInfinity)
  }

  @Test func whatIsNoVolumeAndNoTime() throws {
    let parameters = AVMutableAudioMixInputParameters()
    for time in [CMTime.invalid, .indefinite, .positiveInfinity] { parameters.setVolume(0.5, at: time) }
    parameters.setVolumeRamp(
      fromStartVolume: 0, toEndVolume: 1, timeRange: CMTimeRange(start: .zero, duration: .positiveInfinity))
    #expect(Self.ramp(parameters, 0) == nil)
    for (number, (volume, wanted)) in [(Float.nan, Float(0)), (-1, 0), (.infinity, 64), (1e30, 64), (1, 1)].enumerated()
    {
      parameters.setVolume(volume, at: seconds(Double(number)))
      #expect(Self.ramp(parameters, Double(number) + 0.5)?.start == wanted)
    }
    parameters.setVolume(0.25, at: seconds(2))
    #expect(Self.ramp(parameters, 2)?.start == 0.25)
    let early = try #require(Self.ramp(parameters, -1))
    #expect(early.start == 1 && early.end == 1)
  }
}

extension Video {
  /// Exports and players with an audio mix, compared with ffmpeg's decoding.
  @Suite struct AudioMixTests {
    private func numbers(_ clip: URL, _ track: Int = 0) throws -> [Int16] {
      try FFmpeg.run("ffmpeg", ["-v", "error", "-i", clip.path, "-map", "0:a:\(track)", "-f", "s16le", "-"])
        .withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    private func mix(_ asset: AVAsset, _ set: (AVMutableAudioMixInputParameters) -> Void) -> AVAudioMix {
      let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
      set(parameters)
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      return mix
    }

    private func video(
      _ clips: Clips, _ codec: String, rate: Int = 48_000, tracks: Int = 1, in name: String = "in.mkv"
    ) throws -> URL {
      let sound = (0..<tracks).map { "-f lavfi -i aevalsrc=0.5*sin(\(880 + $0)*t)|0.4*sin(1300*t):s=\(rate):d=1" }
      let maps = (1...tracks).map { "-map \($0):a" }.joined(separator: " ")
      return try clips.make(
        name, Clips.images(), sound.joined(separator: " "), "-map 0:v \(maps) \(Clips.h264) -c:a \(codec)")
    }

    private func exported(
      _ asset: AVAsset, _ mix: AVAudioMix, to url: URL, as type: AVFileType, in range: CMTimeRange? = nil,
      preset: String = AVAssetExportPresetLowQuality
    ) async throws {
      let session = try #require(AVAssetExportSession(asset: asset, presetName: preset))
      session.audioMix = mix
      if let range { session.timeRange = range }
      try await session.export(to: url, as: type)
    }

    /// The gain of the parameters below at a time.
    private func gain(_ time: Double) -> Double {
      if time < 0.25 { return 1 }
      if time < 0.5 { return 0.5 }
      return time < 0.75 ? 0.5 + (time - 0.5) / 0.25 * -0.5 : 0
    }

    private func set(_ parameters: AVMutableAudioMixInputParameters) {
      parameters.setVolume(0.5, at: seconds(0.25))
      parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0, timeRange: range(0.5, 0.25))
    }

    @Test(arguments: ["flac", "pcm_s16le"]) func exportsAreAsLoudAsTheMixSays(_ codec: String) async throws {
      let clips = try Clips()
      let clip = try video(clips, codec, tracks: 2)
      let asset = AVURLAsset(url: clip)
      let output = clips.file("out.mkv")
      try await exported(asset, mix(asset, set), to: output, as: .mkv)
      // The codec stays, and so does the other track.
      #expect(try FFmpeg.probe(output, "stream=codec_name", of: "a").map { $0["codec_name"] } == [codec, codec])
      #expect(try numbers(output, 1) == numbers(clip, 1))
      let (before, after) = (try numbers(clip), try numbers(output))
      #expect(before.count == after.count)
      for (index, (a, b)) in zip(before, after).enumerated() {
        let wanted = Double(a) * gain(Double(index / 2) / 48_000)
        guard abs(wanted - Double(b)) > 1.01 else { continue }
        Issue.record("moment \(index / 2): \(b), not \(wanted)")
        break
      }
    }

    /// Times of a mix are those of the asset.
    @Test func rangesTakeTheirPartOfTheMix() async throws {
      let clips = try Clips()
      // Matroska counts milliseconds.
      let clip = try video(clips, "pcm_s16le", in: "in.mov")
      let asset = AVURLAsset(url: clip)
      let output = clips.file("out.mov")
      try await exported(
        asset, mix(asset, set), to: output, as: .mov, in: range(0.4, 0.5),
        preset: AVAssetExportPresetAppleProRes422LPCM)
      let (before, after) = (try numbers(clip), try numbers(output))
      #expect(after.count == 24_000 * 2)
      let first = 19_200
      for (index, b) in after.enumerated() {
        let wanted = Double(before[first * 2 + index]) * gain(Double(first + index / 2) / 48_000)
        guard abs(wanted - Double(b)) > 1.01 else { continue }
        Issue.record("moment \(index / 2): \(b), not \(wanted)")
        break
      }
    }

    /// Opus has 48,000 sample frames a second, regardless of the source.
    @Test func encodersWithARateOfTheirOwnKeepTimes() async throws {
      let tool = try VideoTool()
      let clip = try video(tool.clips, "pcm_s16le", rate: 44_100)
      try tool.done("video", "in.mkv", "-o", "out.webm", "--end", "0.8")
      let cut = try numbers(tool.clips.file("out.webm"))
      #expect(abs(cut.count / 2 - 38_400) <= 960)
      // All of it is heard.
      #expect(cut[(37_000 * 2)..<(38_000 * 2)].map { abs(Int($0)) }.max()! > 10_000)
      let asset = AVURLAsset(url: clip)
      let output = tool.clips.file("mixed.mp4")
      let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetLowQuality))
      session.audioMix = mix(asset) { $0.setVolume(0, at: seconds(0.5)) }
      try await session.export(to: output, as: .mp4)
      let sound = try numbers(output)
      #expect(sound[(19_000 * 2)..<(20_000 * 2)].map { abs(Int($0)) }.max()! > 10_000)
      #expect(sound[(24_000 * 2)..<(40_000 * 2)].map { abs(Int($0)) }.max()! < 400)
    }

    @Test func presetsThatPassOnRefuseAMix() async throws {
      let clips = try Clips()
      let asset = AVURLAsset(url: try video(clips, "aac"))
      let half = mix(asset) { $0.setVolume(0.5, at: .zero) }
      let output = clips.file("out.mkv")
      let error = await #expect(throws: AVError.self) {
        try await exported(asset, half, to: output, as: .mkv, preset: AVAssetExportPresetPassthrough)
      }
      #expect("\(try #require(error))".contains("audio mix"))
      #expect(!FileManager.default.fileExists(atPath: output.path))
      // A mix that changes nothing has no effect.
      let plain = mix(asset) { $0.setVolume(1, at: .zero) }
      try await exported(asset, plain, to: output, as: .mkv, preset: AVAssetExportPresetPassthrough)
      let sound = clips.file("out.m4a")
      try await exported(asset, half, to: sound, as: .m4a, preset: AVAssetExportPresetAppleM4A)
      let loudest = try [output, sound].map { try Double(numbers($0)[10_000..<80_000].map { abs(Int($0)) }.max()!) }
      #expect(abs(loudest[1] / loudest[0] - 0.5) < 0.03)
    }

    @Test func whatBecomesOfAMixLaterChangesNothing() async throws {
      let clips = try Clips()
      let asset = AVURLAsset(url: try video(clips, "aac"))
      let parameters = AVMutableAudioMixInputParameters(track: asset.tracks(withMediaType: .audio).first)
      parameters.setVolume(0.5, at: .zero)
      let mix = AVMutableAudioMix()
      mix.inputParameters = [parameters]
      let session = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetPassthrough))
      session.audioMix = mix
      mix.inputParameters = []
      parameters.setVolume(1, at: .zero)
      await #expect(throws: AVError.self) { try await session.export(to: clips.file("out.mkv"), as: .mkv) }
    }

    @Test func playersAreAsLoudAsTheMixSays() async throws {
      let clips = try Clips()
      let (url, heardFile) = (try video(clips, "flac"), clips.file("heard"))
      setenv("SDL_AUDIODRIVER", "disk", 1)
      setenv("SDL_DISKAUDIOFILE", heardFile.path, 1)
      let item = AVPlayerItem(url: url)
      item.audioMix = mix(item.asset, set)
      let notices = Notices([.AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime], of: item)
      let player = AVPlayer(playerItem: item)
      player.play()
      #expect(await notices.heard.wait(for: 1, seconds: 20))
      #expect(notices.heard.values == ["AVPlayerItemDidPlayToEndTimeNotification"])
      let heard = try Data(contentsOf: heardFile).withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let truth = try numbers(url).map { Float($0) / 32_768 }
      let first = try #require(heard.firstIndex { abs($0) > 1e-4 }) / 2
      let begins = try #require(truth.firstIndex { abs($0) > 1e-4 }) / 2
      let shift = first - begins
      var worst: Float = 0
      for moment in begins + 100..<40_000 {
        for channel in 0..<2 {
          let wanted = truth[moment * 2 + channel] * Float(gain(Double(moment) / 48_000))
          worst = max(worst, abs(heard[(moment + shift) * 2 + channel] - wanted))
        }
      }
      #expect(worst < 2e-3)
    }
  }
}
