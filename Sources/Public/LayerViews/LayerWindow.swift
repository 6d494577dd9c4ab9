import CoreGraphics
import CoreImage
import Foundation
import ImageGraph
import ImageWindow
import QuartzCore

/// A window of views, with one layer tree and one context that renders it.
///
///     let window = try LayerWindow(title: "Tiles", size: CGSize(width: 640, height: 480))
///     window.contentView.addSubview(tiles)
///     try window.run()
///
/// A frame is drawn when the tree has changed, while an animation runs, and when the window requires one. Only the
/// differences from the frame that the window's pixels show are rendered. Once layers were shown, their changes are
/// animated by default, except those of views. The requirements are those of `CIWindowView`. The type is used on the
/// main thread only.
@MainActor public final class LayerWindow: CIWindowViewDelegate {
  /// The underlying window: events, full screen, frame rate, the context.
  public let view: CIWindowView
  /// The view that fills the window; the window sets its frame. Initially an empty view.
  public var contentView: LayerView { didSet { if contentView !== oldValue { contentViewChanged(from: oldValue) } } }
  /// The colour under transparent parts of the content view. Initially white.
  public var backgroundColor = CIColor.white { didSet { needsFrame = true } }
  /// The handler of input events, called before the next frame. Points are in pixels of the window, as `hitTest(_:)`
  /// takes them.
  public var onEvent: ((CIWindowEvent) -> Void)?
  /// The text of the title bar.
  public var title: String {
    get { view.title }
    set { view.title = newValue }
  }

  private var scale: CGFloat = 1
  private var isScaleSet = false
  private let requestedSize: CGSize
  private var clock: FrameClock
  private var links: [CADisplayLink] = []
  /// True for changes outside of the layers.
  private var needsFrame = true
  private var isCounting = false
  /// `CATransaction.changeCount` at the last frame.
  private var shownChanges = -1
  private var root: CALayer
  private let frames = WindowFrames()

  /// The number of pixels computed for the last frame, including those of intermediates.
  package var pixelsProcessed: Int { frames.pixelsProcessed }

  /// The longest interval between two polls of the window's events.
  private static let pollInterval = Duration.milliseconds(100)

