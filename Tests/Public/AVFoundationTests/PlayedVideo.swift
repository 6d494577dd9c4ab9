import AVFoundation
import CoreImage
import Foundation
import NumberedVideos
import Synchronization
import Testing

/// A numbered video with a player whose clock a test moves.
final class PlayedVideo {
  let clips: Clips
  let url: URL
  let asset: AVURLAsset
  let item: AVPlayerItem
  let clock = VirtualClock()
  let player: AVPlayer
  private static let context = CIContext(options: [.backend: "processor", .cacheIntermediates: false])

  /// - Parameter prepare: what the item gets before the player has it.
  init(
    rate: String = "60", count: Int = 60, _ more: [String] = [], _ prepare: (AVPlayerItem) -> Void = { _ in }
  ) throws {
    clips = try Clips()
    url = clips.file("video.mp4")
    try NumberedVideo.make(url, rate: rate, count: count, more)
    asset = AVURLAsset(url: url)
    item = AVPlayerItem(asset: asset)
    prepare(item)
    player = AVPlayer(playerItem: item, clock: clock)
    clock.advance(by: .zero)
  }

  /// Moves the clock on; what belongs to the new time is shown then.
  func advance(_ value: Int64, _ timescale: Int32) { clock.advance(by: CMTime(value: value, timescale: timescale)) }

  /// Waits until all requests are done.
  func settle() { clock.advance(by: .zero) }

  /// The number in the frame that is shown.
  var number: Int? { player.shown.frame.map { Self.number($0.image) } }

  /// The number in an image, by its pixels.
  static func number(_ image: CIImage) -> Int {
    let (width, middle) = (Int(image.extent.width), (image.extent.height / 2).rounded())
    var row = [UInt8](repeating: 0, count: width)
    context.render(
      image, toBitmap: &row, rowBytes: width, bounds: CGRect(x: 0, y: middle, width: Double(width), height: 1),
      format: .L8, colorSpace: CGColorSpace(name: CGColorSpace.linearGray)!)
    return NumberedVideo.number(row)
  }
}

/// Received values, in order, from any thread.
final class Heard<Value: Sendable>: Sendable {
  private let all = Mutex<[Value]>([])
  func add(_ value: Value) { all.withLock { $0.append(value) } }
  /// Returned in separate memory, because a thread sanitizer cannot derive from reference counts that an array is
  /// unused.
  var values: [Value] { all.withLock { $0.map { $0 } } }

  /// Waits until there are so many.
  func wait(for count: Int, seconds: Double = 10) async -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while values.count < count, .now < end { try? await Task.sleep(for: .milliseconds(2)) }
    return values.count >= count
  }
}

/// Notifications of an item while this lives.
final class Notices {
  let heard = Heard<String>()
  private var tokens: [any NSObjectProtocol] = []

  init(_ names: [Notification.Name], of item: AVPlayerItem) {
    tokens = names.map { name in
      NotificationCenter.default.addObserver(forName: name, object: item, queue: nil) { [heard] notice in
        let error = notice.userInfo?[AVPlayerItemFailedToPlayToEndTimeErrorKey] as? any Error
        heard.add(error.map { "\($0)" } ?? name.rawValue)
      }
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }
}
