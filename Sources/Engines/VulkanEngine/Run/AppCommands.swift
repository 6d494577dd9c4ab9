import CVulkan
import ImageGraph

/// Commands of an app's code on images, with the barriers and copies between them. The context submits them, or they
/// are part of the app's own command buffer. This object retains their resources, and waits for their completion in
/// `deinit`.
///
/// Unchecked: one thread records and submits.
package final class AppCommands: @unchecked Sendable {
  private let frame: Frame
  private let device: Device
  private var retained: [AnyObject] = []

  fileprivate init(_ frame: Frame, on device: Device) { (self.frame, self.device) = (frame, device) }

  deinit { do { try frame.finish() } catch {} }

  /// The command buffer in which the app records.
  package var handle: VkCommandBuffer { frame.commands }

  /// Retains a resource of the commands.
  package func retain(_ object: AnyObject) { retained.append(object) }

  /// Transitions a new image to the general layout.
  ///
  /// - Parameter clears: whether to clear the image; otherwise its pixels are undefined.
  package func prepare(_ image: AllocatedImage, clears: Bool) {
    retained.append(image)
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

  /// Records a barrier: all earlier writes are visible to all later commands.
  package func barrier() {
    let all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT.rawValue
    cvk_barrier(
      frame.functions.table, handle, all, VK_ACCESS_MEMORY_WRITE_BIT.rawValue, all,
      VK_ACCESS_MEMORY_READ_BIT.rawValue | VK_ACCESS_MEMORY_WRITE_BIT.rawValue)
  }

  /// Copies rows to an image, after the app's earlier commands on both.
  ///
  /// - Parameter row: the target row of the first source row.
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

  /// Submits the commands to the queue.
  package func submit() throws(RenderError) { try frame.submit() }

  /// Waits for the completion of the commands.
  package func wait() throws(RenderError) { try frame.finish() }
}

extension VulkanContext {
  /// Returns commands that the context submits.
  package func commands() throws(RenderError) -> AppCommands {
    // Not a frame of the ring, for which renders wait: these commands are in use until their results are rendered.
    let frame = try Frame(on: device, timesDispatches: false)
    try frame.begin()
    return AppCommands(frame, on: device)
  }

  /// Returns commands in an app's command buffer.
  package func commands(in commands: VkCommandBuffer) throws(RenderError) -> AppCommands {
    AppCommands(try Frame(recordingInto: commands, on: device), on: device)
  }
}
