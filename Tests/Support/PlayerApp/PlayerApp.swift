import AVFoundation
import AVKit
import CoreImage
import Foundation

/// The app of the player view's tests: a process of its own, so that a display that dies takes nothing else along.
///
/// `PlayerApp VIDEO WIDTH HEIGHT` opens a window with a player whose clock lines of its standard input move; it answers
/// each with a line: `ok …`, or `error …`. It ends with its input.
@main @MainActor struct PlayerApp {
  private let view: AVPlayerView
  private let player: AVPlayer
  private let item: AVPlayerItem
  private let clock = VirtualClock()

  static func main() {
    // Threads of tests hold signals back, and so do processes that they start.
    var none = sigset_t()
    sigemptyset(&none)
    sigprocmask(SIG_SETMASK, &none, nil)
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 3, let width = Double(words[1]), let height = Double(words[2]) else {
      return say("error usage")
    }
    do {
      let app = try PlayerApp(URL(fileURLWithPath: words[0]), CGSize(width: width, height: height))
      say("ok \(try app.view.window.context.backendName)")
      while let line = readLine() { app.answer(line.split(separator: " ").map(String.init)) }
    } catch {
      say("error \(type(of: error)).\(error)")
    }
  }

  private init(_ video: URL, _ size: CGSize) throws {
    item = AVPlayerItem(url: video)
    player = AVPlayer(playerItem: item, clock: clock)
    view = try AVPlayerView(title: "PlayerApp", size: size)
    view.player = player
    view.window.preferredFramesPerSecond = 1000
    clock.advance(by: .zero)
  }

  private static func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }

  private func answer(_ words: [String]) {
    do {
      Self.say("ok \(try act(words))")
    } catch {
      Self.say("error \(type(of: error)).\(error)")
    }
  }

  /// Draws what is to be drawn, and hears keys meanwhile.
  private func pump(milliseconds: Int = 20) throws {
    let end = ContinuousClock.now + .milliseconds(milliseconds)
    repeat {
      clock.advance(by: .zero)
      try view.step()
      view.window.wait(atMost: .milliseconds(2))
    } while .now < end
  }

  private func act(_ words: [String]) throws -> String {
    func number(_ index: Int) -> Int64 { words.count > index ? Int64(words[index]) ?? 0 : 0 }
    switch words.first {
    case "advance":
      clock.advance(by: CMTime(value: number(1), timescale: Int32(number(2))))
      try pump()
    case "play":
      player.play()
      clock.advance(by: .zero)
    case "seek":
      player.seek(to: CMTime(value: number(1), timescale: Int32(number(2))))
      clock.advance(by: .zero)
      try pump()
    case "composition":
      item.videoComposition = Self.composition(words[1], item.asset)
      clock.advance(by: .zero)
      try pump()
    case "gravity":
      let all: [String: AVLayerVideoGravity] = ["aspect": .resizeAspect, "fill": .resizeAspectFill, "resize": .resize]
      view.videoGravity = all[words[1]] ?? .resizeAspect
      try pump()
    case "steps": view.showsFrameSteppingButtons = words[1] == "on"
    case "folder": view.screenshotFolder = URL(fileURLWithPath: words[1])
    case "screenshot": try view.writeScreenshot(to: URL(fileURLWithPath: words[1]))
    case "validation": return "\(view.window.validationMessages.count) \(view.window.validationMessages.first ?? "")"
    case "frames": return "\(view.window.frameCount)"
    case "run": try view.run(frames: Int(number(1)))
    case "state":
      // Keys may be on their way.
      try pump(milliseconds: 50)
    default: return "unknown"
    }
    let shown = player.shown.frame.map { "\(Int(($0.time.seconds * 60).rounded()))" } ?? "none"
    let facts = [
      player.rate > 0 ? "playing" : "paused", view.isLooping ? "loop" : "", view.window.isFullScreen ? "full" : "",
      item.videoComposition == nil ? "" : "filtered",
    ].filter { !$0.isEmpty }
    return "\(shown) \(facts.joined(separator: " "))"
  }

  private static func composition(_ name: String, _ asset: AVAsset) -> AVVideoComposition? {
    if name == "none" { return nil }
    let context = name == "context" ? CIContext(options: [.backend: "processor"]) : nil
    return AVVideoComposition(asset: asset) { request in
      request.finish(with: PlayedLook.apply(to: request.sourceImage), context: context)
    }
  }
}
