import CVulkan
import CoreImage
import Foundation
import VulkanEngine

/// A window that is drawn anew at the display's rate: the counterpart of MTKView.
///
/// It renders on a GPU where there is one that shows images, else on the processor, whose pixels are then copied to
/// the window; `CIContextOption.backend` and `CI_BACKEND` choose as they do for contexts. Of SDL's library, which is
/// looked for when the first window is opened, 2.26 or newer is needed.
///
/// All of it is used on the main thread.
@MainActor public final class CIWindowView {
  /// How frames follow each other on the display, of a view that renders on a Vulkan device. What a display does not
  /// offer is `paced`.
  public enum PresentMode: Hashable, Sendable {
    /// In order, each at the display's next image (FIFO).
    case paced
    /// The newest at the display's next image (MAILBOX).
    case newest
    /// At once, across an image that is being shown (IMMEDIATE): for measuring.
    case immediate
  }

  /// Draws the frames, unless `run` is given what does.
  public weak var delegate: (any CIWindowViewDelegate)?
  /// Hears what a person does with the window, before the next frame.
  public var onEvent: ((CIWindowEvent) -> Void)?
  /// How often frames are drawn, at most. The display's rate at first, 60 where that is not known.
  public var preferredFramesPerSecond: Double { didSet { clock.framesPerSecond = preferredFramesPerSecond } }
  /// True to draw only when `setNeedsDisplay` is called, and when the window has changed. False at first.
  public var isPaused = false
  /// What lies below images that `draw(_:)` is given, where they are clear or end. Black at first.
  public var clearColor = CIColor.black
  /// How frames follow each other on the display. `paced` at first.
  public var presentMode: PresentMode {
    get { wishes.presentMode }
    set { wishes.presentMode = newValue }
  }
  /// True to show highlights beyond white where the display takes them: from the next frame on `colorSpace`, `headroom`
  /// and `colorPixelFormat` say what came of it. False at first.
  public var wantsExtendedDynamicRange: Bool {
    get { wishes.wantsExtendedRange }
    set { wishes.wantsExtendedRange = newValue }
  }
  /// Frames that the device may have at a time, 1 to 3, of a view that renders on a Vulkan device: more of them keep it
  /// busy, fewer show sooner what a person does. 2 at first.
  public var framesInFlight: Int {
    get { wishes.framesInFlight }
    set { wishes.framesInFlight = min(max(newValue, 1), VulkanSurface.mostFramesInFlight) }
  }
  /// Frames that were drawn so far.
  public internal(set) var frameCount = 0
  /// What the title bar says.
  public var title: String { didSet { window?.setTitle(title) } }
  /// True when the window is closed, by a person or by `close`.
  public private(set) var isClosed = false

  private var window: NativeWindow?
  private(set) var surface: (any WindowSurface)?
  private var wishes = FrameOptions()
  private var clock: FrameClock
  private var needsDisplay = true
  private var isDrawing = false
  private var lastSize = CGSize.zero

