import CVulkan
import ImageGraph

/// Copies between buffers and an app's images, and barriers for their use by kernels between the app's own commands.
extension Frame {
  /// Columns and rows of an image, counted from its first pixel.
  typealias Part = (columns: Range<Int>, rows: Range<Int>)

  /// Copies a part of an app's pixels to a buffer for kernels.
  ///
  /// - Parameters:
  ///   - part: columns and rows from the first pixel of the location.
  ///   - offset: of the first copied pixel in the buffer, in bytes.
  ///   - pitch: the row stride of the buffer, in pixels.
  func copy(
    _ part: Part, of location: DeviceMemoryLocation, to buffer: Buffer, offset: Int, pitch: Int, bytesPerPixel: Int
  ) {
    switch location {
    case .image(let image, let x, let y):
      let layout = acquire(image, for: .copiesFrom)
      let columns = part.columns.lowerBound + x..<part.columns.upperBound + x
      var region = Self.region((columns, part.rows.lowerBound + y..<part.rows.upperBound + y), of: image, pitch)
      region.bufferOffset = VkDeviceSize(offset)
      functions.vkCmdCopyImageToBuffer(commands, image.handle, layout, buffer.handle, 1, &region)
      release(image, after: .copiesFrom)
    case .buffer(let source, let start, let rowBytes, let stages, let access):
      let transfer = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
      cvk_barrier(
        functions.table, commands, stages | transfer, access, transfer, VK_ACCESS_TRANSFER_READ_BIT.rawValue)
      let first = start + part.columns.lowerBound * bytesPerPixel
      let rows = part.rows.enumerated().map { index, row in
        VkBufferCopy(
          srcOffset: VkDeviceSize(first + row * rowBytes),
          dstOffset: VkDeviceSize(offset + index * pitch * bytesPerPixel),
          size: VkDeviceSize(part.columns.count * bytesPerPixel))
      }
      functions.vkCmdCopyBuffer(commands, source, buffer.handle, UInt32(rows.count), rows)
      cvk_barrier(functions.table, commands, transfer, 0, stages | transfer, access)
    }
  }

