import CVulkan
import CoreImage

/// Drawing of a frame, called in `draw(in:)`.
extension CIWindowView {
  /// Draws an image as the frame and presents it: its origin is at the window's lower left corner, one image pixel for
  /// each window pixel, over `clearColor`.
  ///
  /// - Returns: the render task, for its statistics.
  /// - Throws: `CIWindowError`, `RenderError`.
  @discardableResult public func draw(_ image: CIImage) throws -> CIRenderTask {
    let bounds = CGRect(origin: .zero, size: drawableSize)
    let contents = image.composited(over: CIImage(color: clearColor)).cropped(to: bounds)
    let task = try context.startTask(toRender: contents, from: bounds, to: makeDestination(), at: .zero)
    try present(after: task)
    return task
  }

  /// Returns the frame's pixels as a destination for a task of the view's context: the counterpart of a
  /// `CIRenderDestination` whose block returns a drawable's texture.
  ///
  /// On a Vulkan device, the swapchain image is acquired as late as possible, when the task's kernels are enqueued.
  /// Destinations of one frame share its pixels: a second task draws over the first one.
  ///
  /// - Throws: `CIWindowError.closed`, `RenderError`.
  public func makeDestination() throws -> CIRenderDestination { try open().makeDestination() }

  /// Presents the frame's destinations when the last task that renders into them is done. On a Vulkan device, the call
  /// does not wait for that.
  ///
  /// - Throws: `CIWindowError`; `RenderError`, on the processor that of the task.
  public func present(after task: CIRenderTask) throws { try open().present(after: task) }

  /// Retains the previous contents of the frame's pixels, so that only the changed parts must be rendered. Returns the
  /// `frameNumber` of the frame that drew them; nil if the contents are undefined. Call it before rendering to the
  /// frame's destination. On a Vulkan device, it acquires the swapchain image.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  package func retainedFrame() throws -> Int? { try open().retainedFrame() }

  /// The number of the frame that is being drawn, or of the next one. Each presented frame has its own number.
  package var frameNumber: Int { get throws { try open().frameNumber } }

  /// The Vulkan device of the view; nil if it renders on the processor.
  public var vulkanDevice: CIVulkanDevice? { vulkan?.device }

  /// The swapchain image of the current frame, for an app that renders to it by command buffers. It is acquired on
  /// first use, which may wait until an earlier frame has left the display. Nil if the window has no image available,
  /// and for a view that renders on the processor.
  ///
  /// - Throws: `CIWindowError`, `RenderError.device`.
  public var currentDrawable: CIWindowDrawable? { get throws { try vulkan?.drawableForApp() } }

  var vulkan: VulkanSurface? { surface as? VulkanSurface }

  /// The messages of the validation layer, for tests; empty unless `CI_VALIDATE` is 1.
  package var validationMessages: [String] { vulkan?.graphics.validationMessages ?? [] }
}
