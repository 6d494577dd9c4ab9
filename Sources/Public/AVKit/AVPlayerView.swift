import AVFoundation
import CoreGraphics
import CoreImage
import Foundation
import ImageWindow

/// A window that shows a player's frames and has keys to control it: the counterpart of Apple's player view.
///
/// If a composition's handler answers without its own context, the window's context renders the recipe together with
/// the conversion to the window, directly from the decoder's planes to the window's pixels. Highlights above the
/// window's headroom are compressed by the tone curve of CIToneMapHeadroom.
///
/// | key | action |
/// | --- | --- |
/// | space | plays or pauses; restarts at the end |
/// | ← → | seeks 5 seconds back or forward |
/// | `,` `.` | steps a frame back or forward, if `showsFrameSteppingButtons` is true |
/// | L | toggles looping |
/// | F | toggles full screen |
/// | H | toggles the item's composition |
/// | S | writes the window's contents into `screenshotFolder` |
///
/// All of it is confined to the main thread.
@MainActor public final class AVPlayerView {
  /// The window.
  public let window: CIWindowView
  /// The player that is shown. If nil, the window is black. Nil by default.
  public var player: AVPlayer? { didSet { window.setNeedsDisplay() } }
  /// The scaling of frames in the window. `resizeAspect` by default.
  public var videoGravity = AVLayerVideoGravity.resizeAspect { didSet { window.setNeedsDisplay() } }
  /// Whether the keys `,` and `.` step by frames. False by default.
  public var showsFrameSteppingButtons = false
  /// The folder in which the key S writes images. The current working directory by default.
  public var screenshotFolder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  /// A handler of window events, called before the view handles them. If it returns true, the view ignores the event.
  public var onEvent: ((CIWindowEvent) -> Bool)?
  /// Whether playback restarts at the end of the item. False by default.
  public var isLooping: Bool {
    get { player?.isLooping ?? false }
    set { player?.isLooping = newValue }
  }

  /// The version of the player's frame that the window shows.
  private var drawnVersion: Int?
  /// The composition that the key H has removed.
  private var removedComposition: AVVideoComposition?
  private var screenshotCount = 0

  /// The longest waits for events, during playback and while paused.
  private static let pollInterval = (playing: Duration.milliseconds(4), paused: Duration.milliseconds(20))

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Parameters:
  ///   - size: the size of the window's contents.
  ///   - options: the options of the context that renders into the window.
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(
    title: String, size: CGSize = CGSize(width: 960, height: 540), options: [CIContextOption: Any]? = nil
  ) throws {
    // Each frame differs, so intermediates of one frame cannot be reused for the next.
    let standard: [CIContextOption: Any] = [.cacheIntermediates: false]
    window = try CIWindowView(title: title, size: size, options: standard.merging(options ?? [:]) { $1 })
    window.isPaused = true
    window.delegate = self
    window.onEvent = { [weak self] event in
      guard let self, self.onEvent?(event) != true else { return }
      self.handle(event)
    }
  }

  /// Shows the player until the window is closed, or until `frames` frames are drawn. Meanwhile the main queue runs.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public func run(frames: Int? = nil) throws {
    let start = window.frameCount
    while !window.isClosed, frames.map({ window.frameCount - start < $0 }) ?? true {
      try step()
      window.wait(atMost: (player?.rate ?? 0) > 0 ? Self.pollInterval.playing : Self.pollInterval.paused)
    }
  }

  /// Processes pending events and draws if necessary, without waiting: for an app with its own run loop.
  ///
  /// - Throws: as `run`.
  public func step() throws {
    // Runs observers of the player's time and tasks of the main actor.
    _ = RunLoop.main.run(mode: .default, before: .distantPast)
    if let version = player?.shown.version, version != drawnVersion { window.setNeedsDisplay() }
    try window.step()
  }

  /// The window's contents, as large as the window, on black; nil before the first frame.
  public var windowImage: CIImage? {
    let whole = CGRect(origin: .zero, size: window.drawableSize)
    if whole.isEmpty { return nil }
    return (placed ?? CIImage.empty()).composited(over: CIImage(color: .black)).cropped(to: whole)
  }

  /// Writes the window's contents as PNG with 8 bits of sRGB.
  ///
  /// - Throws: `CIWindowError.closed` if nothing is shown yet; the error of writing.
  public func writeScreenshot(to url: URL) throws {
    guard let image = windowImage else { throw CIWindowError.closed }
    try window.context.writePNGRepresentation(
      of: image, to: url, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  /// The frame at its position in the window; nil if there is none.
  private var placed: CIImage? {
    guard let image = player?.shown.frame?.image, !image.extent.isEmpty else { return nil }
    return image.toneMapped(to: window.headroom).transformed(by: map(of: image.extent))
  }

  private func map(of extent: CGRect) -> CGAffineTransform {
    let size = window.drawableSize
    guard videoGravity == .resize else {
      let mode: CIImageView.ContentMode = videoGravity == .resizeAspectFill ? .scaleAspectFill : .scaleAspectFit
      return ImagePlacement(mode, of: extent, in: size).map
    }
    let (across, up) = (size.width / extent.width, size.height / extent.height)
    return CGAffineTransform(a: across, b: 0, c: 0, d: up, tx: -extent.minX * across, ty: -extent.minY * up)
  }
}

extension AVPlayerView: CIWindowViewDelegate {
  /// Draws the player's frame. Called by the window.
  public func draw(in view: CIWindowView) throws {
    drawnVersion = player?.shown.version
    try view.draw(placed ?? CIImage.empty())
  }
}

// MARK: keys

extension AVPlayerView {
  private static let jump = CMTime(value: 5, timescale: 1)

  private func handle(_ event: CIWindowEvent) {
    guard case .keyDown(let key, let modifiers, let isRepeat) = event, let player,
      modifiers.isDisjoint(with: [.control, .option, .command])
    else { return }
    // Seeking and stepping repeat while the key is held.
    switch key {
    case .left: player.seek(to: player.currentTime() - Self.jump)
    case .right: player.seek(to: player.currentTime() + Self.jump)
    case .character(",") where showsFrameSteppingButtons: player.currentItem?.step(byCount: -1)
    case .character(".") where showsFrameSteppingButtons: player.currentItem?.step(byCount: 1)
    case .character(let character) where !isRepeat: press(character, player)
    default: break
    }
  }

  private func press(_ character: Character, _ player: AVPlayer) {
    switch character {
    case " ": playOrPause(player)
    case "l": isLooping.toggle()
    case "f": window.isFullScreen.toggle()
    case "h": toggleComposition(of: player.currentItem)
    case "s":
      screenshotCount += 1
      let name = "\(window.title.replacing("/", with: "-"))-\(screenshotCount).png"
      // An unwritable folder must not end playback.
      do { try writeScreenshot(to: screenshotFolder.appending(path: name)) } catch {
        window.title = "\(error)"
      }
    default: break
    }
  }

  private func playOrPause(_ player: AVPlayer) {
    if player.rate > 0 { return player.pause() }
    if let end = player.currentItem?.duration, end.isNumeric, player.currentTime() >= end { player.seek(to: .zero) }
    player.play()
  }

  private func toggleComposition(of item: AVPlayerItem?) {
    guard let item else { return }
    if let shown = item.videoComposition {
      (removedComposition, item.videoComposition) = (shown, nil)
    } else if let removedComposition {
      (item.videoComposition, self.removedComposition) = (removedComposition, nil)
    }
  }
}