  /// Records a barrier: writes of earlier copies are visible to later dispatches.
  func barrierAfterCopies() {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, VK_ACCESS_TRANSFER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue,
      VK_ACCESS_SHADER_READ_BIT.rawValue | VK_ACCESS_SHADER_WRITE_BIT.rawValue)
  }

  /// Copies the results of dispatches to a destination of an app.
  ///
  /// - Parameter pitch: the row stride of the buffer, in pixels.
  func copy(
    _ buffer: Buffer, width: Int, height: Int, pitch: Int, bytesPerPixel: Int, to destination: DeviceDestination
  ) {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue, VK_ACCESS_SHADER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, VK_ACCESS_TRANSFER_READ_BIT.rawValue)
    switch destination.location {
    case .image(let image, let x, let y):
      let layout = acquire(image, for: .copiesTo)
      var region = Self.region((x..<x + width, y..<y + height), of: image, pitch)
      functions.vkCmdCopyBufferToImage(commands, buffer.handle, image.handle, layout, 1, &region)
      release(image, after: .copiesTo)
    case .buffer(let target, let offset, let rowBytes, let stages, let access):
      let transfer = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
      let write = VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
      cvk_barrier(functions.table, commands, stages | transfer, access, transfer, write)
      let rows = (0..<height).map { row in
        VkBufferCopy(
          srcOffset: VkDeviceSize(row * pitch * bytesPerPixel), dstOffset: VkDeviceSize(offset + row * rowBytes),
          size: VkDeviceSize(width * bytesPerPixel))
      }
      functions.vkCmdCopyBuffer(commands, buffer.handle, target, UInt32(rows.count), rows)
      cvk_barrier(functions.table, commands, transfer, write, stages | transfer, access)
    }
  }

  private static func region(_ part: Part, of image: DeviceImage, _ pitch: Int) -> VkBufferImageCopy {
    var region = VkBufferImageCopy()
    region.bufferRowLength = UInt32(pitch)
    region.imageSubresource = VkImageSubresourceLayers(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, mipLevel: image.mipLevel, baseArrayLayer: image.arrayLayer,
      layerCount: 1)
    region.imageOffset = VkOffset3D(x: Int32(part.columns.lowerBound), y: Int32(part.rows.lowerBound), z: 0)
    region.imageExtent = VkExtent3D(width: UInt32(part.columns.count), height: UInt32(part.rows.count), depth: 1)
    return region
  }

  /// Records a barrier that waits for the app's commands on the image, and transitions it for a use.
  ///
  /// The barrier also waits for the stage of the use: earlier runs use the image in it, and semaphores block it.
  ///
  /// - Returns: the new layout.
  @discardableResult
  func acquire(_ image: DeviceImage, for use: ImageUse) -> VkImageLayout {
    let needsOwnershipTransfer = needsOwnershipTransfer(image)
    var barrier = barrier(image)
    (barrier.oldLayout, barrier.newLayout) = (image.layout, use.layout(of: image))
    (barrier.srcAccessMask, barrier.dstAccessMask) = (needsOwnershipTransfer ? 0 : image.access, use.access)
    if needsOwnershipTransfer {
      (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (image.queueFamily!, family)
    }
    waitStages |= use.stage
    cvk_image_barrier(
      functions.table, commands, needsOwnershipTransfer ? use.stage : image.stages | use.stage, use.stage, &barrier)
    return barrier.newLayout
  }

  /// Records a barrier that returns the image, with the written pixels, to the app.
  func release(_ image: DeviceImage, after use: ImageUse) {
    let needsOwnershipTransfer = needsOwnershipTransfer(image)
    var barrier = barrier(image)
    (barrier.oldLayout, barrier.newLayout) = (use.layout(of: image), image.finalLayout)
    (barrier.srcAccessMask, barrier.dstAccessMask) = (
      use.writes ? use.access : 0, needsOwnershipTransfer ? 0 : image.access
    )
    if needsOwnershipTransfer {
      (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (family, image.queueFamily!)
    }
    cvk_image_barrier(
      functions.table, commands, use.stage, needsOwnershipTransfer ? use.stage : image.stages | use.stage, &barrier)
  }

  private func needsOwnershipTransfer(_ image: DeviceImage) -> Bool { image.queueFamily.map { $0 != family } ?? false }

  /// Returns a barrier without stages, accesses and layouts.
  func barrier(_ image: DeviceImage) -> VkImageMemoryBarrier {
    var barrier = VkImageMemoryBarrier()
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER
    // VK_QUEUE_FAMILY_IGNORED
    (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (UInt32.max, UInt32.max)
    barrier.image = image.handle
    barrier.subresourceRange = image.subresource
    return barrier
  }
}

/// The uses of an app's image by commands.
enum ImageUse {
  case copiesFrom, copiesTo, kernelsToRead, kernelsToWrite

  var writes: Bool { self == .copiesTo || self == .kernelsToWrite }

  var stage: VkPipelineStageFlags {
    switch self {
    case .copiesFrom, .copiesTo: VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
    case .kernelsToRead, .kernelsToWrite: VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue
    }
  }

  var access: VkAccessFlags {
    switch self {
    case .copiesFrom: VK_ACCESS_TRANSFER_READ_BIT.rawValue
    case .copiesTo: VK_ACCESS_TRANSFER_WRITE_BIT.rawValue
    case .kernelsToRead: VK_ACCESS_SHADER_READ_BIT.rawValue
    case .kernelsToWrite: VK_ACCESS_SHADER_WRITE_BIT.rawValue
    }
  }

  /// Returns the layout for the use. An image in the general layout stays there.
  func layout(of image: DeviceImage) -> VkImageLayout {
    if image.layout == VK_IMAGE_LAYOUT_GENERAL { return image.layout }
    return switch self {
    case .copiesFrom: VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL
    case .copiesTo: VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL
    case .kernelsToRead: VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL
    case .kernelsToWrite: VK_IMAGE_LAYOUT_GENERAL
    }
  }
}
