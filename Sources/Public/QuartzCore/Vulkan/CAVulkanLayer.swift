import CVulkan
import CoreGraphics
import CoreImage
import Foundation
import ImageGraph

/// The counterpart of Metal's layer.
@available(*, deprecated, renamed: "CAVulkanLayer")
public typealias CAMetalLayer = CAVulkanLayer

/// A layer whose contents an app renders with Vulkan, on the device that shows the tree.
///
///     layer.device = context.vulkanDevice
///     guard let drawable = layer.nextDrawable() else { return }
///     // … commands that wait for drawable.wait, fill drawable.view and signal drawable.signal
///     drawable.present()
///
/// The last presented drawable is the layer's contents, without a copy on the host: a Vulkan image in the recipe, which
/// can be rendered only by contexts on the same device. `isOpaque` is initially true.
open class CAVulkanLayer: CALayer {
  /// The device of the images. A `LayerView` with such a layer sets it if its window renders on a device.
  public var device: CIVulkanDevice?
  /// vkGetInstanceProcAddr of an app with its own Vulkan loader; nil uses libvulkan's.
  public var getInstanceProcAddr: PFN_vkGetInstanceProcAddr?
  /// The colour space of the images; nil is sRGB, and extended linear sRGB for float formats.
  public var colorspace: CGColorSpace?
  /// If true, the app renders only by attachments, and the images have neither storage nor sampled usage. Initially
  /// true. Contexts can read and write them in either case.
  public var framebufferOnly = true
  /// If false, `nextDrawable()` waits without a timeout. Initially true.
  public var allowsNextDrawableTimeout = true
  /// Stored without effect; contents change with the next frame in any case.
  public var presentsWithTransaction = false

  /// The time limit from `present()` to the end of the app's commands, in seconds.
  package var signalTimeout = 10.0

  private var explicitSize: CGSize?
  private var format = VK_FORMAT_B8G8R8A8_UNORM
  private var maximumCount = 3
  private let pool: DrawablePool
  private var cachedDevice: DrawableDevice?

  private static let formats = [
    VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB,
    VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT,
  ]

  /// Creates a layer of size zero, without a device.
  public override init() {
    pool = DrawablePool()
    super.init()
  }

  public required init(layer: Any) {
    let other = layer as? CAVulkanLayer
    pool = other?.pool ?? DrawablePool()
    super.init(layer: layer)
    guard let other else { return }
    (device, getInstanceProcAddr, colorspace) = (other.device, other.getInstanceProcAddr, other.colorspace)
    (framebufferOnly, allowsNextDrawableTimeout) = (other.framebufferOnly, other.allowsNextDrawableTimeout)
    (presentsWithTransaction, explicitSize, format) = (other.presentsWithTransaction, other.explicitSize, other.format)
    (maximumCount, cachedDevice) = (other.maximumCount, other.cachedDevice)
  }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == LayerProperties.isOpaque.key ? true : super.defaultValue(forKey: key)
  }

  /// The size of the images in pixels; the bounds times `contentsScale` until set. With a side below 1, there is no
  /// drawable.
  public var drawableSize: CGSize {
    get { explicitSize ?? CGSize(width: bounds.width * contentsScale, height: bounds.height * contentsScale) }
    set {
      guard newValue.width.isFinite, newValue.height.isFinite else {
        return RenderLog.process.note("CAVulkanLayer: drawableSize must be finite (got \(newValue)); unchanged")
      }
      explicitSize = newValue
    }
  }

  /// The format of the images, initially `VK_FORMAT_B8G8R8A8_UNORM`: a readable format of docs/vulkan-interop.md. Other
  /// formats are rejected, and a message is logged.
  public var pixelFormat: VkFormat {
    get { format }
    set {
      guard Self.formats.contains(newValue) else {
        return RenderLog.process.note(
          "CAVulkanLayer: pixelFormat must have four components of 8, 16 or 32 bits, and be readable by "
            + "docs/vulkan-interop.md (got VkFormat \(newValue.rawValue)); unchanged")
      }
      format = newValue
    }
  }

  /// The maximum number of images, 2 or 3; initially 3. Other values are rejected, and a message is logged.
  public var maximumDrawableCount: Int {
    get { maximumCount }
    set {
      guard (2...3).contains(newValue) else {
        return RenderLog.process.note(
          "CAVulkanLayer: maximumDrawableCount must be 2 or 3 (got \(newValue)); unchanged")
      }
      maximumCount = newValue
    }
  }

  /// Returns an image to render to that is not in use.
  ///
  /// If all images are in use, waits until one is released, with a timeout of one second unless
  /// `allowsNextDrawableTimeout` is false. On a timeout, without a device or a size, and on a driver error, returns
  /// nil, and the reason is logged.
  public func nextDrawable() -> CAVulkanDrawable? {
    do throws(RenderError) {
      return try drawable()
    } catch {
      RenderLog.process.note("CAVulkanLayer.nextDrawable(): \(error)")
      return nil
    }
  }

  /// Returns the next drawable, or throws the reason why there is none.
  package func drawable() throws(RenderError) -> CAVulkanDrawable {
    guard let device else {
      throw .unsupported(
        "the layer has no device; set device to the vulkanDevice of the context that shows it "
          + "(nil for a context on the processor)")
    }
    let drawableDevice = try drawableDevice(device)
    let (size, limit) = (drawableSize, CGFloat(drawableDevice.maximumSide))
    guard size.width >= 1, size.height >= 1, size.width <= limit, size.height <= limit else {
      throw .invalidArgument(
        "the sides of drawableSize must be between 1 and \(drawableDevice.maximumSide) pixels "
          + "(got \(size.width)x\(size.height)); set it, or the bounds"
      )
    }
    let kind = DrawableKind(
      device: ObjectIdentifier(device), width: Int(size.width), height: Int(size.height), format: format,
      framebufferOnly: framebufferOnly)
    let lease = try pool.acquire(kind, capacity: maximumCount, waitsForever: !allowsNextDrawableTimeout) {
      () throws(RenderError) in
      try drawableDevice.make(kind)
    }
    guard let lease else {
      throw .limit(
        "no drawable was released within a second: all are retained, or shown by frames that are retained",
        requested: UInt64(maximumCount + 1),
        allowed: UInt64(maximumCount))
    }
    return CAVulkanDrawable(lease, device, of: self)
  }

  private func drawableDevice(_ device: CIVulkanDevice) throws(RenderError) -> DrawableDevice {
    if let cachedDevice, cachedDevice.owner === device { return cachedDevice }
    let created = try DrawableDevice(device, getInstanceProcAddr)
    cachedDevice = created
    return created
  }

  /// Sets the contents without an animation.
  func show(_ image: CIImage) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = image
    CATransaction.commit()
  }
}
