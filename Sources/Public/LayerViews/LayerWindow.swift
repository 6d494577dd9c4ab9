import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import ImageWindow
import QuartzCore

/// A window of views: one tree of layers, one context that renders it.
///
///     let window = try LayerWindow(title: "Tiles", size: CGSize(width: 640, height: 480))
///     window.contentView.addSubview(tiles)
///     try window.run()
///
/// A frame is drawn when something of the tree has changed, while something animates, and when the window needs one;
/// else nothing is rendered, and of a frame only what differs from the one that the window's pixels still show. Layers
/// that have been shown animate their changes by themselves, those of views excepted. It needs what `CIWindowView`
/// needs. All of it is used on the main thread.
@MainActor public final class LayerWindow: CIWindowViewDelegate {
  /// The window below: events, full screen, frames a second, the context.
  public let view: CIWindowView
  /// The view that fills the window; it is placed by the window. One without anything at first.
  public var contentView: LayerView { didSet { if contentView !== oldValue { exchange(oldValue) } } }
  /// What lies below the content view, where that is clear. White at first.
  public var backgroundColor = CIColor.white { didSet { mustDraw = true } }
  /// Hears what a person does with the window, before the next frame. Points are pixels of the window: `hitTest(_:)`
  /// takes them.
  public var onEvent: ((CIWindowEvent) -> Void)?
  /// What the title bar says.
  public var title: String {
    get { view.title }
    set { view.title = newValue }
  }

  private var scale: CGFloat = 1
  private var isScaleSet = false
  private let askedSize: CGSize
  private var clock: FrameClock
  private var links: [CADisplayLink] = []
  /// Set while frames are counted, and by what no layer says.
  private var mustDraw = true
  private var isCounting = false
  /// `CATransaction.changeCount` when the tree was shown last.
  private var shownChanges = -1
  private var root: CALayer
  private let frames = WindowFrames()

  /// Pixels that were computed for the last frame, those between steps too.
  package var pixelsProcessed: Int { frames.pixelsProcessed }

