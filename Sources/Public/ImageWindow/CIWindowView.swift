import CVulkan
import CoreImage
import Foundation
import VulkanEngine

/// A window that is redrawn at the display's rate: the counterpart of MTKView.
///
/// It renders on a GPU if one presents to the display. Otherwise it renders on the processor, and the pixels are copied
/// to the window. `CIContextOption.backend` and `CI_BACKEND` select the engine, as for contexts. SDL 2.26 or newer is
/// required; it is loaded when the first window is opened.
///
/// The type is used on the main thread only.
@MainActor public final class CIWindowView {
  /// The order in which frames reach the display, for a view that renders on a Vulkan device. A mode that the display
  /// does not support falls back to `paced`.
  public enum PresentMode: Hashable, Sendable {
    /// In order, each at a vertical blank (FIFO).
    case paced
    /// The newest frame at each vertical blank (MAILBOX).
    case newest
    /// Immediately, with tearing (IMMEDIATE): for measurements.
    case immediate
  }

  /// The delegate that draws the frames, unless a closure is passed to `run`.
  public weak var delegate: (any CIWindowViewDelegate)?
  /// The handler of input events, called before the next frame.
  public var onEvent: ((CIWindowEvent) -> Void)?
  /// The maximum frame rate. Initially the display's rate, or 60 if it is unknown.
  public var preferredFramesPerSecond: Double { didSet { clock.framesPerSecond = preferredFramesPerSecond } }
  /// If true, frames are drawn only after `setNeedsDisplay`, and when the window has changed. Initially false.
  public var isPaused = false
  /// The colour under transparent pixels of images passed to `draw(_:)`, and outside their extent. Initially black.
  public var clearColor = CIColor.black
  /// The order in which frames reach the display. Initially `paced`.
  public var presentMode: PresentMode {
    get { frameOptions.presentMode }
    set { frameOptions.presentMode = newValue }
  }
  /// If true, highlights beyond white are shown if the display supports them. From the next frame on, `colorSpace`,
  /// `headroom` and `colorPixelFormat` report the result. Initially false.
  public var wantsExtendedDynamicRange: Bool {
    get { frameOptions.wantsExtendedRange }
    set { frameOptions.wantsExtendedRange = newValue }
  }
  /// The maximum number of frames that the device renders at a time, 1 to 3, for a view that renders on a Vulkan
  /// device. More frames raise throughput, fewer lower the latency of input. Initially 2.
  public var framesInFlight: Int {
    get { frameOptions.framesInFlight }
    set { frameOptions.framesInFlight = min(max(newValue, 1), VulkanSurface.maximumFramesInFlight) }
  }
  /// The number of frames drawn so far.
  public internal(set) var frameCount = 0
  /// The text of the title bar.
  public var title: String { didSet { window?.setTitle(title) } }
  /// True once the window is closed, by the user or by `close`.
  public private(set) var isClosed = false

  private var window: NativeWindow?
  private(set) var surface: (any WindowSurface)?
  private var frameOptions = FrameOptions()
  private var clock: FrameClock
  private var needsDisplay = true
  private var isDrawing = false
  private var lastSize = CGSize.zero

  /// The longest interval between two polls of the window's events.
  private static let pollInterval = Duration.milliseconds(100)

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - size: of the contents, each side 1 to 16384, in the units of the display: pixels, unless the display is
  ///     scaled.
  ///   - options: of the view's context. The option that names a device has no effect with Vulkan.
  /// - Throws: `CIWindowError`; `RenderError` if the driver fails or an option is invalid.
  public convenience init(title: String, size: CGSize, options: [CIContextOption: Any]? = nil) throws {
    try self.init(title: title, size: size, options: options, loader: nil)
  }

  /// - Parameter loader: vkGetInstanceProcAddr; nil uses the one that SDL loaded.
  package init(
    title: String, size: CGSize, options: [CIContextOption: Any]?, loader: PFN_vkGetInstanceProcAddr?
  ) throws {
    guard (1...16384).contains(size.width), (1...16384).contains(size.height) else {
      throw CIWindowError.invalidArgument(
        "the sides of a window must be between 1 and 16384 (got \(size.width)x\(size.height))")
    }
    self.title = title
    let (window, surface) = try Self.open(title, Int(size.width), Int(size.height), options ?? [:], loader)
    (self.window, self.surface) = (window, surface)
    preferredFramesPerSecond = window.refreshRate > 0 ? Double(window.refreshRate) : 60
    clock = FrameClock(framesPerSecond: preferredFramesPerSecond)
  }

