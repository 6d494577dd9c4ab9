import AVFoundation
import CoreImage
import Foundation
import Testing

extension Video {
  /// Malformed files, and readers that stop early.
  @Suite struct DamagedFileTests {
    private func error(of clip: URL) async -> (frames: Int, error: AVError?) {
      var count = 0
      do {
        for try await _ in AVURLAsset(url: clip).frames(of: .video) { count += 1 }
      } catch {
        return (count, error as? AVError)
      }
      return (count, nil)
    }

    @Test(arguments: [
      ("empty.mp4", ""), ("text.mp4", "This is no video.\n"),
      // A playlist names other files, and addresses: none is opened.
      ("list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n"),
      ("list.ffconcat", "ffconcat version 1.0\nfile other.mp4\n"),
    ])
    func whatIsNoVideoIsRefused(_ name: String, _ content: String) async throws {
      let clips = try Clips()
      let clip = clips.file(name)
      try Data(content.utf8).write(to: clip)
      let (count, error) = await error(of: clip)
      #expect(count == 0)
      #expect(error?.code == .fileFormatNotRecognized)
      #expect(error?.url == clip)
      #expect(AVURLAsset(url: clip).tracks.isEmpty)
    }

    @Test func missingFilesAreReported() async throws {
      let clip = try Clips().file("nothing.mp4")
      let (_, error) = await error(of: clip)
      #expect(error?.code == .fileNotFound)
      #expect(error.map { "\($0)".contains("nothing.mp4") } == true)
      #expect(AVURLAsset(url: clip).duration == .invalid)
    }

    @Test func addressesThatAreNoFilesAreRefused() async throws {
      let (_, error) = await error(of: URL(string: "https://example.org/video.mp4")!)
      #expect(error?.code == .operationNotSupportedForAsset)
    }

    @Test func soundAloneHasNoImages() async throws {
      let clips = try Clips()
      let clip = try clips.make("tone.m4a", Clips.sound(), "-c:a aac")
      let (_, error) = await error(of: clip)
      #expect(error?.code == .operationNotSupportedForAsset)
      await #expect(throws: AVError.self) {
        for try await _ in AVURLAsset(url: clip).frames(of: .audio) {}
      }
    }

    @Test func unsupportedLayoutsAreNamed() async throws {
      let clips = try Clips()
      let clip = try clips.make("video.mkv", Clips.images(seconds: 0.1), "-c:v ffv1 -pix_fmt yuv440p")
      let (_, error) = await error(of: clip)
      #expect(error?.code == .operationNotSupportedForAsset)
      #expect(error?.message.contains("yuv440p") == true)
      #expect(error?.time == .zero)
    }

    @Test func whatIsLeftOfACutFileIsGivenThenTheTimeOfItsEnd() async throws {
      let clips = try Clips()
      let clip = try clips.make("video.mp4", Clips.images(seconds: 2), "\(Clips.h264) -movflags +faststart")
      let whole = try Data(contentsOf: clip)
      try whole.prefix(whole.count * 6 / 10).write(to: clip)
      let (count, error) = await error(of: clip)
      #expect((1..<50).contains(count))
      #expect(error?.code == .fileFailedToParse)
      #expect(error?.url == clip)
      let time = try #require(error?.time)
      #expect(time > .zero && time < CMTime(value: 2, timescale: 1))
    }

    @Test func aFileWithoutItsIndexCannotBeParsed() async throws {
      let clips = try Clips()
      // The index is at the end, and gone.
      let clip = try clips.make("video.mp4", Clips.images(seconds: 2), Clips.h264)
      let whole = try Data(contentsOf: clip)
      try whole.prefix(whole.count / 2).write(to: clip)
      let (count, error) = await error(of: clip)
      #expect(count == 0)
      #expect(error?.code == .fileFailedToParse)
    }

    @Test(arguments: [0.4, 4]) func undecodableImagesAreAnError(_ seconds: Double) async throws {
      let clips = try Clips()
      let clip = try clips.make("video.mp4", Clips.images(seconds: seconds), "\(Clips.h264) -movflags +faststart")
      var video = try Data(contentsOf: clip)
      let images = try #require(video.firstRange(of: Data("mdat".utf8))).upperBound
      video.replaceSubrange(images..<video.count, with: Data(repeating: 0xA5, count: video.count - images))
      try video.write(to: clip)
      let (count, error) = await error(of: clip)
      #expect(count == 0)
      #expect(error?.code == .decodeFailed)
      #expect(error?.url == clip)
    }

    @Test func anyCutAndAnyChangedByteEndsInImagesOrAnError() async throws {
      let clips = try Clips()
      let clip = try clips.make("video.mp4", Clips.images("64x48", seconds: 0.4), "\(Clips.h264) -movflags +faststart")
      let whole = try Data(contentsOf: clip)
      for round in 0..<60 {
        var changed = whole
        if round % 2 == 0 {
          changed = changed.prefix(whole.count * round / 60)
        } else {
          for step in 0..<8 { changed[(round * 7919 + step * 104_729) % whole.count] ^= UInt8(1 << (step % 8)) }
        }
        try changed.write(to: clip)
        let (count, _) = await error(of: clip)
        #expect(count <= 100)
      }
    }

    @Test func readersThatLeaveTakeTheirThreadAndFileAlong() async throws {
      let clips = try Clips()
      let clip = try clips.make("long-video.mp4", Clips.images(seconds: 20), Clips.h264)
      let asset = AVURLAsset(url: clip)
      for try await _ in asset.frames(of: .video) { break }
      let task = Task {
        for try await _ in asset.frames(of: .video) { try await Task.sleep(for: .milliseconds(5)) }
      }
      try await Task.sleep(for: .milliseconds(60))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await expectNothingOpen(clip)
    }
  }
}

/// Waits until no decoder thread is running and the file is closed: at most 2 s on a busy machine.
///
/// - Returns: the waiting time.
@discardableResult
func expectNothingOpen(_ file: URL) async throws -> Duration {
  let start = ContinuousClock.now
  while true {
    let left = openPaths().filter { $0.hasPrefix(file.path) } + mediaThreads()
    let passed = ContinuousClock.now - start
    if left.isEmpty { return passed }
    if passed > .seconds(2) {
      Issue.record("after 2 s there are still \(left)")
      return passed
    }
    try await Task.sleep(for: .milliseconds(1))
  }
}

/// The threads of exports, readers and players, and those of FFmpeg's that these began: by their names, which they
/// inherit.
func mediaThreads() -> [String] {
  threadNames().filter { $0.hasPrefix("AVFoundation.") || $0.hasPrefix("av:") }
}

private func openPaths() -> [String] {
  let folder = "/proc/self/fd"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
}

private func threadNames() -> [String] {
  let folder = "/proc/self/task"
  let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return names.compactMap { try? String(contentsOfFile: "\(folder)/\($0)/comm", encoding: .utf8) }
}
