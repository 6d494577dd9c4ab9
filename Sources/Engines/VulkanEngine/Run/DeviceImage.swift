import CVulkan
import ImageGraph

/// An image of an app, with the state that commands require to use it.
///
/// Unchecked: handles never change.
package struct DeviceImage: @unchecked Sendable {
  package var handle: VkImage
  package var format: VkFormat
  /// The usage with which the app created it, as far as the app states it.
  package var usage: VkImageUsageFlags
  package var mipLevel: UInt32
  package var arrayLayer: UInt32
  /// The layout before the commands, and the one after them.
  package var layout: VkImageLayout
  package var finalLayout: VkImageLayout
  /// The stages and accesses of the app before and after the commands.
  package var stages: VkPipelineStageFlags
  package var access: VkAccessFlags
  /// The queue family that owns it; nil: the context's family, or concurrent sharing.
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
  /// The mip level and array layer as a range.
  var subresource: VkImageSubresourceRange {
    VkImageSubresourceRange(
      aspectMask: VK_IMAGE_ASPECT_COLOR_BIT.rawValue, baseMipLevel: mipLevel, levelCount: 1,
      baseArrayLayer: arrayLayer, layerCount: 1)
  }
}

/// The location of an app's pixels on its device.
///
/// Unchecked: handles never change.
package enum DeviceMemoryLocation: @unchecked Sendable {
  /// In an image, from this column and row on.
  case image(DeviceImage, x: Int, y: Int)
  /// In a buffer, from a byte offset on, with a row stride in bytes.
  case buffer(VkBuffer, offset: Int, rowBytes: Int, stages: VkPipelineStageFlags, access: VkAccessFlags)
}

/// An image of an app as the source of commands.
package struct DeviceSource: Sendable {
  package var location: DeviceMemoryLocation
  /// The semaphore to wait for before it is read.
  package var wait: QueueSemaphore?
  /// An object of the app to retain.
  let owner: (any AnyObject & Sendable)?

  package init(_ location: DeviceMemoryLocation, wait: QueueSemaphore?, owner: (any AnyObject & Sendable)?) {
    (self.location, self.wait, self.owner) = (location, wait, owner)
  }
}

/// An image in an app's image or buffer, top row first.
package final class ResidentImage: ExternalDeviceImage {
  package let device: ExternalDevice
  /// The Vulkan image, if it is available without a call of `located()`. It starts at column 0 and row 0.
  let image: DeviceImage?
  /// The further planes of an image of Y'CbCr, whose first plane this is.
  let chroma: [ResidentImage]
  private let locate: @Sendable () throws(RenderError) -> DeviceSource

  /// - Parameter locate: called by each run that reads it, when its commands are recorded.
  package init(on device: ExternalDevice, _ locate: @escaping @Sendable () throws(RenderError) -> DeviceSource) {
    (self.device, self.locate, image, chroma) = (device, locate, nil, [])
  }

  /// Creates an image of Y'CbCr. Its planes are copied for kernels.
  ///
  /// - Precondition: there is at least one plane, and all are on the same device.
  package init(planes: [ResidentImage]) {
    (device, locate, image) = (planes[0].device, planes[0].locate, nil)
    chroma = Array(planes.dropFirst())
  }

  package init(
    _ image: DeviceImage, on device: ExternalDevice, wait: QueueSemaphore?, owner: (any AnyObject & Sendable)?
  ) {
    let source = DeviceSource(.image(image, x: 0, y: 0), wait: wait, owner: owner)
    (self.device, self.image, chroma, locate) = (device, image, [], { () throws(RenderError) in source })
  }

  /// Returns the locations of its planes, or that of its pixels.
  func planes() throws(RenderError) -> [DeviceSource] {
    var planes = [try locate()]
    for plane in chroma { planes.append(try plane.locate()) }
    return planes
  }
}

/// The destination of a run's output on the device.
package struct DeviceDestination: Sendable {
  package var location: DeviceMemoryLocation
  /// The semaphores to wait for before the first write, and to signal after the last one.
  package var wait: QueueSemaphore?
  package var signal: QueueSemaphore?
  /// An object of the app to retain.
  let owner: (any AnyObject & Sendable)?

  package init(
    _ location: DeviceMemoryLocation, wait: QueueSemaphore?, signal: QueueSemaphore?, owner: (any AnyObject & Sendable)?
  ) {
    (self.location, self.wait, self.signal, self.owner) = (location, wait, signal, owner)
  }
}

/// A destination of a run's output other than the host.
package enum RunTarget: Sendable {
  case immediate(DeviceDestination)
  /// A function that returns the destination. It is called once, after all other commands are submitted.
  case deferred(@Sendable () throws(RenderError) -> DeviceDestination)
}