  /// Opens a window with its surface.
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
          window, allowsSoftware: settings.backend == .vulkan, validates: settings.log.verifies, options: options,
          loader: loader)
        return (window, surface)
      } catch {
        if settings.backend == .vulkan { throw error }
        settings.log.note("\(error); the window is rendered on the processor")
        options[.backend] = "processor"
      }
    }
    let window = try NativeWindow(title: title, width: width, height: height, forVulkan: false)
    return (window, PixelSurface(window, try CIContext(checked: options)))
  }

  /// The context that renders the view; with Vulkan, on the view's own device.
  ///
  /// - Throws: `CIWindowError.closed`.
  public var context: CIContext { get throws { try open().context } }

  /// The size of the current frame in pixels, or of the last one between frames. Zero before the first frame.
  public var drawableSize: CGSize {
    surface.map { CGSize(width: $0.size.width, height: $0.size.height) } ?? .zero
  }

  /// The colour space of the window's pixels: sRGB, or with `wantsExtendedDynamicRange` the one that the display
  /// supports.
  public var colorSpace: CGColorSpace { (surface?.format ?? .pixels).colorSpace }

  /// The brightest displayable value, relative to diffuse white at 1.
  public var headroom: Float { surface?.format.headroom ?? 1 }

  /// The format of the window's pixels.
  public var colorPixelFormat: VkFormat { (surface?.format ?? .pixels).vulkan }

  /// True while the window fills its display.
  public var isFullScreen: Bool {
    get { window?.isFullScreen ?? false }
    set { window?.isFullScreen = newValue }
  }

  /// Requests another size; the window is resized when the display grants it. Sides are clamped to 1...16384.
  public func setSize(_ size: CGSize) {
    func side(_ length: CGFloat) -> Int { Int(min(max(length.isNaN ? 1 : length, 1), 16384)) }
    window?.setSize(width: side(size.width), height: side(size.height))
  }

  /// Requests a frame although the view is paused.
  public func setNeedsDisplay() { needsDisplay = true }

  /// Closes the window; if called in `draw(in:)`, after that returns. Waits for the device's pending work.
  public func close() {
    isClosed = true
    if !isDrawing { (surface, window) = (nil, nil) }
  }

  /// - Throws: `closed`.
  func open() throws(CIWindowError) -> any WindowSurface {
    guard let surface else { throw .closed }
    return surface
  }

  /// Draws frames until the window is closed, or `frames` frames are drawn.
  ///
  /// - Parameters:
  ///   - frames: the number of frames; nil draws until the window is closed.
  ///   - draw: draws a frame; nil calls the delegate.
  /// - Throws: errors of drawing; `CIWindowError.displayLost`; `RenderError`. The window is still open then.
  public func run(frames: Int? = nil, draw: ((CIWindowView) throws -> Void)? = nil) throws {
    let start = frameCount
    while !isClosed, frames.map({ frameCount - start < $0 }) ?? true {
      try step(draw)
      wait(atMost: Self.pollInterval)
    }
  }

  /// Runs several windows until all of them are closed, each drawn by its delegate.
  ///
  /// - Throws: errors of drawing one of them; the others stay open.
  public static func run(_ views: [CIWindowView]) throws {
    while let first = views.first(where: { !$0.isClosed }) {
      for view in views where !view.isClosed { try view.step(nil) }
      if let pause = views.lazy.filter({ !$0.isClosed }).map(\.pause).min() { first.wait(atMost: pause) }
    }
  }

  /// Delivers the window's pending events, and draws a frame if one is due: for an app with its own event loop.
  ///
  /// - Throws: as `run`.
  public func step() throws { try step(nil) }

  /// Waits until an event arrives for any window, or the next frame is due, at most `longest`.
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

  /// The time until the next frame is due, at most `pollInterval`.
  private var pause: Duration {
    if isPaused, !needsDisplay { return Self.pollInterval }
    return min(max(clock.due - .now, .zero), Self.pollInterval)
  }

  private func drawFrame(_ draw: ((CIWindowView) throws -> Void)?) throws {
    guard let surface, try surface.begin(frameOptions) else { return }
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
