import CVulkan
import ImageGraph
import ImagePlanning
import ImagePrograms

/// The texel format with which a kernel reads an image's memory.
struct Texels: Hashable, Sendable {
  /// The format of the pixels in device memory.
  var format: PixelFormat
  /// The format of the texel buffer view; nil if the kernel reads a storage buffer or an image.
  var view: VkFormat?
  private(set) var isImage = false
  /// The bytes of a sample of planes; nil for pixels.
  private var sampleBytes: Int?

  /// - Parameter readsStorage: see `CostRules.readsStorage`.
  /// - Throws: `unsupported` if the load form does not match the format, or if the device cannot read such texels.
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
    case .planes(let planes):
      view = planes.bytesPerSample == 1 ? VK_FORMAT_R8_UINT : VK_FORMAT_R16_UINT
      sampleBytes = planes.bytesPerSample
    }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(format)
    hasher.combine(view?.rawValue)
    hasher.combine(isImage)
  }

  /// The bytes of a texel; nil if the kernel reads a storage buffer or an image.
  var texelBytes: Int? {
    view.map { $0 == VK_FORMAT_R32G32B32A32_UINT ? 16 : sampleBytes ?? format.bytesPerPixel }
  }

  /// Returns the limit that an image of this size exceeds; nil if kernels can read all of it.
  func excess(in byteCount: Int, _ limits: DeviceLimits) -> (what: String, requested: UInt64, allowed: UInt64)? {
    if isImage { return nil }
    let (what, requested, allowed) =
      texelBytes.map { ("texels of an input", byteCount / $0, limits.texelBufferElements) }
      ?? ("bytes of an input", byteCount, limits.storageBufferRange)
    return requested > allowed ? (what, UInt64(requested), UInt64(allowed)) : nil
  }
}
