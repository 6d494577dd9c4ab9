import CVulkan
import CWindow
import CoreImage
import Foundation

/// A window that shows images of a Vulkan device, a few of them in turn.
///
/// One timeline counts what is done: each use of an image has a value that its render reaches, and each frame one that
/// it reaches when the image may be shown. So any render tells by itself when it is done, whoever submits it.
@MainActor final class VulkanSurface: WindowSurface {
  let context: CIContext
  let graphics: GraphicsDevice
  let device: CIVulkanDevice
  private(set) var format = SurfaceFormat.pixels
  private(set) var skipsFrame = false
  private var isOutdated = true
  private var drawable: CIWindowDrawable?
  /// The drawable is with the app, which renders to it; else only tasks do.
  private var isHandedOut = false
  /// A task waits for the window to give the image up, so that nobody else may.
  private var isAwaited = false
  let window: NativeWindow
  private var wishes = FrameOptions()
  /// What the window was like when its images were made.
  private var madeFor = (width: 0, height: 0)
  private(set) var frameNumber = 0
  /// Which frames the images show: presenting one leaves its pixels as they are.
  private var shownFrames: [UInt32: Int] = [:]
  /// What the drawable shows until something is rendered to it, and whether that is to stay.
  private var drawableShows: (frame: Int?, isKept: Bool) = (nil, false)
  /// Of each frame in flight: what ends its image's waiting, the value that it reaches, and what was started for it.
  private var slots: [Slot] = []
  /// The last value that somebody was told to reach.
  private var value: UInt64 = 0
  /// The value that the current image's last render reaches.
  private nonisolated(unsafe) var rendered: UInt64 = 0
  /// Commands of the app, and the values that they reach.
  private var pools: [(end: UInt64, pool: CommandPool)] = []

  private struct Slot {
    let acquired: VkSemaphore
    var end: UInt64 = 0
    var task: CIRenderTask?
  }

  // Unsafe: the end of the object is on any thread, and then nobody else has it.
  private nonisolated(unsafe) var surface: VkSurfaceKHR?
  private nonisolated(unsafe) var swapchain = CWSwapchain()
  private nonisolated(unsafe) var semaphores: [VkSemaphore] = []
  nonisolated(unsafe) let timeline: VkSemaphore

  static let mostFramesInFlight = 3
  /// How long a frame may wait for its image: windows that nobody sees may get none.
  private static let patience: UInt64 = 100_000_000
  /// How long a render may take before the device counts as stuck.
  private nonisolated static let limit: UInt64 = 30_000_000_000

  /// - Throws: `CIWindowError.unavailable`, `RenderError.device`, `RenderError.unsupported`.
  init(
    _ window: NativeWindow, takesSoftware: Bool, validates: Bool, options: [CIContextOption: Any],
    loader: PFN_vkGetInstanceProcAddr?
  ) throws {
    var surface: VkSurfaceKHR?
    let graphics = try GraphicsDevice(
      for: window, takesSoftware: takesSoftware, validates: validates, loader: loader, surface: &surface)
    do {
      device = try graphics.shared()
      context = try CIContext(vulkanDevice: device, options: options)
      timeline = try graphics.makeTimeline()
    } catch {
      graphics.destroy([], surface)
      throw error
    }
    (self.window, self.graphics, self.surface) = (window, graphics, surface)
    semaphores = [timeline]
    for _ in 0..<Self.mostFramesInFlight {
      let acquired = try graphics.makeSemaphore()
      semaphores.append(acquired)
      slots.append(Slot(acquired: acquired))
    }
  }

  deinit {
    // What is under way uses the images.
    Self.settle(device, graphics, timeline, rendered)
    // A program may end behind its last window: the driver goes then, and no other thread may be with it.
    context.waitForTasks()
    cw_destroy_swapchain(graphics.handles, &swapchain)
    graphics.destroy(semaphores, surface)
  }

  var size: (width: Int, height: Int) { (Int(swapchain.width), Int(swapchain.height)) }

  func begin(_ wishes: FrameOptions) throws -> Bool {
    guard !window.isLost else { throw CIWindowError.displayLost }
    skipsFrame = false
    let now = window.size
    if isOutdated || now != madeFor || wishes != self.wishes {
      self.wishes = wishes
      try makeImages(now)
    }
    guard swapchain.count > 0 else { return false }
    try finish(slot)
    return true
  }

  private var slot: Int { frameNumber % wishes.framesInFlight }

  /// Waits until nothing that the slot had is under way.
  private func finish(_ slot: Int) throws {
    let task = slots[slot].task
    slots[slot].task = nil
    try task?.waitUntilCompleted()
    try reach(slots[slot].end)
  }

