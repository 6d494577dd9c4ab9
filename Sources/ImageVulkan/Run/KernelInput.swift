import CVulkan
import ImageGraph
import ImagePlanning

/// A buffer as a kernel reads it; what was made for that is destroyed with the last reference.
final class KernelInput: @unchecked Sendable {
  let binding: CVKInput
  private let buffer: Buffer
  private let device: Device

  /// - Parameter byteCount: of whole texels of 16 bytes or fewer.
  init(
    _ buffer: Buffer, offset: Int, _ texels: Texels, byteCount: Int, on device: Device
  ) throws(RenderError) {
    (self.buffer, self.device) = (buffer, device)
    guard let format = texels.view, let texelBytes = texels.texelBytes else {
      let range = CVKRange(buffer: buffer.handle, offset: UInt64(offset), byteCount: UInt64(byteCount))
      binding = CVKInput(view: nil, range: range)
      return
    }
    // See `BufferSize.slack`, which imported memory does not have.
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
    binding = CVKInput(view: view, range: CVKRange())
  }

  deinit { if let view = binding.view { device.functions.vkDestroyBufferView(device.handle, view, nil) } }
}
