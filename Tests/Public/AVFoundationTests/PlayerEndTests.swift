import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Testing

extension Video {
  /// Ends, queues, loops, observers, outputs, and what cannot be played.
  @Suite struct PlayerEndTests {
    @Test func itemsEndWhereTheySay() throws {
      let video = try PlayedVideo()
      let notices = Notices([.AVPlayerItemDidPlayToEndTime], of: video.item)
      video.player.play()
      video.settle()
      video.advance(59, 60)
      #expect(notices.heard.values.isEmpty && video.player.rate == 1)
      video.advance(1, 60)
      #expect(notices.heard.values == ["AVPlayerItemDidPlayToEndTimeNotification"])
      #expect(video.player.rate == 0 && video.number == 59)
      video.advance(5, 1)
      #expect(video.player.currentTime() == CMTime(value: 1, timescale: 1) && notices.heard.values.count == 1)

      video.item.forwardPlaybackEndTime = CMTime(value: 30, timescale: 60)
      video.player.actionAtItemEnd = .none
      video.player.seek(to: .zero)
      video.player.play()
      video.settle()
      for _ in 0..<40 { video.advance(1, 60) }
      #expect(video.number == 29 && video.player.rate == 1 && notices.heard.values.count == 2)
      #expect(video.player.currentTime() == CMTime(value: 1, timescale: 2))
    }

    @Test func queuesGoOn() throws {
      let clips = try Clips()
      let items = try [12, 24].map { count in
        let url = clips.file("\(count).mp4")
        try NumberedVideo.make(url, rate: "60", count: count)
        return AVPlayerItem(url: url)
      }
      let clock = VirtualClock()
      let player = AVQueuePlayer(playerItem: items[0], clock: clock)
      player.insert(items[1], after: nil)
      #expect(!player.canInsert(items[1], after: nil) && player.items().count == 2)
      player.play()
      clock.advance(by: .zero)
      clock.advance(by: CMTime(value: 12, timescale: 60))
      #expect(player.currentItem === items[1] && player.rate == 1)
      clock.advance(by: CMTime(value: 20, timescale: 60))
      #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == 20)
      clock.advance(by: CMTime(value: 20, timescale: 60))
      #expect(player.currentItem == nil && player.items().isEmpty)
    }