  private func reach(_ end: UInt64) throws {
    guard end > 0 else { return }
    let result = graphics.wait(for: timeline, toReach: end, Self.limit)
    if result.code == VK_TIMEOUT { Self.settle(device, graphics, timeline, rendered) }
    try checked(result)
  }

  /// Waits until the queue is idle. A render that was promised and never came must not keep it waiting.
  private nonisolated static func settle(
    _ device: CIVulkanDevice, _ graphics: GraphicsDevice, _ timeline: VkSemaphore, _ rendered: UInt64
  ) {
    if rendered > 0, graphics.wait(for: timeline, toReach: rendered, limit).code == VK_TIMEOUT {
      _ = cw_signal_value(graphics.handles, timeline, rendered)
    }
    device.withQueue { _ in graphics.waitIdle() }
  }

  /// Makes images of the window's size; none when it has no pixels.
  private func makeImages(_ now: (width: Int, height: Int)) throws {
    for slot in slots.indices { try finish(slot) }
    Self.settle(device, graphics, timeline, rendered)
    do {
      try makeSwapchain(now)
    } catch RenderError.device(_, VK_ERROR_SURFACE_LOST_KHR.rawValue) {
      // The window's side of it is gone; where the display is there still, a new one does.
      try renewSurface()
      do { try makeSwapchain(now) } catch RenderError.device(_, VK_ERROR_SURFACE_LOST_KHR.rawValue) {
        throw CIWindowError.displayLost
      }
    }
    (madeFor, isOutdated) = (now, false)
  }

  private func makeSwapchain(_ now: (width: Int, height: Int)) throws {
    var offered = [VkSurfaceFormatKHR](repeating: VkSurfaceFormatKHR(), count: 64)
    var count = UInt32(offered.count)
    try check(cw_surface_formats(graphics.handles, surface, &offered, &count))
    let found = SurfaceFormat.best(
      of: Array(offered.prefix(Int(count))), wantsExtendedRange: wishes.wantsExtendedRange)
    guard let found else {
      throw CIWindowError.unavailable("the display takes none of the formats that images are rendered to")
    }
    (format, shownFrames) = (found, [:])
    try check(
      cw_make_swapchain(
        graphics.handles, surface, VkSurfaceFormatKHR(format: found.vulkan, colorSpace: found.vulkanSpace),
        wishes.presentMode.vulkan, UInt32(wishes.framesInFlight + 1), UInt32(now.width), UInt32(now.height),
        &swapchain))
  }

  private func renewSurface() throws {
    // Xlib finds out that its server is gone when it is asked for something.
    _ = window.next()
    guard !window.isLost else { throw CIWindowError.displayLost }
    cw_destroy_swapchain(graphics.handles, &swapchain)
    graphics.destroy([], surface)
    surface = nil
    var reason = [CChar](repeating: 0, count: CW_REASON_BYTES)
    surface = cw_make_surface(window.handle, graphics.instance, &reason)
    if surface == nil { throw CIWindowError.unavailable(text(reason)) }
  }

  /// The frame's image for the app; nil when the window gives none at the moment.
  func drawableForApp() throws -> CIWindowDrawable? {
    let found = try nextDrawable()
    if found != nil, !isAwaited { isHandedOut = true }
    return found
  }

