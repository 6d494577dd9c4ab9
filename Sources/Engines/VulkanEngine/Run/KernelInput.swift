import CVulkan
import ImageGraph
import ImagePlanning

/// A buffer or an image as an input or output of a kernel. Its view is destroyed with the last reference.
final class KernelInput: @unchecked Sendable {
  let binding: CVKBound
  /// Retained for the lifetime of its view.
  private let buffer: Buffer?
  private let device: Device

  /// - Parameter byteCount: a multiple of the texel size, which is at most 16 bytes.
  init(
    _ buffer: Buffer, offset: Int, _ texels: Texels, byteCount: Int, on device: Device
  ) throws(RenderError) {
    (self.buffer, self.device) = (buffer, device)
    guard let format = texels.view, let texelBytes = texels.texelBytes else {
      binding = CVKBound(buffer, offset: offset, byteCount: byteCount)
      return
    }
    // See `BufferSize.slack`. Imported memory has no slack.
    let isStretched =
      byteCount >> 8 & 0xff == 0 && (!buffer.isImported || offset + byteCount + 256 <= buffer.byteCount)
      && (byteCount + 256) / texelBytes <= device.info.limits.texelBufferElements
    var info = VkBufferViewCreateInfo()
    info.sType = VK_STRUCTURE_TYPE_BUFFER_VIEW_CREATE_INFO
    info.buffer = buffer.handle
    info.format = format
    info.offset = UInt64(offset)
    info.range = UInt64(isStretched ? byteCount + 256 : byteCount)
    var view: VkBufferView?
    try check(device.functions.vkCreateBufferView(device.handle, &info, nil, &view), "vkCreateBufferView")
    var binding = CVKBound()
    binding.view = view
    self.binding = binding
  }

  /// Creates an input or output for an app's image, in the layout for a use.
  init(_ image: DeviceImage, for use: ImageUse, on device: Device) throws(RenderError) {
    (buffer, self.device) = (nil, device)
    var info = VkImageViewCreateInfo()
    info.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO
    info.image = image.handle
    info.viewType = VK_IMAGE_VIEW_TYPE_2D
    info.format = image.format
    info.subresourceRange = image.subresource
    var view: VkImageView?
    try check(device.functions.vkCreateImageView(device.handle, &info, nil, &view), "vkCreateImageView")
    var binding = CVKBound()
    (binding.image, binding.layout) = (view, use.layout(of: image))
    self.binding = binding
  }

  deinit {
    if let view = binding.view { device.functions.vkDestroyBufferView(device.handle, view, nil) }
    if let view = binding.image { device.functions.vkDestroyImageView(device.handle, view, nil) }
  }
}

extension CVKBound {
  /// Creates a binding for a range of a buffer.
  init(_ buffer: Buffer, offset: Int, byteCount: Int) {
    self.init()
    range = CVKRange(buffer: buffer.handle, offset: UInt64(offset), byteCount: UInt64(byteCount))
  }
}
