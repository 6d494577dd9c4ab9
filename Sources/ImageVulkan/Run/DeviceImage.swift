import CVulkan
import ImageGraph

/// An image of an app: what commands have to know to copy pixels from and to it.
///
/// Unchecked: handles never change.
package struct DeviceImage: @unchecked Sendable {
  package var handle: VkImage
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
    _ handle: VkImage, mipLevel: UInt32, arrayLayer: UInt32, layout: VkImageLayout, finalLayout: VkImageLayout,
    stages: VkPipelineStageFlags, access: VkAccessFlags, queueFamily: UInt32?
  ) {
    (self.handle, self.mipLevel, self.arrayLayer) = (handle, mipLevel, arrayLayer)
    (self.layout, self.finalLayout) = (layout, finalLayout)
    (self.stages, self.access, self.queueFamily) = (stages, access, queueFamily)
  }
}

/// A picture in an app's image, top row first.
package final class ResidentImage: ResidentPicture {
  package let device: AdoptedDevice
  let image: DeviceImage
  /// What has to be reached before the image is read.
  package let wait: QueueSemaphore?
  /// Keeps what the app wants to be kept.
  private let owner: (any AnyObject & Sendable)?

  package init(
    _ image: DeviceImage, on device: AdoptedDevice, wait: QueueSemaphore?, owner: (any AnyObject & Sendable)?
  ) {
    (self.image, self.device, self.wait, self.owner) = (image, device, wait, owner)
  }
}

/// Where the output of a run goes on the device.
///
/// Unchecked: handles never change.
package struct DeviceDestination: @unchecked Sendable {
  package enum Place {
    /// At these columns and rows from the image's first pixel.
    case image(DeviceImage, x: Int, y: Int)
    /// From this byte on, rows so many bytes apart.
    case buffer(VkBuffer, offset: Int, rowBytes: Int, stages: VkPipelineStageFlags, access: VkAccessFlags)
  }

  package var place: Place
  /// What has to be reached before anything is written, and what is reached when all is.
  package var wait: QueueSemaphore?
  package var signal: QueueSemaphore?
  /// Keeps what the app wants to be kept.
  let owner: (any AnyObject & Sendable)?

  package init(
    _ place: Place, wait: QueueSemaphore?, signal: QueueSemaphore?, owner: (any AnyObject & Sendable)?
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
