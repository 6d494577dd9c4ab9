import AVFoundation
import Foundation
import NumberedVideos
import Testing

/// A stretch of a sound, to be found in another one.
private struct SoundPosition {
  let pairs: ArraySlice<Float>

  init(_ sound: [Float], from: Int, count: Int) { pairs = sound[from * 2..<(from + count) * 2] }

  /// Returns the position at which the sounds differ least, in sample frames, and the greatest difference there.
  func nearest(in other: [Float], around middle: Int) -> (place: Int, difference: Float) {
    var best = (place: 0, difference: Float.infinity)
    for place in middle - 1200...middle + 1200 where (place * 2 + pairs.count) <= other.count {
      let difference = zip(pairs, other[(place * 2)...]).map { abs($0 - $1) }.max() ?? .infinity
      if difference < best.difference { best = (place, difference) }
    }
    return best
  }
}

extension Video {
  /// Players with sound on SDL's silent devices: `disk` writes its input to a file, `dummy` consumes it in real time.
  @Suite struct PlayerSoundTests {
    private func driver(_ name: String, file: URL? = nil) {
      setenv("SDL_AUDIODRIVER", name, 1)
      if let file { setenv("SDL_DISKAUDIOFILE", file.path, 1) }
    }

    /// Plays a video to its end, or for the given time. Returns the duration.
    private func play(
      _ url: URL, from start: CMTime = .zero, _ prepare: (AVPlayer) -> Void = { _ in }
    ) async throws -> (seconds: Double, item: AVPlayerItem) {
      let item = AVPlayerItem(url: url)
      let notices = Notices([.AVPlayerItemDidPlayToEndTime, .AVPlayerItemFailedToPlayToEndTime], of: item)
      let player = AVPlayer(playerItem: item)
      prepare(player)
      if start > .zero { #expect(await player.seek(to: start)) }
      player.play()
      let begins = ContinuousClock.now
      while player.timeControlStatus != .playing, .now - begins < .seconds(10) {
        try await Task.sleep(for: .milliseconds(1))
      }
      let begun = ContinuousClock.now
      #expect(await notices.heard.wait(for: 1, seconds: 20))
      #expect(notices.heard.values == ["AVPlayerItemDidPlayToEndTimeNotification"])
      return ((ContinuousClock.now - begun) / .seconds(1), item)
    }

    private func video(_ clips: Clips, _ codec: String, offset: Double = 0) throws -> URL {
      let url = clips.file("video.mkv")
      let sound = [
        "-itsoffset", "\(offset)", "-f", "lavfi", "-i", "aevalsrc=0.5*sin(880*t)|0.4*sin(1300*t):s=44100:d=1",
      ]
      try NumberedVideo.make(url, rate: "30", count: 30, sound + ["-c:a", codec])
      return url
    }

    private func floats(_ data: Data) -> [Float] {
      [Float](unsafeUninitializedCapacity: data.count / 4) { buffer, count in
        count = data.copyBytes(to: buffer) / 4
      }
    }

    /// Returns the position of `pattern` in `sound`, in sample frames.
    private func place(of pattern: ArraySlice<Float>, in sound: [Float]) -> Int? {
      let pattern = Array(pattern)
      return stride(from: 0, to: sound.count - pattern.count, by: 2).first { start in
        (0..<pattern.count).allSatisfy { abs(sound[start + $0] - pattern[$0]) < 1e-4 }
      }.map { $0 / 2 }
    }

    @Test func theDeviceGetsTheVideosSound() async throws {
      let clips = try Clips()
      let (url, heardFile) = (try video(clips, "flac"), clips.file("heard"))
      driver("disk", file: heardFile)
      let (seconds, item) = try await play(url)
      #expect(item.numberOfShownVideoFrames + item.numberOfDroppedVideoFrames == 30)
      // The device takes sound in time, in blocks of 1024 pairs.
      #expect(seconds > 0.9 && seconds < 3)
      let truth = floats(
        try FFmpeg.run(
          "ffmpeg", ["-v", "error", "-i", url.path, "-map", "0:a", "-ar", "48000", "-ac", "2", "-f", "f32le", "-"]))
      let heard = floats(try Data(contentsOf: heardFile))
      // All but the block at the end, which another may follow or not.
      let stretch = place(of: truth[4000..<4400], in: heard)
      let found = try #require(stretch) - 2000
      let count = min(truth.count, heard.count - found * 2) / 2
      #expect(count > 46_000)
      let differences: [Float] = (0..<count * 2).map { place in abs(truth[place] - heard[found * 2 + place]) }
      let greatest = differences.max() ?? 1
      #expect(greatest < 1e-4)
    }

    @Test func seeksGoToTheirSample() async throws {
      let clips = try Clips()
      let (url, heardFile) = (try video(clips, "flac"), clips.file("heard"))
      driver("disk", file: heardFile)
      _ = try await play(url, from: CMTime(value: 1, timescale: 2))
      let truth = floats(
        try FFmpeg.run(
          "ffmpeg", ["-v", "error", "-i", url.path, "-map", "0:a", "-ar", "48000", "-ac", "2", "-f", "f32le", "-"]))
      let heard = floats(try Data(contentsOf: heardFile))
      let first = try #require(heard.firstIndex { abs($0) > 1e-3 }) / 2
      let begins = SoundPosition(heard, from: first + 600, count: 2400).nearest(in: truth, around: 24_000 + 600)
      // Matroska counts milliseconds, of 48 pairs.
      #expect(abs(begins.place - 24_600) <= 48)
      // A converter that restarts resamples 44,100 Hz at another phase, by less than one sample.
      #expect(begins.difference < 0.03)
    }

    @Test func soundThatBeginsLaterKeepsItsDistance() async throws {
      let clips = try Clips()
      let (url, heardFile) = (try video(clips, "pcm_s16le", offset: 0.25), clips.file("heard"))
      driver("disk", file: heardFile)
      let volume = try await play(url) { $0.volume = 0.5 }
      #expect(volume.seconds > 1.1)
      let heard = floats(try Data(contentsOf: heardFile))
      let loudest = heard.map(abs).max() ?? 0
      #expect(abs(loudest - 0.25) < 0.01)
    }

    @Test func imagesFollowTheSound() async throws {
      let clips = try Clips()
      driver("dummy")
      let item = AVPlayerItem(url: try video(clips, "aac"))
      let player = AVPlayer(playerItem: item)
      player.isMuted = true
      player.play()
      while player.timeControlStatus != .playing { try await Task.sleep(for: .milliseconds(1)) }
      var (last, most) = (CMTime.zero, 0.0)
      while player.rate > 0 {
        let (shown, now) = (player.shown.frame, player.currentTime())
        #expect(now >= last)
        last = now
        if let shown, now < CMTime(value: 29, timescale: 30) { most = max(most, (now - shown.time).seconds) }
        try await Task.sleep(for: .milliseconds(3))
      }
      #expect(last == item.duration || last >= CMTime(value: 29, timescale: 30))
      // A frame is 33 ms; this machine may be busy for a while.
      #expect(most < 0.25, "a frame stayed \(most) s")
    }

    /// Three laps of a second whose sound goes on at the seams, and whose frames follow it.
    @Test func loopsAreHeardWithoutAGap() async throws {
      let clips = try Clips()
      let (url, heardFile) = (clips.file("video.mkv"), clips.file("heard"))
      driver("disk", file: heardFile)
      // Whole periods in a second, so a seam that is right cannot be found.
      let sound = ["-f", "lavfi", "-i", "aevalsrc=0.5*sin(2*PI*220*t)|0.5*cos(2*PI*220*t):s=48000:d=1", "-c:a", "flac"]
      try NumberedVideo.make(url, rate: "30", count: 30, sound)
      let item = AVPlayerItem(url: url)
      let notices = Notices([.AVPlayerItemDidPlayToEndTime, .AVPlayerItemTimeJumped], of: item)
      let player = AVQueuePlayer(playerItem: nil)
      let part = CMTimeRange(start: .zero, duration: CMTime(value: 1, timescale: 1))
      let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: part)
      player.play()
      #expect(await notices.heard.wait(for: 3, seconds: 30))
      player.pause()
      #expect(looper.loopCount == 3)
      #expect(Set(notices.heard.values) == ["AVPlayerItemDidPlayToEndTimeNotification"])
      player.replaceCurrentItem(with: nil)
      let heard = floats(try Data(contentsOf: heardFile))
      let first = try #require((0..<heard.count / 2).first { heard[2 * $0 + 1] > 0.49 })
      func isSilent(_ moment: Int) -> Bool { heard[2 * moment] == 0 && heard[2 * moment + 1] == 0 }
      // A device that pauses plays silence.
      let count = try #require((first..<heard.count / 2).last { !isSilent($0) }) - first
      // SDL's own where this machine is too busy is none of the video's.
      let silent = (first..<first + count).count { isSilent($0) }
      #expect(count > 2 * 48_000)
      guard silent == 0 else { return }
      let greatest = (0..<count).map { moment -> Float in
        let angle = 2 * Double.pi * 220 * Double(moment) / 48_000
        return max(
          abs(heard[2 * (first + moment)] - Float(0.5 * sin(angle))),
          abs(heard[2 * (first + moment) + 1] - Float(0.5 * cos(angle))))
      }.max()
      #expect((greatest ?? 1) < 1e-3)
    }

    @Test func withoutADeviceVideosPlayByTheSystemsClock() async throws {
      let clips = try Clips()
      driver("none of these")
      let seconds = try await play(try video(clips, "aac")).seconds
      #expect(seconds > 0.9 && seconds < 3)
      driver("dummy")
    }

    @Test func soundsPlayWithoutImages() async throws {
      let clips = try Clips()
      driver("dummy")
      let url = clips.file("tone.wav")
      try FFmpeg.run("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", "sine=duration=0.4", url.path])
      let seconds = try await play(url).seconds
      #expect(seconds > 0.3 && seconds < 3)
    }
  }
}
