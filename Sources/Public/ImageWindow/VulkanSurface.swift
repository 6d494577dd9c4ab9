import CVulkan
import CWindow
import CoreImage
import Foundation

/// A surface that presents the images of a Vulkan swapchain.
///
/// One timeline semaphore counts completed work. Each use of an image has a value that its render signals. Each frame
/// has a value that is signalled when the image may be presented. A render thus signals its own completion, whether a
/// context or the app submits it.
@MainActor final class VulkanSurface: WindowSurface {
  let context: CIContext
  let graphics: GraphicsDevice
  let device: CIVulkanDevice
  private(set) var format = SurfaceFormat.pixels
  private(set) var (skipsFrame, frameNumber) = (false, 0)
  private var isOutdated = true
  private var drawable: CIWindowDrawable?
  /// True if the drawable was handed to the app, which renders to it; otherwise only tasks do.
  private var isUsedByApp = false
  /// True if a task waits on the acquire semaphore, which permits only one wait.
  private var hasAcquireWait = false
  let window: NativeWindow
  private var frameOptions = FrameOptions()
  /// The window's size when the swapchain was created.
  private var swapchainWindowSize = (width: 0, height: 0)
  /// The frame that each image shows. Presenting an image leaves its pixels unchanged.
  private var presentedFrames: [UInt32: Int] = [:]
  /// The frame that the drawable shows until it is rendered to, and whether its pixels are to be retained.
  private var drawableContents: (frame: Int?, isRetained: Bool) = (nil, false)
  /// For each frame in flight: its acquire semaphore, the timeline value at its end, and its task.
  private var slots: [Slot] = []
  /// The last timeline value that was assigned to a signal.
  private var value: UInt64 = 0
  /// The timeline value at the end of the current image's last render.
  private nonisolated(unsafe) var rendered: UInt64 = 0
  /// Command pools of the app, and the timeline values at the end of their commands.
  private var pools: [(end: UInt64, pool: CommandPool)] = []

  private struct Slot {
    let acquired: VkSemaphore
    var end: UInt64 = 0
    var task: CIRenderTask?
  }

  // Unsafe: the object may be released on any thread, which then has the only reference.
  private nonisolated(unsafe) var surface: VkSurfaceKHR?
  private nonisolated(unsafe) var swapchain = CWSwapchain()
  private nonisolated(unsafe) var semaphores: [VkSemaphore] = []
  nonisolated(unsafe) let timeline: VkSemaphore

  static let maximumFramesInFlight = 3
  /// The timeout for acquiring an image, in nanoseconds: an invisible window may get none.
  private static let acquireTimeout: UInt64 = 100_000_000
  /// The time after which a render counts as hung, in nanoseconds.
  private nonisolated static let renderTimeout: UInt64 = 30_000_000_000

  /// - Throws: `CIWindowError.unavailable`, `RenderError.device`, `RenderError.unsupported`.
  init(
    _ window: NativeWindow, allowsSoftware: Bool, validates: Bool, options: [CIContextOption: Any],
    loader: PFN_vkGetInstanceProcAddr?
  ) throws {
    var surface: VkSurfaceKHR?
    let graphics = try GraphicsDevice(
      for: window, allowsSoftware: allowsSoftware, validates: validates, loader: loader, surface: &surface)
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
    for _ in 0..<Self.maximumFramesInFlight {
      let acquired = try graphics.makeSemaphore()
      semaphores.append(acquired)
      slots.append(Slot(acquired: acquired))
    }
  }

  deinit {
    // Pending work uses the images.
    Self.drain(device, graphics, timeline, rendered)
    // A program may exit after its last window: the driver is unloaded then, so no other thread may be using it.
    context.waitForTasks()
    cw_destroy_swapchain(graphics.handles, &swapchain)
    graphics.destroy(semaphores, surface)
  }

  var size: (width: Int, height: Int) { (Int(swapchain.width), Int(swapchain.height)) }

  func begin(_ options: FrameOptions) throws -> Bool {
    guard !window.isLost else { throw CIWindowError.displayLost }
    skipsFrame = false
    let now = window.size
    if isOutdated || now != swapchainWindowSize || options != frameOptions {
      frameOptions = options
      try recreateSwapchain(now)
    }
    guard swapchain.count > 0 else { return false }
    try finish(slot)
    return true
  }