  /// The longest that the window goes without being asked for events.
  private static let attention = Duration.milliseconds(100)

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - size: of its contents, each side 1 to 16384, in the units of the display: pixels, unless that has a scale.
  ///   - options: of the view's context. The one on naming a device has no effect for Vulkan.
  /// - Throws: `CIWindowError`; `RenderError` when the driver refuses, or options make no sense.
  public convenience init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    try self.init(title: title, size: size, options: options, loader: nil)
  }

  /// - Parameter loader: finds Vulkan's functions; nil: the one that the window's library has.
  package init(
    title: String, size: CGSize, options: [CIContextOption: Any]?, loader: PFN_vkGetInstanceProcAddr?
  ) throws {
    guard (1...16384).contains(size.width), (1...16384).contains(size.height) else {
      throw CIWindowError.invalidArgument(
        "a window of \(size.width)x\(size.height); give each side 1 to 16384")
    }
    self.title = title
    let (window, surface) = try Self.open(title, Int(size.width), Int(size.height), options ?? [:], loader)
    (self.window, self.surface) = (window, surface)
    preferredFramesPerSecond = window.refreshRate > 0 ? Double(window.refreshRate) : 60
    clock = FrameClock(framesPerSecond: preferredFramesPerSecond)
  }

  /// A window with what it is drawn into.
  private static func open(
    _ title: String, _ width: Int, _ height: Int, _ options: [CIContextOption: Any],
    _ loader: PFN_vkGetInstanceProcAddr?
  ) throws -> (NativeWindow, any WindowSurface) {
    var options = options
    options[.name] = options[.name] ?? title
    let settings = try ContextSettings(checked: options, environment: ProcessInfo.processInfo.environment)
    let isGraphics =
      settings.backend == .automatic && settings.vulkan.hardware != .processor
      && DeviceHardware.mayHaveGraphics
    if settings.backend == .vulkan || isGraphics {
      do {
        let window = try NativeWindow(title: title, width: width, height: height, forVulkan: true)
        let surface = try VulkanSurface(
          window, takesSoftware: settings.backend == .vulkan, validates: settings.log.verifies, options: options,
          loader: loader)
        return (window, surface)
      } catch {
        if settings.backend == .vulkan { throw error }
        settings.log.note("\(error); the window gets its pixels from the processor")
        options[.backend] = "processor"
      }
    }
    let window = try NativeWindow(title: title, width: width, height: height, forVulkan: false)
    return (window, PixelSurface(window, try CIContext(checked: options)))
  }

  /// What the view renders by; of a Vulkan device it is on the view's own.
  ///
  /// - Throws: `CIWindowError.closed`.
  public var context: CIContext { get throws { try open().context } }

  /// Pixels of the window, as the frame has them that is being drawn; of the last one between frames. Zero before the
  /// first frame.
  public var drawableSize: CGSize {
    surface.map { CGSize(width: $0.size.width, height: $0.size.height) } ?? .zero
  }

  /// What the numbers mean that the window gets: sRGB, or with `wantsExtendedDynamicRange` what the display offers.
  public var colorSpace: CGColorSpace { (surface?.format ?? .pixels).colorSpace }

  /// How bright highlights may be, diffuse white being 1.
  public var headroom: Float { surface?.format.headroom ?? 1 }

  /// The format of the window's images.
  public var colorPixelFormat: VkFormat { (surface?.format ?? .pixels).vulkan }

  /// True while the window fills its display.
  public var isFullScreen: Bool {
    get { window?.isFullScreen ?? false }
    set { window?.isFullScreen = newValue }
  }

  /// Asks for another size; the window has it when the display agrees. Sides are held to 1...16384.
  public func setSize(_ size: CGSize) {
    func side(_ length: CGFloat) -> Int { Int(min(max(length.isNaN ? 1 : length, 1), 16384)) }
    window?.setSize(width: side(size.width), height: side(size.height))
  }

  /// Has a frame drawn although the view is paused.
  public func setNeedsDisplay() { needsDisplay = true }

  /// Closes the window; inside of `draw(in:)` when that has returned. What the device has under way is waited for.
  public func close() {
    isClosed = true
    if !isDrawing { (surface, window) = (nil, nil) }
  }

  /// - Throws: `closed`.
  func open() throws(CIWindowError) -> any WindowSurface {
    guard let surface else { throw .closed }
    return surface
  }

  /// Draws frames until the window is closed, or so many are drawn.
  ///
  /// - Parameters:
  ///   - frames: to draw; nil: as long as the window is open.
  ///   - draw: draws a frame; nil: the delegate does.
  /// - Throws: what drawing throws; `CIWindowError.displayLost`; `RenderError`. The window is still to be closed then.
  public func run(frames: Int? = nil, draw: ((CIWindowView) throws -> Void)? = nil) throws {
    let start = frameCount
    while !isClosed, frames.map({ frameCount - start < $0 }) ?? true {
      try step(draw)
      wait(atMost: Self.attention)
    }
  }

  /// Runs several windows until all of them are closed, each drawn by its delegate.
  ///
  /// - Throws: what drawing throws in one of them; the others are open still.
  public static func run(_ views: [CIWindowView]) throws {
    while let first = views.first(where: { !$0.isClosed }) {
      for view in views where !view.isClosed { try view.step(nil) }
      if let pause = views.lazy.filter({ !$0.isClosed }).map(\.pause).min() { first.wait(atMost: pause) }
    }
  }

  /// Tells what has come for the window, and draws a frame if one is due: for an app with a loop of its own.
  ///
  /// - Throws: as `run`.
  public func step() throws { try step(nil) }

  /// Waits until something comes for some window, or the next frame is due, at most so long.
  public func wait(atMost longest: Duration) { if !isClosed { window?.wait(min(pause, longest)) } }

  private func step(_ draw: ((CIWindowView) throws -> Void)?) throws {
    while !isClosed, let notice = window?.next() {
      switch notice {
      case .closed: close()
      case .resized, .exposed: needsDisplay = true
      case .event(let event): onEvent?(event)
      }
    }
    guard !isClosed, let window else { return }
    guard !window.isLost else { throw CIWindowError.displayLost }
    let now = ContinuousClock.now
    guard clock.isDue(at: now), needsDisplay || !isPaused else { return }
    clock.advance(at: now)
    try drawFrame(draw)
  }

  /// How long nothing is to be done.
  private var pause: Duration {
    if isPaused, !needsDisplay { return Self.attention }
    return min(max(clock.due - .now, .zero), Self.attention)
  }

  private func drawFrame(_ draw: ((CIWindowView) throws -> Void)?) throws {
    guard let surface, try surface.begin(wishes) else { return }
    needsDisplay = false
    isDrawing = true
    defer {
      isDrawing = false
      if isClosed { close() }
    }
    if drawableSize != lastSize {
      lastSize = drawableSize
      delegate?.view(self, drawableSizeWillChange: lastSize)
    }
    var isSkipped = false
    do {
      if let draw { try draw(self) } else { try delegate?.draw(in: self) }
    } catch {
      isSkipped = surface.skipsFrame
      if !isSkipped {
        try? surface.end()
        throw error
      }
    }
    try surface.end()
    if isSkipped || surface.skipsFrame { needsDisplay = true } else { frameCount += 1 }
  }
}

extension CIWindowView.PresentMode {
  var vulkan: VkPresentModeKHR {
    switch self {
    case .paced: VK_PRESENT_MODE_FIFO_KHR
    case .newest: VK_PRESENT_MODE_MAILBOX_KHR
    case .immediate: VK_PRESENT_MODE_IMMEDIATE_KHR
    }
  }
}
