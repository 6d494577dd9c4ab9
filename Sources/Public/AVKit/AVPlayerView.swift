import AVFoundation
import CoreGraphics
import CoreImage
import Foundation
import ImageWindow

/// A window that shows what a player plays, with keys for it: the counterpart of Apple's player view.
///
/// What a composition's handler answers without a context of its own is rendered together with its way into the window,
/// by the window's context: from the decoder's planes to the window's pixels. Highlights beyond what the window shows
/// are rolled off by the curve of CIToneMapHeadroom.
///
/// | key | what it does |
/// | --- | --- |
/// | space | plays, pauses; at the end begins again |
/// | ← → | 5 seconds back, on |
/// | `,` `.` | a frame back, on, where `showsFrameSteppingButtons` is true |
/// | L | begins again at the end, or not |
/// | F | fills the display, or not |
/// | H | the video without its composition, or with it |
/// | S | writes what the window shows into `screenshotFolder` |
///
/// All of it is used on the main thread.
@MainActor public final class AVPlayerView {
  /// The window.
  public let window: CIWindowView
  /// What is shown; nil: black. Nil at first.
  public var player: AVPlayer? { didSet { window.setNeedsDisplay() } }
  /// How images lie in the window. `resizeAspect` at first.
  public var videoGravity = AVLayerVideoGravity.resizeAspect { didSet { window.setNeedsDisplay() } }
  /// True to have the keys `,` and `.` step by frames. False at first.
  public var showsFrameSteppingButtons = false
  /// Where the key S writes its images. The folder that the program runs in at first.
  public var screenshotFolder = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
  /// Hears what a person does with the window, before the view does; true: the view shall not.
  public var onEvent: ((CIWindowEvent) -> Bool)?
  /// True to begin again at the end of the item. False at first.
  public var isLooping: Bool {
    get { player?.isLooping ?? false }
    set { player?.isLooping = newValue }
  }

  /// What the window shows of the player.
  private var drawnVersion: Int?
  /// The composition that the key H took away.
  private var hidden: AVVideoComposition?
  private var screenshotCount = 0

  /// How long the window waits for events, while time goes and while it stands still.
  private static let attention = (playing: Duration.milliseconds(4), paused: Duration.milliseconds(20))

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Parameters:
  ///   - size: of its contents.
  ///   - options: of the context that renders into the window.
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(
    title: String, size: CGSize = CGSize(width: 960, height: 540), options: [CIContextOption: Any]? = nil
  ) throws {
    // Each frame is another one: what is between its steps is of no use for the next.
    let standard: [CIContextOption: Any] = [.cacheIntermediates: false]
    window = try CIWindowView(title: title, size: size, options: standard.merging(options ?? [:]) { $1 })
    window.isPaused = true
    window.delegate = self
    window.onEvent = { [weak self] event in
      guard let self, self.onEvent?(event) != true else { return }
      self.hear(event)
    }
  }

  /// Shows the player until the window is closed, or so many frames are drawn. Blocks of the main queue run meanwhile.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  public func run(frames: Int? = nil) throws {
    let start = window.frameCount
    while !window.isClosed, frames.map({ window.frameCount - start < $0 }) ?? true {
      try step()
      window.wait(atMost: (player?.rate ?? 0) > 0 ? Self.attention.playing : Self.attention.paused)
    }
  }

  /// Does what is due, without waiting: for an app with a loop of its own.
  ///
  /// - Throws: as `run`.
  public func step() throws {
    // Observers of the player's time, and tasks of the main actor, wait there.
    _ = RunLoop.main.run(mode: .default, before: .distantPast)
    if let version = player?.shown.version, version != drawnVersion { window.setNeedsDisplay() }
    try window.step()
  }

  /// All of what the window shows: as large as it is, on black; nil before the first frame.
  public var windowImage: CIImage? {
    let whole = CGRect(origin: .zero, size: window.drawableSize)
    if whole.isEmpty { return nil }
    return (placed ?? CIImage.empty()).composited(over: CIImage(color: .black)).cropped(to: whole)
  }

  /// Writes what the window shows as PNG, 8 bits of sRGB.
  ///
  /// - Throws: `CIWindowError.closed` where nothing is shown yet; what writing fails with.
  public func writeScreenshot(to url: URL) throws {
    guard let image = windowImage else { throw CIWindowError.closed }
    try window.context.writePNGRepresentation(
      of: image, to: url, format: .RGBA8, colorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)
  }

  /// The frame as it lies in the window; nil without one.
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
  /// Draws the player's frame; the window calls it.
  public func draw(in view: CIWindowView) throws {
    drawnVersion = player?.shown.version
    try view.draw(placed ?? CIImage.empty())
  }
}

// MARK: keys

extension AVPlayerView {
  private static let jump = CMTime(value: 5, timescale: 1)

  private func hear(_ event: CIWindowEvent) {
    guard case .keyDown(let key, let modifiers, let isRepeat) = event, let player,
      modifiers.isDisjoint(with: [.control, .option, .command])
    else { return }
    // Keys that are held go on where that means something.
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
      // A folder that cannot be written ends no video.
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
      (hidden, item.videoComposition) = (shown, nil)
    } else if let hidden {
      (item.videoComposition, self.hidden) = (hidden, nil)
    }
  }
}