    @Test func loopsBeginAgain() throws {
      let clips = try Clips()
      let url = clips.file("video.mp4")
      try NumberedVideo.make(url, rate: "60", count: 30)
      let clock = VirtualClock()
      let player = AVQueuePlayer(playerItem: nil, clock: clock)
      let part = CMTimeRange(start: CMTime(value: 10, timescale: 60), end: CMTime(value: 20, timescale: 60))
      let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: url), timeRange: part)
      player.play()
      clock.advance(by: .zero)
      for step in 1...25 {
        clock.advance(by: CMTime(value: 1, timescale: 60))
        #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == 10 + step % 10)
      }
      #expect(looper.loopCount == 2)
      looper.disableLooping()
      for _ in 0..<20 { clock.advance(by: CMTime(value: 1, timescale: 60)) }
      #expect(player.items().isEmpty)
    }

    /// No frame is requested again at the boundary.
    @Test func lapsFollowEachOtherWithoutAStop() throws {
      let clips = try Clips()
      let url = clips.file("video.mp4")
      try NumberedVideo.make(url, rate: "30", count: 30)
      let clock = VirtualClock()
      let item = AVPlayerItem(url: url)
      let notices = Notices([.AVPlayerItemTimeJumped, .AVPlayerItemDidPlayToEndTime], of: item)
      let player = AVQueuePlayer(playerItem: nil, clock: clock)
      let looper = AVPlayerLooper(player: player, templateItem: item)
      player.play()
      clock.advance(by: .zero)
      for step in 1...100 {
        clock.advance(by: CMTime(value: 1, timescale: 30))
        #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == step % 30)
        #expect(player.currentTime() == CMTime(value: Int64(step % 30), timescale: 30))
      }
      #expect(item.numberOfShownVideoFrames == 101 && item.numberOfDroppedVideoFrames == 0 && looper.loopCount == 3)
      #expect(notices.heard.values == Array(repeating: "AVPlayerItemDidPlayToEndTimeNotification", count: 3))
      // Beyond several laps at once, and back by a seek; at another rate.
      clock.advance(by: CMTime(value: 30 * 4 + 3, timescale: 30))
      #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == 13 && looper.loopCount == 7)
      player.seek(to: CMTime(value: 29, timescale: 30))
      player.rate = 2
      clock.advance(by: .zero)
      clock.advance(by: CMTime(value: 1, timescale: 30))
      #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == 1 && looper.loopCount == 8)
      // Frames that were read ahead of the boundary are dropped with the loop.
      player.seek(to: CMTime(value: 28, timescale: 30))
      player.rate = 1
      clock.advance(by: .zero)
      looper.disableLooping()
      clock.advance(by: .zero)
      clock.advance(by: CMTime(value: 1, timescale: 30))
      #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == 29)
      clock.advance(by: CMTime(value: 1, timescale: 30))
      #expect(player.items().isEmpty && looper.loopCount == 8)
    }

    /// A part that begins and ends within frames.
    @Test func partsOfVideosAreLooped() throws {
      let clips = try Clips()
      let url = clips.file("video.mp4")
      try NumberedVideo.make(url, rate: "10", count: 20)
      let clock = VirtualClock()
      let item = AVPlayerItem(url: url)
      let player = AVQueuePlayer(playerItem: nil, clock: clock)
      let part = CMTimeRange(start: CMTime(value: 25, timescale: 100), end: CMTime(value: 57, timescale: 100))
      let looper = AVPlayerLooper(player: player, templateItem: item, timeRange: part)
      player.play()
      clock.advance(by: .zero)
      for step in 1...100 {
        clock.advance(by: CMTime(value: 1, timescale: 100))
        let time = 25 + step % 32
        #expect(player.shown.frame.map { PlayedVideo.number($0.image) } == time / 10, "\(step)")
      }
      #expect(looper.loopCount == 3 && item.numberOfDroppedVideoFrames == 0)
    }

    @Test func observersHearOfTimes() throws {
      let video = try PlayedVideo()
      let queue = DispatchQueue(label: "observers")
      let (periodic, boundary) = (Heard<CMTime>(), Heard<Double>())
      let token = video.player.addPeriodicTimeObserver(
        forInterval: CMTime(value: 1, timescale: 10), queue: queue
      ) { periodic.add($0) }
      let times = [CMTime(value: 1, timescale: 4), CMTime(value: 3, timescale: 4)]
      let other = video.player.addBoundaryTimeObserver(forTimes: times, queue: queue) { boundary.add(0) }
      video.player.play()
      video.settle()
      for _ in 0..<30 { video.advance(1, 60) }
      queue.sync {}
      // At the start and at each tenth of a second up to a half; one quarter was passed.
      #expect(periodic.values == [0, 6, 12, 18, 24, 30].map { CMTime(value: $0, timescale: 60) })
      #expect(boundary.values.count == 1)
      video.player.seek(to: CMTime(value: 9, timescale: 10))
      video.settle()
      queue.sync {}
      // A jump calls periodic observers, and no boundary observers.
      #expect(periodic.values.last == CMTime(value: 9, timescale: 10) && boundary.values.count == 1)
      let count = periodic.values.count
      video.player.removeTimeObserver(token)
      video.player.removeTimeObserver(other)
      video.advance(1, 20)
      queue.sync {}
      #expect(periodic.values.count == count)
    }

    @Test func outputsGiveTheFrameOfATime() throws {
      let video = try PlayedVideo()
      let (planes, pixels) = (
        AVPlayerItemVideoOutput(),
        AVPlayerItemVideoOutput(pixelBufferAttributes: [
          kCVPixelBufferPixelFormatTypeKey as String: Int(kCVPixelFormatType_32BGRA)
        ])
      )
      video.item.add(planes)
      video.item.add(pixels)
      #expect(video.item.outputs.count == 2)
      video.player.play()
      video.settle()
      video.advance(17, 60)
      let now = planes.itemTime(forHostTime: 0)
      #expect(now == CMTime(value: 17, timescale: 60) && planes.hasNewPixelBuffer(forItemTime: now))
      var shown = CMTime.invalid
      let buffer = try #require(planes.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: &shown))
      #expect(CVPixelBufferGetPixelFormatType(buffer) == kCVPixelFormatType_420YpCbCr8Planar)
      #expect(shown == now && PlayedVideo.number(CIImage(cvPixelBuffer: buffer)) == 17)
      #expect(!planes.hasNewPixelBuffer(forItemTime: now))
      let other = try #require(pixels.copyPixelBuffer(forItemTime: now, itemTimeForDisplay: nil))
      #expect(CVPixelBufferGetPixelFormatType(other) == kCVPixelFormatType_32BGRA)
      #expect(PlayedVideo.number(CIImage(cvPixelBuffer: other)) == 17)
      video.advance(1, 60)
      #expect(planes.hasNewPixelBuffer(forItemTime: planes.itemTime(forHostTime: 0)))
      video.item.remove(planes)
      #expect(!planes.hasNewPixelBuffer(forItemTime: now) && video.item.outputs.count == 1)
    }

    @Test func whatCannotBePlayedSaysSo() async throws {
      let clips = try Clips()
      let text = clips.file("text.mp4")
      try Data("no video".utf8).write(to: text)
      for (url, code) in [(clips.file("none.mp4"), AVError.Code.fileNotFound), (text, .fileFormatNotRecognized)] {
        let item = AVPlayerItem(url: url)
        let notices = Notices([.AVPlayerItemFailedToPlayToEndTime], of: item)
        let player = AVPlayer(playerItem: item)
        player.play()
        #expect(await notices.heard.wait(for: 1))
        #expect(item.status == .failed && (item.error as? AVError)?.code == code && player.status == .failed)
        #expect(player.rate == 0)
        #expect(await player.seek(to: .zero) == false)
      }
    }

    @Test func aVideoThatEndsTooEarlyFailsAndKeepsItsFrame() throws {
      let video = try PlayedVideo(count: 240, ["-movflags", "+faststart"])
      let bytes = try Data(contentsOf: video.url)
      let cut = video.clips.file("cut.mp4")
      try bytes.prefix(bytes.count * 6 / 10).write(to: cut)
      let clock = VirtualClock()
      let item = AVPlayerItem(url: cut)
      let player = AVPlayer(playerItem: item, clock: clock)
      player.play()
      for _ in 0..<260 { clock.advance(by: CMTime(value: 1, timescale: 60)) }
      #expect(item.status == .failed && (item.error as? AVError)?.code == .fileFailedToParse && player.rate == 0)
      let last = try #require(player.shown.frame.map { PlayedVideo.number($0.image) })
      #expect(last > 20 && last < 239)
    }

    @Test func anItemHasOnePlayer() throws {
      let video = try PlayedVideo(count: 12)
      let other = AVPlayer(playerItem: video.item, clock: VirtualClock())
      #expect(other.currentItem == nil && video.player.currentItem === video.item)
      video.player.replaceCurrentItem(with: nil)
      other.replaceCurrentItem(with: video.item)
      #expect(other.currentItem === video.item)
    }

    @Test func manySeeksLeaveNothingBehind() throws {
      let video = try PlayedVideo(count: 240)
      func threads() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
      video.player.seek(to: .zero)
      video.settle()
      let before = try threads()
      for index in 0..<200 {
        video.player.seek(to: CMTime(value: Int64(index * 37 % 240), timescale: 60))
        if index % 10 == 0 { video.settle() }
      }
      video.settle()
      #expect(video.number == 199 * 37 % 240)
      #expect(try threads() <= before + 2)
    }
  }
}
