import CVulkan
import ImageColor
import ImageGraph
import VulkanEngine

extension CIRenderDestination {
  /// An image of the app's Vulkan device. Tasks of contexts on that device render into it by submissions of their own;
  /// they wait for the image's `wait` and signal its `signal`, so that the app's next commands need not wait on the
  /// CPU.
  ///
  /// The task's commands are enqueued when `startTask` returns, and what hinders that is thrown there: commands that
  /// the app submits afterwards may wait for them, on the same queue, too.
  ///
  /// The colour space is sRGB at first, for floats extended linear sRGB; alpha and the order of rows are the image's.
  /// For a `blendKernel` the image needs `VK_IMAGE_USAGE_TRANSFER_SRC_BIT`, too, and the layout in which it shows
  /// something.
  ///
  /// - Throws: `unsupported` for formats that cannot be rendered to; `invalidArgument` for sizes that no image has, and
  ///   layouts that it cannot be left in.
  public convenience init(vulkanImage image: CIVulkanImage) throws(RenderError) {
    try image.checkSize()
    _ = try image.onDevice()
    self.init(
      width: image.width, height: image.height,
      VulkanTarget(device: image.device, pixels: try image.format.writtenPixels(), place: .image(image, image.use)),
      alphaMode: image.alphaMode, isFlipped: !image.isFlipped)
  }

  /// An image of the app's Vulkan device that is asked for as late as possible: a swapchain's, for which the app may
  /// have to wait until an earlier frame has left the display.
  ///
  /// - Parameters:
  ///   - width: of the image, in pixels; as is `height`.
  ///   - format: of the image.
  ///   - imageProvider: called once for each task, before `startTask` returns, when all of the task's dispatches are
  ///     enqueued and only the copy to the image is left; the queue is not locked then. What it throws ends the task,
  ///     as does an image of another size, format or device than was announced. Not called for tasks that write no
  ///     pixel. Where a `blendKernel` reads what the image shows it is called before the dispatches. It must not start
  ///     tasks of the same context.
  /// - Throws: `unsupported` for formats that cannot be rendered to; `invalidArgument` for sizes that no image has.
  public convenience init(
    width: Int, height: Int, format: VkFormat, device: CIVulkanDevice,
    imageProvider: @escaping @Sendable () throws -> CIVulkanImage
  ) throws(RenderError) {
    let sides = 1...UserRect.farthest
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidArgument("a destination of \(width)x\(height) pixels; give the size of the image")
    }
    self.init(
      width: width, height: height,
      VulkanTarget(device: device, pixels: try format.writtenPixels(), place: .provided(format, imageProvider)),
      alphaMode: .premultiplied, isFlipped: true)
  }

  /// A part of a buffer of the app's Vulkan device, which needs `VK_BUFFER_USAGE_TRANSFER_DST_BIT`, for a `blendKernel`
  /// `VK_BUFFER_USAGE_TRANSFER_SRC_BIT`, too.
  ///
  /// - Parameters:
  ///   - offset: bytes from the start of the buffer to the first row.
  ///   - bytesPerRow: bytes from one row to the next.
  ///   - stage: the stages in which the app used the buffer before, and will use it next.
  ///   - access: how.
  ///   - wait: what has to be reached before the buffer is written.
  ///   - signal: what is reached when it is.
  /// - Throws: `unsupported` for formats that pixels cannot be stored in; `invalidArgument` for sizes that make no
  ///   sense.
  public convenience init(
    vulkanBuffer buffer: VkBuffer, offset: Int, width: Int, height: Int, bytesPerRow: Int, format: CIFormat,
    device: CIVulkanDevice, stage: VkPipelineStageFlags = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue,
    access: VkAccessFlags = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue,
    wait: CIVulkanSemaphore? = nil, signal: CIVulkanSemaphore? = nil
  ) throws(RenderError) {
    guard let stored = format.pixelFormat else {
      throw .unsupported("pixels cannot be stored as \(format); choose for example RGBA8, RGBAh or RGBAf")
    }
    let sides = 1...UserRect.farthest
    guard sides.contains(width), sides.contains(height), offset >= 0,
      bytesPerRow >= width * stored.bytesPerPixel, bytesPerRow <= Int.max >> 32
    else {
      throw .invalidArgument(
        "\(width)x\(height) pixels of \(stored.bytesPerPixel) bytes in rows of \(bytesPerRow) bytes from byte "
          + "\(offset) "
          + "on are no part of a buffer")
    }
    self.init(
      width: width, height: height,
      VulkanTarget(
        device: device, pixels: stored,
        place: .buffer(
          VulkanTarget.Buffer(
            handle: buffer, offset: offset, bytesPerRow: bytesPerRow, stage: stage, access: access, wait: wait,
            signal: signal))),
      alphaMode: .premultiplied, isFlipped: true)
  }
}
