import CVulkan
import CoreImage

/// What `draw(in:)` does with a view.
extension CIWindowView {
  /// Shows a frame that is this image: its origin at the window's lower left corner, one pixel of it on one of the
  /// window's, over `clearColor`.
  ///
  /// - Returns: the render, for who wants to know what it took.
  /// - Throws: `CIWindowError`, `RenderError`.
  @discardableResult public func draw(_ image: CIImage) throws -> CIRenderTask {
    let whole = CGRect(origin: .zero, size: drawableSize)
    let shown = image.composited(over: CIImage(color: clearColor)).cropped(to: whole)
    let task = try context.startTask(toRender: shown, from: whole, to: makeDestination(), at: .zero)
    try present(after: task)
    return task
  }

  /// The frame's pixels, for a task of the view's context that fills them: the counterpart of a `CIRenderDestination`
  /// whose block gives a drawable's texture.
  ///
  /// On a Vulkan device the window is asked for its image as late as can be, when the task's kernels are enqueued.
  /// Destinations that are made in one frame have the same pixels: a second task draws on what the first one did.
  ///
  /// - Throws: `CIWindowError.closed`, `RenderError`.
  public func makeDestination() throws -> CIRenderDestination { try open().makeDestination() }

  /// Shows what the frame's destinations have when the last task that renders into them has ended. On a Vulkan device
  /// nobody waits for that here.
  ///
  /// - Throws: `CIWindowError`; `RenderError`, on the processor that of the task.
  public func present(after task: CIRenderTask) throws { try open().present(after: task) }

  /// Keeps what the pixels show that the frame being drawn has, so that only what differs need be rendered: which frame
  /// it is, by `frameNumber` as that was when it was drawn; nil where it is none that is known. Asked before the
  /// frame's destination is rendered to, if at all; on a Vulkan device the window is asked for its image then.
  ///
  /// - Throws: `CIWindowError`, `RenderError`.
  package func keptFrame() throws -> Int? { try open().keptFrame() }

  /// The number of the frame that is being drawn, or is next; each that is presented has its own.
  package var frameNumber: Int { get throws { try open().frameNumber } }

  /// The Vulkan device of the view; nil when it renders on the processor.
  public var vulkanDevice: CIVulkanDevice? { vulkan?.device }

  /// The image of the frame that is being drawn, for an app that renders to it by command buffers; asked for at first
  /// use, which may take until an earlier frame has left the display. Nil when the window gives none at the moment, and
  /// for a view that renders on the processor.
  ///
  /// - Throws: `CIWindowError`, `RenderError.device`.
  public var currentDrawable: CIWindowDrawable? { get throws { try vulkan?.drawableForApp() } }

  var vulkan: VulkanSurface? { surface as? VulkanSurface }

  /// What the validation layer said, for tests; empty unless `CI_VALIDATE` is 1.
  package var validationMessages: [String] { vulkan?.graphics.validationMessages ?? [] }
}
