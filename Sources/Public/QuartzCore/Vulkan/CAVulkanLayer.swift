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
/// The drawable that was presented last is the layer's contents, without a copy on the host: a Vulkan image in the
/// recipe, which only contexts on the same device render. `isOpaque` is true at first.
open class CAVulkanLayer: CALayer {
  /// Where images are made; set by a `LayerView` that has such a layer, where its window renders on a device.
  public var device: CIVulkanDevice?
  /// Finds Vulkan's functions, for a device of an app that has a loader of its own; nil: libvulkan's.
  public var getInstanceProcAddr: PFN_vkGetInstanceProcAddr?
  /// What colours mean; nil: sRGB, and extended linear sRGB in formats of floats.
  public var colorspace: CGColorSpace?
  /// True where the app renders by attachments only: the images are no storage and are not sampled. True at first.
  /// Contexts read and write them all the same.
  public var framebufferOnly = true
  /// False: `nextDrawable()` waits as long as it takes. True at first.
  public var allowsNextDrawableTimeout = true
  /// Kept; contents change with the next frame in any case.
  public var presentsWithTransaction = false

  /// Seconds that the app has from `present()` to the end of its commands.
  package var signalPatience = 10.0

  private var ownSize: CGSize?
  private var format = VK_FORMAT_B8G8R8A8_UNORM
  private var most = 3
  private let pool: DrawablePool
  private var known: DrawableDevice?

  private static let formats = [
    VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB, VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB,
    VK_FORMAT_R16G16B16A16_UNORM, VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT,
  ]

  /// A layer of no size, without a device.
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
    (presentsWithTransaction, ownSize, format) = (other.presentsWithTransaction, other.ownSize, other.format)
    (most, known) = (other.most, other.known)
  }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == LayerProperties.isOpaque.key ? true : super.defaultValue(forKey: key)
  }

  /// Pixels of the images; the bounds times `contentsScale` until set. Sides below 1 give no drawable.
  public var drawableSize: CGSize {
    get { ownSize ?? CGSize(width: bounds.width * contentsScale, height: bounds.height * contentsScale) }
    set {
      guard newValue.width.isFinite, newValue.height.isFinite else {
        return RenderLog.process.note("CAVulkanLayer: drawableSize is \(newValue); give numbers. The one before stays")
      }
      ownSize = newValue
    }
  }

  /// How pixels lie in the images, `VK_FORMAT_B8G8R8A8_UNORM` at first: one of those of docs/vulkan-interop.md that are
  /// read. Others are refused with a line in the log.
  public var pixelFormat: VkFormat {
    get { format }
    set {
      guard Self.formats.contains(newValue) else {
        return RenderLog.process.note(
          "CAVulkanLayer: pixelFormat is VkFormat \(newValue.rawValue); take one of four components of 8, 16 or 32 "
            + "bits "
            + "that docs/vulkan-interop.md says are read. The one before stays")
      }
      format = newValue
    }
  }

  /// Images that there are at a time, 2 or 3; 3 at first. Others are refused with a line in the log.
  public var maximumDrawableCount: Int {
    get { most }
    set {
      guard (2...3).contains(newValue) else {
        return RenderLog.process.note(
          "CAVulkanLayer: maximumDrawableCount is \(newValue); give 2 or 3. The one before stays")
      }
      most = newValue
    }
  }

  /// An image to render to, which nobody shows or reads any more.
  ///
  /// Where all are in use it waits until one is given back, a second at most unless `allowsNextDrawableTimeout` is
  /// false. Nil, with the reason in the log, then, without a device, without a size, and where the driver refuses.
  public func nextDrawable() -> CAVulkanDrawable? {
    do throws(RenderError) {
      return try drawable()
    } catch {
      RenderLog.process.note("CAVulkanLayer.nextDrawable(): \(error)")
      return nil
    }
  }

  /// `nextDrawable()` that says why there is none.
  package func drawable() throws(RenderError) -> CAVulkanDrawable {
    guard let device else {
      throw .unsupported(
        "the layer has no device; set device to the vulkanDevice of the context that shows it, which a context on the "
          + "processor does not have")
    }
    let maker = try maker(device)
    let (size, limit) = (drawableSize, CGFloat(maker.mostPixels))
    guard size.width >= 1, size.height >= 1, size.width <= limit, size.height <= limit else {
      throw .invalidArgument(
        "drawableSize is \(size.width)x\(size.height) pixels; set it, or the bounds, to 1 to \(maker.mostPixels) a side"
      )
    }
    let kind = DrawableKind(
      device: ObjectIdentifier(device), width: Int(size.width), height: Int(size.height), format: format,
      framebufferOnly: framebufferOnly)
    let lease = try pool.take(kind, most: most, waitsForever: !allowsNextDrawableTimeout) { () throws(RenderError) in
      try maker.make(kind)
    }
    guard let lease else {
      throw .limit(
        "no drawable came free within a second: they are kept, or shown by frames that are kept",
        requested: UInt64(most + 1),
        allowed: UInt64(most))
    }
    return CAVulkanDrawable(lease, device, of: self)
  }

  private func maker(_ device: CIVulkanDevice) throws(RenderError) -> DrawableDevice {
    if let known, known.owner === device { return known }
    let made = try DrawableDevice(device, getInstanceProcAddr)
    known = made
    return made
  }

  /// Takes contents without animating.
  func show(_ image: CIImage) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    contents = image
    CATransaction.commit()
  }
}
