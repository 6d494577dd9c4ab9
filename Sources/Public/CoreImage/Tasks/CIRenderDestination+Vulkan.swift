import CVulkan
import ImageColor
import ImageGraph
import VulkanEngine

extension CIRenderDestination {
  /// Creates a destination of an image of the app's Vulkan device. Tasks of contexts on that device render into it with
  /// their own submissions. These wait for the image's `wait` semaphore and signal its `signal` semaphore, so that the
  /// app's next commands need no wait on the CPU.
  ///
  /// The task's commands are enqueued when `startTask` returns; errors of enqueuing are thrown there. Commands that the
  /// app submits later may wait for them, also on the same queue.
  ///
  /// The colour space is sRGB by default, for floats extended linear sRGB. Alpha and the order of rows are those of the
  /// image. A `blendKernel` also requires `VK_IMAGE_USAGE_TRANSFER_SRC_BIT` and a layout with defined content.
  ///
  /// - Throws: `unsupported` for formats that cannot be rendered to; `invalidArgument` for invalid sizes and final
  ///   layouts.
  public convenience init(vulkanImage image: CIVulkanImage) throws(RenderError) {
    try image.checkSize()
    _ = try image.onDevice()
    self.init(
      width: image.width, height: image.height,
      VulkanTarget(device: image.device, pixels: try image.format.writtenPixels(), storage: .image(image, image.use)),
      alphaMode: image.alphaMode, isFlipped: !image.isFlipped)
  }

  /// Creates a destination of an image of the app's Vulkan device that is requested as late as possible. For a
  /// swapchain's image, the app may have to wait until an earlier frame has left the display.
  ///
  /// - Parameters:
  ///   - width: of the image, in pixels; likewise `height`.
  ///   - format: of the image.
  ///   - imageProvider: is called once for each task, before `startTask` returns, after all of the task's dispatches
  ///     are enqueued and before the copy to the image; the queue is not locked then. An error that it throws ends the
  ///     task, as does an image of another size, format or device. It is not called for tasks that write no pixel. If a
  ///     `blendKernel` reads the image, it is called before the dispatches. It must not start tasks of the same
  ///     context.
  /// - Throws: `unsupported` for formats that cannot be rendered to; `invalidArgument` for invalid sizes.
  public convenience init(
    width: Int, height: Int, format: VkFormat, device: CIVulkanDevice,
    imageProvider: @escaping @Sendable () throws -> CIVulkanImage
  ) throws(RenderError) {
    let sides = 1...UserRect.farthest
    guard sides.contains(width), sides.contains(height) else {
      throw .invalidArgument(
        "each side of a destination must be between 1 and \(UserRect.farthest) pixels (got \(width)x\(height))")
    }
    self.init(
      width: width, height: height,
      VulkanTarget(device: device, pixels: try format.writtenPixels(), storage: .provided(format, imageProvider)),
      alphaMode: .premultiplied, isFlipped: true)
  }

  /// Creates a destination of a range of a buffer of the app's Vulkan device. The buffer requires
  /// `VK_BUFFER_USAGE_TRANSFER_DST_BIT`, and for a `blendKernel` also `VK_BUFFER_USAGE_TRANSFER_SRC_BIT`.
  ///
  /// - Parameters:
  ///   - offset: bytes from the start of the buffer to the first row.
  ///   - bytesPerRow: the row stride, in bytes.
  ///   - stage: the pipeline stages of the app's previous and next use of the buffer.
  ///   - access: the memory accesses of these uses.
  ///   - wait: is waited for before the buffer is written.
  ///   - signal: is signalled after the buffer was written.
  /// - Throws: `unsupported` for formats that cannot store pixels; `invalidArgument` for invalid sizes.
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
        "\(width)x\(height) pixels of \(stored.bytesPerPixel) bytes cannot be stored at offset \(offset) with "
          + "\(bytesPerRow) bytes per row; sides must be between 1 and \(UserRect.farthest), and rows long enough")
    }
    self.init(
      width: width, height: height,
      VulkanTarget(
        device: device, pixels: stored,
        storage: .buffer(
          VulkanTarget.Buffer(
            handle: buffer, offset: offset, bytesPerRow: bytesPerRow, stage: stage, access: access, wait: wait,
            signal: signal))),
      alphaMode: .premultiplied, isFlipped: true)
  }
}
