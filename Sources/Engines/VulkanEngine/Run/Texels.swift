import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// How an image's memory is to be seen by a kernel that reads it.
struct Texels: Hashable, Sendable {
  /// The format of the pixels in device memory.
  var format: PixelFormat
  /// Nil where the kernel reads a storage buffer, or an image.
  var view: VkFormat?
  private(set) var isImage = false

  /// - Throws: `unsupported` when the load form does not fit the format, or the device cannot read such texels.
  ///
  /// - Parameter readsStorage: see `CostRules.readsStorage`.
  init(
    _ format: PixelFormat, as form: Program.LoadForm, on device: Device, readsStorage: Bool
  ) throws(RenderError) {
    self.format = format
    switch form {
    case .texel:
      let view = format.texelView
      guard view != VK_FORMAT_UNDEFINED, device.readsTexels(view) else {
        throw .unsupported("\(device.info.name) cannot read \(format.rawValue) pixels; use another format")
      }
      self.view = view
    case .packed(let packed):
      guard format == packed, format.isPacked else {
        throw .unsupported("a kernel that reads whole groups of pixels cannot read \(format.rawValue)")
      }
      view = readsStorage ? nil : VK_FORMAT_R32G32B32A32_UINT
    case .image: (view, isImage) = (nil, true)
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(format)
    hasher.combine(view?.rawValue)
    hasher.combine(isImage)
  }

  /// Bytes of one texel; nil where the kernel reads a storage buffer, or an image.
  var texelBytes: Int? { view.map { $0 == VK_FORMAT_R32G32B32A32_UINT ? 16 : format.bytesPerPixel } }

  /// What an image of so many bytes passes of what kernels reach; nil where they reach all of it.
  func excess(in byteCount: Int, _ limits: DeviceLimits) -> (what: String, requested: UInt64, allowed: UInt64)? {
    if isImage { return nil }
    let (what, asked, allowed) =
      texelBytes.map { ("texels of an input", byteCount / $0, limits.texelBufferElements) }
      ?? ("bytes of an input", byteCount, limits.storageBufferRange)
    return asked > allowed ? (what, UInt64(asked), UInt64(allowed)) : nil
  }
}