  /// Opens a window; see `CIWindowView`.
  ///
  /// - Parameters:
  ///   - size: of the contents, in the units of the display, each side 1 to 16384.
  ///   - options: of the window's context.
  /// - Throws: `CIWindowError`, `RenderError`.
  public init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    view = try CIWindowView(title: title, size: size, options: options)
    requestedSize = size
    clock = FrameClock(framesPerSecond: view.preferredFramesPerSecond)
    contentView = LayerView(frame: CGRect(origin: .zero, size: size))
    root = contentView.backing()
    contentView.ownWindow = self
    contentView.adopt(scale: scale, from: self)
    view.isPaused = true
    view.delegate = self
    view.onEvent = { [weak self] in self?.onEvent?($0) }
  }

  // MARK: Sizes

  /// The number of pixels per point. Initially that of the display. Setting it changes the size of points, not that of
  /// the window. Layers of views adopt it; delegates that are `LayerContentsScaleDelegate` decide for their layers.
  /// Values outside of 0.1...16 are rejected, and a message is logged.
  public var backingScaleFactor: CGFloat {
    get { scale }
    set {
      guard newValue >= 0.1, newValue <= 16 else {
        return RenderLog.process.note("LayerWindow: backingScaleFactor must be between 0.1 and 16 (got \(newValue))")
      }
      isScaleSet = true
      adopt(scale: newValue)
    }
  }

  /// The size of the window's contents, in points.
  public var size: CGSize { contentView.frame.size }

  /// Requests another size, in points; the window is resized when the display grants it.
  public func setSize(_ size: CGSize) {
    let unit = isScaleSet ? scale : 1
    view.setSize(CGSize(width: size.width * unit, height: size.height * unit))
  }

  private func adopt(scale newScale: CGFloat) {
    guard newScale != scale else { return }
    scale = newScale
    needsFrame = true
    contentView.adopt(scale: newScale, from: self)
    resizeContentView(view.drawableSize)
  }

  private func resizeContentView(_ pixels: CGSize) {
    guard pixels.width > 0, pixels.height > 0 else { return }
    contentView.frame = CGRect(x: 0, y: 0, width: pixels.width / scale, height: pixels.height / scale)
  }

  /// Returns the view at a point in pixels of the window, as in events; nil if there is none.
  public func hitTest(_ pixel: CGPoint) -> LayerView? {
    contentView.hitTest(CGPoint(x: pixel.x / scale, y: pixel.y / scale))
  }

  // MARK: Running

  /// True once the window is closed, by the user or by `close`.
  public var isClosed: Bool { view.isClosed }

  /// Closes the window, after the device's pending work is done.
  public func close() {
    for link in links { link.invalidate() }
    links = []
    root.endFrames()
    view.close()
  }

  /// Shows the views until the window is closed, or `frames` frames are drawn. Blocks of the main queue and timers run
  /// in the meantime.
  ///
  /// - Parameter frames: if not nil, frames are drawn at the window's rate, whether anything has changed or not.
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
  /// - Throws: errors of drawing one of them; the others stay open.
  public static func run(_ windows: [LayerWindow]) throws {
    while let first = windows.first(where: { !$0.isClosed }) {
      for window in windows where !window.isClosed { try window.step() }
      if let pause = windows.lazy.filter({ !$0.isClosed }).map(\.pause).min() { first.view.wait(atMost: pause) }
    }
  }

  /// Runs everything that is due, without waiting: for an app with its own event loop.
  ///
  /// - Throws: as `run`.
  public func step() throws {
    // Runs timers, and tasks of the main actor.
    _ = RunLoop.main.run(mode: .default, before: .distantPast)
    let now = ContinuousClock.now
    clock.framesPerSecond = view.preferredFramesPerSecond
    if !isClosed, clock.isDue(at: now) {
      clock.advance(at: now)
      beginFrame(at: CACurrentMediaTime())
    }
    try view.step()
  }

  /// Calls the display links, and requests a frame if there is something new to show.
  private func beginFrame(at time: Double) {
    links.removeAll(where: \.isInvalid)
    let period = 1 / max(view.preferredFramesPerSecond, 0.001)
    for link in links { link.displayed(at: time, period: period) }
    if isCounting || needsFrame || hasChanges(at: time) { view.setNeedsDisplay() }
  }

  private func hasChanges(at time: Double) -> Bool {
    CATransaction.changeCount != shownChanges || root.nextFrameTime() <= time || root.needsPreparation
  }

  /// The time until the next frame is due, at most `pollInterval`.
  private var pause: Duration {
    let soon = CACurrentMediaTime() + 0.1
    let isIdle = !isCounting && !needsFrame && !links.contains(where: \.isRunning) && !hasChanges(at: soon)
    return isIdle ? Self.pollInterval : min(max(clock.due - .now, .zero), Self.pollInterval)
  }

  /// Returns a display link of the window. Once it is added to a run loop, it calls back before each frame.
  public func displayLink(callback: @escaping (CADisplayLink) -> Void) -> CADisplayLink {
    let link = CADisplayLink(ofWindow: true, callback)
    links.append(link)
    return link
  }

  // MARK: Drawing

  /// Draws the current tree; the view calls it.
  public func draw(in view: CIWindowView) throws {
    fitScale()
    resizeContentView(view.drawableSize)
    view.clearColor = backgroundColor
    let time = CACurrentMediaTime()
    // Layout may start animations, which begin with this frame.
    root.layoutIfNeeded()
    root.beginFrame(at: time)
    let image = CIImage(layer: root, at: time, scale: scale, cachesDrawing: true)
    (shownChanges, needsFrame) = (CATransaction.changeCount, false)
    try frames.draw(
      image.composited(over: CIImage(color: backgroundColor)), in: view, isReusable: !root.holdsDrawables)
    root.endFrame()
  }

  /// All that the window shows, in the window's size, with the background; nil before the first frame. Animations have
  /// the time of the last frame.
  public var windowImage: CIImage? {
    let bounds = CGRect(origin: .zero, size: view.drawableSize)
    guard !bounds.isEmpty else { return nil }
    let image = CIImage(layer: root, at: root.lastFrameTime ?? 0, scale: scale)
    return image.composited(over: CIImage(color: backgroundColor)).cropped(to: bounds)
  }

  /// Sets the scale from the first drawable's size. A display that scales windows gives more pixels than were
  /// requested.
  private func fitScale() {
    guard !isScaleSet, view.frameCount == 0 else { return }
    let (x, y) = (view.drawableSize.width / requestedSize.width, view.drawableSize.height / requestedSize.height)
    if abs(x - y) < 0.01, x > 1, x <= 4 { adopt(scale: (x * 4).rounded() / 4) }
  }

  // MARK: The content view

  private func contentViewChanged(from old: LayerView) {
    contentView.removeFromSuperview()
    if old.ownWindow === self { old.ownWindow = nil }
    contentView.ownWindow?.contentViewWillLeave()
    contentView.ownWindow = self
    rootChanged()
  }

  /// Replaces the content view by an empty one, as it moves to another superview or window.
  func contentViewWillLeave() {
    contentView.ownWindow = nil
    contentView = LayerView(frame: contentView.frame)
  }

  /// Shows the content view's new layer.
  func rootChanged() {
    root.endFrames()
    root = contentView.backing()
    contentView.updateGeometryFlipped()
    contentView.adopt(scale: scale, from: self)
    resizeContentView(view.drawableSize)
    needsFrame = true
  }
}

extension CALayer {
  /// Whether an app renders a layer in the tree. A retained frame would hold its drawable, of which there are few.
  fileprivate var holdsDrawables: Bool {
    var pending = [self]
    while let layer = pending.popLast() {
      if layer is CAVulkanLayer { return true }
      pending += layer.sublayers ?? []
      if let mask = layer.mask { pending.append(mask) }
    }
    return false
  }
}