  private func nextDrawable() throws -> CIWindowDrawable? {
    if let drawable { return drawable }
    guard swapchain.count > 0 else { return nil }
    var index: UInt32 = 0
    if skipsFrame { return nil }
    let result = cw_acquire(graphics.handles, &swapchain, Self.patience, slots[slot].acquired, &index)
    switch result.code {
    case VK_SUCCESS: break
    case VK_SUBOPTIMAL_KHR: isOutdated = true
    case VK_TIMEOUT, VK_NOT_READY:
      skipsFrame = true
      return nil
    case VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR:
      (skipsFrame, isOutdated) = (true, true)
      return nil
    default: try checked(result)
    }
    value += 1
    rendered = value
    var image = CIVulkanImage(
      device: device, image: swapchain.image(index), format: format.vulkan, width: size.width, height: size.height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    image.finalLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR
    image.alphaMode = .none
    image.wait = CIVulkanSemaphore(slots[slot].acquired)
    image.signal = CIVulkanSemaphore(timeline, value: value)
    let made = CIWindowDrawable(image, index: index)
    (drawable, isHandedOut, isAwaited) = (made, false, false)
    drawableShows = (shownFrames.removeValue(forKey: index), false)
    return made
  }

  func keptFrame() throws -> Int? {
    guard drawable == nil, try nextDrawable() != nil else { return nil }
    drawableShows.isKept = drawableShows.frame != nil
    return drawableShows.frame
  }

  func makeDestination() throws -> CIRenderDestination {
    let destination = try CIRenderDestination(
      width: size.width, height: size.height, format: format.vulkan, device: device
    ) { [weak self] in
      guard Thread.isMainThread else {
        throw RenderError.invalidArgument("tasks that render into a window are started on the main thread")
      }
      return try MainActor.assumeIsolated { try self?.imageForTask() ?? { throw CIWindowError.closed }() }
    }
    (destination.alphaMode, destination.colorSpace) = (.none, format.colorSpace)
    return destination
  }

  /// The image for one more render of this frame: those after the first one follow it, and keep what is there.
  private func imageForTask() throws -> CIVulkanImage {
    guard !isHandedOut else {
      throw RenderError.invalidArgument("a frame is drawn by currentDrawable or by makeDestination, not by both")
    }
    guard var image = try nextDrawable()?.image else {
      throw RenderError.unsupported("the window has no image at the moment; the next frame has one")
    }
    if !isAwaited {
      isAwaited = true
      if drawableShows.isKept { image.layout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR }
      return image
    }
    image.layout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR
    image.wait = CIVulkanSemaphore(timeline, value: rendered)
    value += 1
    rendered = value
    image.signal = CIVulkanSemaphore(timeline, value: value)
    return image
  }

  func present(after task: CIRenderTask) throws {
    slots[slot].task = task
    try present()
  }

  /// Submits commands of the app, and has the drawable shown that they render to.
  func submit(
    _ commands: VkCommandBuffer, of pool: CommandPool, for drawable: CIWindowDrawable?,
    keeping recordings: [CIVulkanRecording]
  ) throws {
    guard drawable == nil || drawable === self.drawable else {
      throw CIWindowError.invalidArgument("a drawable is presented in the frame that it is of")
    }
    var waits = recordings.flatMap(\.waits)
    if drawable != nil {
      let acquired = slots[slot].acquired
      waits.removeAll { $0.semaphore == acquired }
      waits.append(isAwaited ? CIVulkanSemaphore(timeline, value: rendered) : CIVulkanSemaphore(acquired))
      isAwaited = true
    }
    value += 1
    if drawable != nil { rendered = value }
    let signals = waits.map { CVKSignal(semaphore: $0.semaphore, value: $0.value ?? 0) }
    let result = device.withQueue { _ in
      cw_submit(graphics.handles, commands, signals, UInt32(signals.count), timeline, value)
    }
    if result.code == VK_SUCCESS {
      for recording in recordings { recording.complete(when: timeline, reaches: value) }
      pools.removeAll { $0.end <= graphics.reached(timeline) }
      pools.append((value, pool))
    } else {
      for recording in recordings { recording.complete() }
      _ = cw_signal_value(graphics.handles, timeline, value)
    }
    try checked(result)
    if drawable != nil { try present() }
  }

  /// Has the frame's image shown when its render is done.
  func present() throws {
    guard let drawable else { return }
    value += 1
    let (end, rendered) = (value, rendered)
    slots[slot].end = end
    (self.drawable, isHandedOut, isAwaited) = (nil, false, false)
    let (finished, shown) = device.withQueue { _ in
      let finished = cw_finish(graphics.handles, &swapchain, drawable.index, timeline, rendered, end)
      return (
        finished,
        finished.code == VK_SUCCESS ? cw_present(graphics.handles, &swapchain, drawable.index) : finished
      )
    }
    frameNumber += 1
    try checked(finished)
    switch shown.code {
    case VK_SUCCESS: shownFrames[drawable.index] = frameNumber - 1
    case VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR: isOutdated = true
    default: try checked(shown)
    }
  }

  /// Gives up an image that nobody had shown: it comes back with all others, made anew.
  func end() throws {
    guard drawable != nil else { return }
    (drawable, isHandedOut, isAwaited, isOutdated) = (nil, false, false, true)
    device.withQueue { _ in graphics.waitIdle() }
    // A render that did not come to pass reaches nothing.
    if graphics.reached(timeline) < rendered { try check(cw_signal_value(graphics.handles, timeline, rendered)) }
    // The window's side has signalled what nobody waited for; only a new semaphore is free of that.
    try renewSlot()
  }

  private func renewSlot() throws {
    let old = slots[slot].acquired
    let new = try graphics.makeSemaphore()
    semaphores = semaphores.filter { $0 != old } + [new]
    graphics.destroy([old], nil)
    slots[slot] = Slot(acquired: new)
  }

  private func checked(_ result: CVKResult) throws {
    if result.code == VK_SUCCESS { return }
    _ = window.next()
    guard !window.isLost else { throw CIWindowError.displayLost }
    try check(result)
  }
}

extension CWSwapchain {
  fileprivate func image(_ index: UInt32) -> VkImage {
    withUnsafeBytes(of: images) { $0.bindMemory(to: VkImage?.self)[Int(index)]! }
  }
}
