import CVulkan
import ImageGraph

/// Commands of an app's code on images, and what stands between them: submitted by the context, or a part of the app's
/// own command buffer. Keeps what they use until they are done, and waits for that when it goes.
///
/// Unchecked: one thread records, and submits.
package final class AppCommands: @unchecked Sendable {
  private let frame: Frame
  private let device: Device
  private var kept: [AnyObject] = []

  fileprivate init(_ frame: Frame, on device: Device) { (self.frame, self.device) = (frame, device) }

  deinit { do { try frame.finish() } catch {} }

  /// Where the app records.
  package var handle: VkCommandBuffer { frame.commands }

  /// Keeps what the commands use as long as this.
  package func keep(_ object: AnyObject) { kept.append(object) }

  /// Lays a new image out for the app.
  ///
  /// - Parameter clears: it is clear then; else it shows anything.
  package func prepare(_ image: AllocatedImage, clears: Bool) {
    kept.append(image)
    let (all, transfer) = (VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue, VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue)
    let any = VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue
    var barrier = frame.barrier(image.onDevice(isNew: true))
    (barrier.oldLayout, barrier.newLayout) = (VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL)
    barrier.dstAccessMask = clears ? VK_ACCESS_TRANSFER_WRITE_BIT.rawValue : any
    cvk_image_barrier(
      frame.functions.table, handle, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT.rawValue, clears ? transfer : all, &barrier)
    guard clears else { return }
    var color = VkClearColorValue()
    var range = barrier.subresourceRange
    frame.functions.vkCmdClearColorImage(handle, image.handle, VK_IMAGE_LAYOUT_GENERAL, &color, 1, &range)
    cvk_barrier(frame.functions.table, handle, transfer, VK_ACCESS_TRANSFER_WRITE_BIT.rawValue, all, any)
  }

  /// What was recorded so far is done, and visible to all that follows.
  package func barrier() {
    let all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
    cvk_barrier(
      frame.functions.table, handle, all, VK_ACCESS_MEMORY_WRITE_BIT.rawValue, all,
      VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue)
  }

  /// Copies rows to where they belong, behind what the app did with both.
  ///
  /// - Parameter row: of the target, where the first row goes.
  package func copy(_ rows: AllocatedImage, to image: AllocatedImage, row: Int) {
    barrier()
    let layers = VkImageSubresourceLayers(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, mipLevel: 0, baseArrayLayer: 0, layerCount: 1)
    var region = VkImageCopy(
      srcSubresource: layers, srcOffset: VkOffset3D(x: 0, y: 0, z: 0), dstSubresource: layers,
      dstOffset: VkOffset3D(x: 0, y: Int32(row), z: 0),
      extent: VkExtent3D(width: UInt32(rows.width), height: UInt32(rows.height), depth: 1))
    frame.functions.vkCmdCopyImage(
      handle, rows.handle, VK_IMAGE_LAYOUT_GENERAL, image.handle, VK_IMAGE_LAYOUT_GENERAL, 1, &region)
  }

  /// Hands the commands to the queue.
  package func submit() throws(RenderError) { try frame.submit() }

  /// Waits until they are done.
  package func wait() throws(RenderError) { try frame.finish() }
}

extension VulkanContext {
  /// Commands that the context submits.
  package func commands() throws(RenderError) -> AppCommands {
    // None of the ring's, for whose sake renders wait: these stay until what is made of them is rendered.
    let frame = try Frame(on: device, timesDispatches: false)
    try frame.begin()
    return AppCommands(frame, on: device)
  }

  /// Commands in an app's command buffer.
  package func commands(in commands: VkCommandBuffer) throws(RenderError) -> AppCommands {
    AppCommands(try Frame(recordingInto: commands, on: device), on: device)
  }
}