  private var slot: Int { frameNumber % frameOptions.framesInFlight }

  /// Waits for the pending work of a slot.
  private func finish(_ slot: Int) throws {
    let task = slots[slot].task
    slots[slot].task = nil
    try task?.waitUntilCompleted()
    try wait(for: slots[slot].end)
  }

  private func wait(for end: UInt64) throws {
    guard end > 0 else { return }
    let result = graphics.wait(for: timeline, toReach: end, Self.renderTimeout)
    if result.code == VK_TIMEOUT { Self.drain(device, graphics, timeline, rendered) }
    try checked(result)
  }

  /// Waits until the queue is idle. If a scheduled render was never submitted, signals its value after a timeout.
  private nonisolated static func drain(
    _ device: CIVulkanDevice, _ graphics: GraphicsDevice, _ timeline: VkSemaphore, _ rendered: UInt64
  ) {
    if rendered > 0, graphics.wait(for: timeline, toReach: rendered, renderTimeout).code == VK_TIMEOUT {
      _ = cw_signal_value(graphics.handles, timeline, rendered)
    }
    device.withQueue { _ in graphics.waitIdle() }
  }

  /// Recreates the swapchain in the window's size; without images if the window has no pixels.
  private func recreateSwapchain(_ now: (width: Int, height: Int)) throws {
    for slot in slots.indices { try finish(slot) }
    Self.drain(device, graphics, timeline, rendered)
    do {
      try makeSwapchain(now)
    } catch RenderError.device(_, VK_ERROR_SURFACE_LOST_KHR.rawValue) {
      // The native surface is gone. If the display still exists, a new surface works.
      try renewSurface()
      do { try makeSwapchain(now) } catch RenderError.device(_, VK_ERROR_SURFACE_LOST_KHR.rawValue) {
        throw CIWindowError.displayLost
      }
    }
    (swapchainWindowSize, isOutdated) = (now, false)
  }

  private func makeSwapchain(_ now: (width: Int, height: Int)) throws {
    var offered = [VkSurfaceFormatKHR](repeating: VkSurfaceFormatKHR(), count: 64)
    var count = UInt32(offered.count)
    try check(cw_surface_formats(graphics.handles, surface, &offered, &count))
    let found = SurfaceFormat.best(
      of: Array(offered.prefix(Int(count))), wantsExtendedRange: frameOptions.wantsExtendedRange)
    guard let found else {
      throw CIWindowError.unavailable("the display supports none of the formats that images can be rendered to")
    }
    (format, presentedFrames) = (found, [:])
    try check(
      cw_make_swapchain(
        graphics.handles, surface, VkSurfaceFormatKHR(format: found.vulkan, colorSpace: found.vulkanSpace),
        frameOptions.presentMode.vulkan, UInt32(frameOptions.framesInFlight + 1), UInt32(now.width), UInt32(now.height),
        &swapchain))
  }

  private func renewSurface() throws {
    // Xlib notices a lost connection only when it is used.
    _ = window.next()
    guard !window.isLost else { throw CIWindowError.displayLost }
    cw_destroy_swapchain(graphics.handles, &swapchain)
    graphics.destroy([], surface)
    surface = nil
    var reason = [CChar](repeating: 0, count: CW_REASON_BYTES)
    surface = cw_make_surface(window.handle, graphics.instance, &reason)
    if surface == nil { throw CIWindowError.unavailable(text(reason)) }
  }

  /// Returns the frame's image for the app; nil if the window has none available.
  func drawableForApp() throws -> CIWindowDrawable? {
    let found = try nextDrawable()
    if found != nil, !hasAcquireWait { isUsedByApp = true }
    return found
  }

  private func nextDrawable() throws -> CIWindowDrawable? {
    if let drawable { return drawable }
    guard swapchain.count > 0 else { return nil }
    var index: UInt32 = 0
    if skipsFrame { return nil }
    let result = cw_acquire(graphics.handles, &swapchain, Self.acquireTimeout, slots[slot].acquired, &index)
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
    let created = CIWindowDrawable(image, index: index)
    (drawable, isUsedByApp, hasAcquireWait) = (created, false, false)
    drawableContents = (presentedFrames.removeValue(forKey: index), false)
    return created
  }

