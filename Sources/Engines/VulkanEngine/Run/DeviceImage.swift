import CVulkan
import ImageGraph

/// An image of an app: what commands have to know to use it.
///
/// Unchecked: handles never change.
package struct DeviceImage: @unchecked Sendable {
  package var handle: VkImage
  package var format: VkFormat
  /// What it was made for, as far as the app says.
  package var usage: VkImageUsageFlags
  package var mipLevel: UInt32
  package var arrayLayer: UInt32
  /// The layout in which it is handed over, and the one in which it goes back.
  package var layout: VkImageLayout
  package var finalLayout: VkImageLayout
  /// The stages and accesses by which the app used it before and will use it afterwards.
  package var stages: VkPipelineStageFlags
  package var access: VkAccessFlags
  /// The family that owns it; nil: ours, or all.
  package var queueFamily: UInt32?

  package init(
    _ handle: VkImage, format: VkFormat, usage: VkImageUsageFlags, mipLevel: UInt32, arrayLayer: UInt32,
    layout: VkImageLayout, finalLayout: VkImageLayout, stages: VkPipelineStageFlags, access: VkAccessFlags,
    queueFamily: UInt32?
  ) {
    (self.handle, self.format, self.usage) = (handle, format, usage)
    (self.mipLevel, self.arrayLayer) = (mipLevel, arrayLayer)
    (self.layout, self.finalLayout) = (layout, finalLayout)
    (self.stages, self.access, self.queueFamily) = (stages, access, queueFamily)
  }
}

extension DeviceImage {
  /// Its level and its layer.
  var subresource: VkImageSubresourceRange {
    VkImageSubresourceRange(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, baseMipLevel: mipLevel, levelCount: 1,
      baseArrayLayer: arrayLayer, layerCount: 1)
  }
}

/// Where pixels of an app are on its device.
///
/// Unchecked: handles never change.
package enum DeviceMemoryLocation: @unchecked Sendable {
  /// At these columns and rows from the image's first pixel.
  case image(DeviceImage, x: Int, y: Int)
  /// From this byte on, rows so many bytes apart.
  case buffer(VkBuffer, offset: Int, rowBytes: Int, stages: VkPipelineStageFlags, access: VkAccessFlags)
}

/// An image of an app, as commands find it that read it.
package struct DeviceSource: Sendable {
  package var place: DeviceMemoryLocation
  /// What has to be reached before it is read.
  package var wait: QueueSemaphore?
  /// Keeps what the app wants to be kept.
  let owner: (any AnyObject & Sendable)?

  package init(_ place: DeviceMemoryLocation, wait: QueueSemaphore?, owner: (any AnyObject & Sendable)?) {
    (self.place, self.wait, self.owner) = (place, wait, owner)
  }
}

/// An image in an app's image or buffer, top row first.
package final class ResidentImage: ExternalDeviceImage {
  package let device: ExternalDevice
  /// The image that it is the whole of, where that is known before it is asked for.
  let image: DeviceImage?
  private let ask: @Sendable () throws(RenderError) -> DeviceSource

  /// - Parameter ask: called by each run that reads it, when its commands are recorded.
  package init(on device: ExternalDevice, _ ask: @escaping @Sendable () throws(RenderError) -> DeviceSource) {
    (self.device, self.ask, image) = (device, ask, nil)
  }

  package init(
    _ image: DeviceImage, on device: ExternalDevice, wait: QueueSemaphore?, owner: (any AnyObject & Sendable)?
  ) {
    let source = DeviceSource(.image(image, x: 0, y: 0), wait: wait, owner: owner)
    (self.device, self.image, ask) = (device, image, { () throws(RenderError) in source })
  }

  func found() throws(RenderError) -> DeviceSource { try ask() }
}

/// Where the output of a run goes on the device.
package struct DeviceDestination: Sendable {
  package var place: DeviceMemoryLocation
  /// What has to be reached before anything is written, and what is reached when all is.
  package var wait: QueueSemaphore?
  package var signal: QueueSemaphore?
  /// Keeps what the app wants to be kept.
  let owner: (any AnyObject & Sendable)?

  package init(
    _ place: DeviceMemoryLocation, wait: QueueSemaphore?, signal: QueueSemaphore?, owner: (any AnyObject & Sendable)?
  ) {
    (self.place, self.wait, self.signal, self.owner) = (place, wait, signal, owner)
  }
}

/// Where the output of a run goes instead of to the host.
package enum RunTarget: Sendable {
  case known(DeviceDestination)
  /// Asked for once, when all else is enqueued.
  case late(@Sendable () throws(RenderError) -> DeviceDestination)
}