  /// The longest that the window goes without being asked for events.
  private static let attention = Duration.milliseconds(100)

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Parameters:
  ///   - size: of its contents, in the units of the display, each side 1 to 16384.
  ///   - options: of the window's context.
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    view = try CIWindowView(title: title, size: size, options: options)
    askedSize = size
    clock = FrameClock(framesPerSecond: view.preferredFramesPerSecond)
    contentView = LayerView(frame: CGRect(origin: .zero, size: size))
    root = contentView.backing()
    contentView.ownWindow = self
    contentView.take(scale: scale, from: self)
    view.isPaused = true
    view.delegate = self
    view.onEvent = { [weak self] in self?.onEvent?($0) }
  }

  // MARK: Sizes

  /// Pixels in a point. The display's where that scales windows; setting it makes points larger or smaller in a window
  /// that stays as it is. Layers of views take it, and delegates that are `LayerContentsScaleDelegate` are asked.
  /// Numbers outside of 0.1...16 are refused with a line in the log.
  public var backingScaleFactor: CGFloat {
    get { scale }
    set {
      guard newValue >= 0.1, newValue <= 16 else {
        return RenderLog.process.note("LayerWindow: backingScaleFactor is \(newValue); give a number from 0.1 to 16")
      }
      isScaleSet = true
      take(scale: newValue)
    }
  }

  /// Points of the window's contents.
  public var size: CGSize { contentView.frame.size }

  /// Asks for another size, in points; the window has it when the display agrees.
  public func setSize(_ size: CGSize) {
    let unit = isScaleSet ? scale : 1
    view.setSize(CGSize(width: size.width * unit, height: size.height * unit))
  }

  private func take(scale new: CGFloat) {
    guard new != scale else { return }
    scale = new
    mustDraw = true
    contentView.take(scale: new, from: self)
    fit(view.drawableSize)
  }

  private func fit(_ pixels: CGSize) {
    guard pixels.width > 0, pixels.height > 0 else { return }
    contentView.frame = CGRect(x: 0, y: 0, width: pixels.width / scale, height: pixels.height / scale)
  }

  /// The view at a point of the window's pixels, as events have them; nil when there is none.
  public func hitTest(_ pixel: CGPoint) -> LayerView? {
    contentView.hitTest(CGPoint(x: pixel.x / scale, y: pixel.y / scale))
  }

  // MARK: Running

  /// True when the window is closed, by a person or by `close`.
  public var isClosed: Bool { view.isClosed }

  /// Closes the window. What the device has under way is waited for.
  public func close() {
    for link in links { link.invalidate() }
    links = []
    root.endFrames()
    view.close()
  }

  /// Shows the views until the window is closed, or so many frames are drawn. Blocks of the main queue and timers run
  /// meanwhile.
  ///
  /// - Parameter frames: counted ones are drawn at the window's rate, whether something has changed or not.
  /// - Throws: `CIWindowError`, `RenderError`.
  public func run(frames: Int? = nil) throws {
    let start = view.frameCount
    isCounting = frames != nil
    defer { isCounting = false }
    while !isClosed, frames.map({ view.frameCount - start < $0 }) ?? true {
      try step()
      view.wait(atMost: pause)
    }
  }

  /// Runs several windows until all of them are closed.
  ///
  /// - Throws: what drawing throws in one of them; the others are open still.
  public static func run(_ windows: [LayerWindow]) throws {
    while let first = windows.first(where: { !$0.isClosed }) {
      for window in windows where !window.isClosed { try window.step() }
      if let pause = windows.lazy.filter({ !$0.isClosed }).map(\.pause).min() { first.view.wait(atMost: pause) }
    }
  }

  /// Does what is due, without waiting: for an app with a loop of its own.
  ///
  /// - Throws: as `run`.
  public func step() throws {
    // Timers, and tasks of the main actor, wait there.
    _ = RunLoop.main.run(mode: .default, before: .distantPast)
    let now = ContinuousClock.now
    clock.framesPerSecond = view.preferredFramesPerSecond
    if !isClosed, clock.isDue(at: now) {
      clock.advance(at: now)
      beginFrame(at: CACurrentMediaTime())
    }
    try view.step()
  }

  /// Calls links, and has a frame drawn where there is something new to show.
  private func beginFrame(at time: Double) {
    links.removeAll(where: \.isInvalid)
    let period = 1 / max(view.preferredFramesPerSecond, 0.001)
    for link in links { link.displayed(at: time, period: period) }
    if isCounting || mustDraw || hasNews(at: time) { view.setNeedsDisplay() }
  }

  private func hasNews(at time: Double) -> Bool {
    CATransaction.changeCount != shownChanges || root.nextFrameTime() <= time || root.needsPreparation
  }

  /// How long nothing is to be done.
  private var pause: Duration {
    let soon = CACurrentMediaTime() + 0.1
    let isIdle = !isCounting && !mustDraw && !links.contains(where: \.isRunning) && !hasNews(at: soon)
    return isIdle ? Self.attention : min(max(clock.due - .now, .zero), Self.attention)
  }

  /// Calls back for each frame of the window's display, before it is drawn, once it is added to a run loop.
  public func displayLink(callback: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(ofWindow: true, callback)
    links.append(link)
    return link
  }

  // MARK: Drawing

  /// Draws the tree as it is now; the view calls it.
  public func draw(in view: CIWindowView) throws {
    fitScale()
    fit(view.drawableSize)
    view.clearColor = backgroundColor
    let time = CACurrentMediaTime()
    // What lays out may start animations, which begin with this frame.
    root.layoutIfNeeded()
    root.beginFrame(at: time)
    let image = CIImage(layer: root, at: time, scale: scale, remembers: true)
    (shownChanges, mustDraw) = (CATransaction.changeCount, false)
    try frames.draw(
      image.composited(over: CIImage(color: backgroundColor)), in: view, isKept: !root.holdsDrawables)
    root.endFrame()
  }

  /// All of what the window shows: as large as it is, with the background; nil before the first frame. Animations are
  /// as they were in the last frame.
  public var windowImage: CIImage? {
    let whole = CGRect(origin: .zero, size: view.drawableSize)
    guard !whole.isEmpty else { return nil }
    let image = CIImage(layer: root, at: root.shownTime ?? 0, scale: scale)
    return image.composited(over: CIImage(color: backgroundColor)).cropped(to: whole)
  }

  /// A display that scales windows gives more pixels than were asked for, at first.
  private func fitScale() {
    guard !isScaleSet, view.frameCount == 0 else { return }
    let (x, y) = (view.drawableSize.width / askedSize.width, view.drawableSize.height / askedSize.height)
    if abs(x - y) < 0.01, x > 1, x <= 4 { take(scale: (x * 4).rounded() / 4) }
  }

  // MARK: The content view

  private func exchange(_ old: LayerView) {
    contentView.removeFromSuperview()
    if old.ownWindow === self { old.ownWindow = nil }
    contentView.ownWindow?.contentViewLeaves()
    contentView.ownWindow = self
    rootChanged()
  }

  /// The content view goes into another one, or another window: what takes its place is empty.
  func contentViewLeaves() {
    contentView.ownWindow = nil
    contentView = LayerView(frame: contentView.frame)
  }

  /// The content view has another layer.
  func rootChanged() {
    root.endFrames()
    root = contentView.backing()
    contentView.turnLayer()
    contentView.take(scale: scale, from: self)
    fit(view.drawableSize)
    mustDraw = true
  }
}

extension CALayer {
  /// True when an app renders a layer in it: a frame that is kept would hold the drawable, of which there are few.
  fileprivate var holdsDrawables: Bool {
    var waiting = [self]
    while let layer = waiting.popLast() {
      if layer is CAVulkanLayer { return true }
      waiting += layer.sublayers ?? []
      if let mask = layer.mask { waiting.append(mask) }
    }
    return false
  }
}
