import CVulkan
import ImageGraph

/// Copies between buffers and an app's images, and their use by kernels, in between what the app does with these.
extension Frame {
  /// Columns and rows of an image, counted from its first pixel.
  typealias Part = (columns: Range<Int>, rows: Range<Int>)

  /// Copies a part of what an app has to where kernels read it.
  ///
  /// - Parameters:
  ///   - part: counted from the first pixel of the place.
  ///   - pitch: pixels from one row to the next in the buffer.
  func copy(_ part: Part, of place: DeviceMemoryLocation, to buffer: Buffer, pitch: Int, _ format: PixelFormat) {
    switch place {
    case .image(let image, let x, let y):
      let layout = take(image, for: .copiesFrom)
      let columns = part.columns.lowerBound + x..<part.columns.upperBound + x
      var region = Self.region((columns, part.rows.lowerBound + y..<part.rows.upperBound + y), of: image, pitch)
      functions.vkCmdCopyImageToBuffer(commands, image.handle, layout, buffer.handle, 1, &region)
      giveBack(image, after: .copiesFrom)
    case .buffer(let source, let offset, let rowBytes, let stages, let access):
      let transfer = VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue
      cvk_barrier(
        functions.table, commands, stages | transfer, access, transfer, VK_ACCESS_TRANSFER_READ_BIT.rawValue)
      let first = offset + part.columns.lowerBound * format.bytesPerPixel
      let rows = part.rows.enumerated().map { index, row in
        VkBufferCopy(
          srcOffset: VkDeviceSize(first + row * rowBytes),
          dstOffset: VkDeviceSize(index * pitch * format.bytesPerPixel),
          size: VkDeviceSize(part.columns.count * format.bytesPerPixel))
      }
      functions.vkCmdCopyBuffer(commands, source, buffer.handle, UInt32(rows.count), rows)
      cvk_barrier(functions.table, commands, transfer, 0, stages | transfer, access)
    }
  }

  /// What copies wrote is visible to dispatches behind them.
  func barrierBehindCopies() {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, VK_ACCESS_TRANSFER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue,
      VK_ACCESS_SHADER_READ_BIT.rawValue | VK_ACCESS_SHADER_WRITE_BIT.rawValue)
  }

  /// Copies what dispatches wrote to where an app wants it.
  ///
  /// - Parameter pitch: pixels from one row to the next in the buffer.
  func copy(
    _ buffer: Buffer, width: Int, height: Int, pitch: Int, bytesPerPixel: Int, to destination: DeviceDestination
  ) {
    cvk_barrier(
      functions.table, commands, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT.rawValue, VK_ACCESS_SHADER_WRITE_BIT.rawValue,
      VK_PIPELINE_STAGE_TRANSFER_BIT.rawValue, VK_ACCESS_TRANSFER_READ_BIT.rawValue)
    switch destination.place {
    case .image(let image, let x, let y):
      let layout = take(image, for: .copiesTo)
      var region = Self.region((x..<x + width, y..<y + height), of: image, pitch)
      functions.vkCmdCopyBufferToImage(commands, buffer.handle, image.handle, layout, 1, &region)
      giveBack(image, after: .copiesTo)
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

  /// Waits for what the app does with the image, and has it laid out for a use.
  ///
  /// The stage of the use is among what is waited for: that of other runs, and semaphores, which it waits for.
  ///
  /// - Returns: the layout that it has then.
  @discardableResult
  func take(_ image: DeviceImage, for use: ImageUse) -> VkImageLayout {
    let isForeign = isForeign(image)
    var barrier = barrier(image)
    (barrier.oldLayout, barrier.newLayout) = (image.layout, use.layout(of: image))
    (barrier.srcAccessMask, barrier.dstAccessMask) = (isForeign ? 0 : image.access, use.access)
    if isForeign { (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (image.queueFamily!, family) }
    waitStages |= use.stage
    cvk_image_barrier(
      functions.table, commands, isForeign ? use.stage : image.stages | use.stage, use.stage, &barrier)
    return barrier.newLayout
  }

  /// Hands the image back, and what was written to it.
  func giveBack(_ image: DeviceImage, after use: ImageUse) {
    let isForeign = isForeign(image)
    var barrier = barrier(image)
    (barrier.oldLayout, barrier.newLayout) = (use.layout(of: image), image.finalLayout)
    (barrier.srcAccessMask, barrier.dstAccessMask) = (use.writes ? use.access : 0, isForeign ? 0 : image.access)
    if isForeign { (barrier.srcQueueFamilyIndex, barrier.dstQueueFamilyIndex) = (family, image.queueFamily!) }
    cvk_image_barrier(
      functions.table, commands, use.stage, isForeign ? use.stage : image.stages | use.stage, &barrier)
  }

  private func isForeign(_ image: DeviceImage) -> Bool { image.queueFamily.map { $0 != family } ?? false }

  /// Without stages, accesses and layouts.
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

/// What commands do with an image of an app.
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

  /// The layout for it: the general one is for everything, and stays.
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