  func retainedFrame() throws -> Int? {
    guard drawable == nil, try nextDrawable() != nil else { return nil }
    drawableContents.isRetained = drawableContents.frame != nil
    return drawableContents.frame
  }

  func makeDestination() throws -> CIRenderDestination {
    let destination = try CIRenderDestination(
      width: size.width, height: size.height, format: format.vulkan, device: device
    ) { [weak self] in
      guard Thread.isMainThread else {
        throw RenderError.invalidArgument("tasks that render into a window must be started on the main thread")
      }
      return try MainActor.assumeIsolated { try self?.imageForTask() ?? { throw CIWindowError.closed }() }
    }
    (destination.alphaMode, destination.colorSpace) = (.none, format.colorSpace)
    return destination
  }

  /// Returns the image for another render of this frame. Renders after the first one follow it and retain its pixels.
  private func imageForTask() throws -> CIVulkanImage {
    guard !isUsedByApp else {
      throw RenderError.invalidArgument("a frame can be drawn by currentDrawable or by makeDestination, not by both")
    }
    guard var image = try nextDrawable()?.image else {
      throw RenderError.unsupported("no swapchain image is available; draw the next frame")
    }
    if !hasAcquireWait {
      hasAcquireWait = true
      if drawableContents.isRetained { image.layout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR }
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

  /// Submits commands of the app, and presents the drawable that they render to.
  func submit(
    _ commands: VkCommandBuffer, of pool: CommandPool, for drawable: CIWindowDrawable?,
    keeping recordings: [CIVulkanRecording]
  ) throws {
    guard drawable == nil || drawable === self.drawable else {
      throw CIWindowError.invalidArgument("a drawable must be presented in its own frame")
    }
    var waits = recordings.flatMap(\.waits)
    if drawable != nil {
      let acquired = slots[slot].acquired
      waits.removeAll { $0.semaphore == acquired }
      waits.append(hasAcquireWait ? CIVulkanSemaphore(timeline, value: rendered) : CIVulkanSemaphore(acquired))
      hasAcquireWait = true
    }
    value += 1
    if drawable != nil { rendered = value }
    let signals = waits.map { CVKSignal(semaphore: $0.semaphore, value: $0.value ?? 0) }
    let result = device.withQueue { _ in
      cw_submit(graphics.handles, commands, signals, UInt32(signals.count), timeline, value)
    }
    if result.code == VK_SUCCESS {
      for recording in recordings { recording.complete(when: timeline, reaches: value) }
      pools.removeAll { $0.end <= graphics.value(of: timeline) }
      pools.append((value, pool))
    } else {
      for recording in recordings { recording.complete() }
      _ = cw_signal_value(graphics.handles, timeline, value)
    }
    try checked(result)
    if drawable != nil { try present() }
  }

  /// Presents the frame's image when its render is done.
  func present() throws {
    guard let drawable else { return }
    value += 1
    let (end, rendered) = (value, rendered)
    slots[slot].end = end
    (self.drawable, isUsedByApp, hasAcquireWait) = (nil, false, false)
    let (finished, presented) = device.withQueue { _ in
      let finished = cw_finish(graphics.handles, &swapchain, drawable.index, timeline, rendered, end)
      return (
        finished,
        finished.code == VK_SUCCESS ? cw_present(graphics.handles, &swapchain, drawable.index) : finished
      )
    }
    frameNumber += 1
    try checked(finished)
    switch presented.code {
    case VK_SUCCESS: presentedFrames[drawable.index] = frameNumber - 1
    case VK_SUBOPTIMAL_KHR, VK_ERROR_OUT_OF_DATE_KHR, VK_ERROR_SURFACE_LOST_KHR: isOutdated = true
    default: try checked(presented)
    }
  }

  /// Releases an image that was acquired but not presented. The swapchain is recreated, which returns the image.
  func end() throws {
    guard drawable != nil else { return }
    (drawable, isUsedByApp, hasAcquireWait, isOutdated) = (nil, false, false, true)
    device.withQueue { _ in graphics.waitIdle() }
    // A render that was not submitted signals nothing.
    if graphics.value(of: timeline) < rendered { try check(cw_signal_value(graphics.handles, timeline, rendered)) }
    // The acquire semaphore is signalled but has no wait; only a new semaphore is unsignalled.
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
