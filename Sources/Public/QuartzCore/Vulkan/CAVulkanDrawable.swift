import CVulkan
import CoreImage
import Foundation
import ImageGraph

/// The counterpart of Metal's.
@available(*, deprecated, renamed: "CAVulkanDrawable")
public typealias CAMetalDrawable = CAVulkanDrawable

/// An image of a layer that an app renders to with Vulkan, and shows by `present()`.
///
/// The app's submission waits for `wait`, renders to `image`, leaves it in `layout` and signals `signal`; a context
/// does all of that itself in a render to `image`. One that was presented and not signalled within ten seconds counts
/// as whole, with a line in the log. The image is the drawable's until the drawable, and every recipe that shows it,
/// are gone: one that is dropped without being presented has to be dropped when its commands are done.
public final class CAVulkanDrawable {
  /// What is rendered to: `wait` and `signal` are its own, and nothing of what it showed before counts.
  public let image: CIVulkanImage
  /// All of the image, for shaders and attachments.
  public let view: VkImageView
  /// The layout in which the app leaves the image. `VK_IMAGE_LAYOUT_GENERAL` at first, as renders of contexts do.
  public var layout = VK_IMAGE_LAYOUT_GENERAL
  /// The layer that it is of; nil when that is gone.
  public private(set) weak var layer: CAVulkanLayer?
  /// Counts the drawables of an image: with the image's handle it says which one this is.
  public var drawableID: UInt64 { signal.value ?? 0 }

  private let lease: DrawableLease
  private var wasPresented = false

  init(_ lease: DrawableLease, _ device: CIVulkanDevice, of layer: CAVulkanLayer) {
    let (own, kind) = (lease.image, lease.image.kind)
    own.value += 1
    var image = CIVulkanImage(
      device: device, image: own.image, format: kind.format, width: kind.width, height: kind.height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    image.finalLayout = VK_IMAGE_LAYOUT_GENERAL
    image.wait = CIVulkanSemaphore(own.timeline, value: own.presented)
    image.signal = CIVulkanSemaphore(own.timeline, value: own.value)
    image.alphaMode = layer.isOpaque ? .none : .premultiplied
    image.owner = lease
    (self.image, view, self.layer, self.lease) = (image, own.view, layer, lease)
  }

  /// A timeline semaphore and the value that the app's commands wait for: the rendering before of the same image.
  public var wait: CIVulkanSemaphore { image.wait ?? signal }

  /// A timeline semaphore and the value that the app's commands reach when the image is whole.
  public var signal: CIVulkanSemaphore { CIVulkanSemaphore(lease.image.timeline, value: image.signal?.value) }

  /// Makes the image the layer's contents, from the next frame on, without an animation. What was rendered may be under
  /// way: whatever draws the layer waits for `signal` on the device. On the thread of the layer; once.
  public func present() {
    guard !wasPresented else {
      return RenderLog.process.note("CAVulkanDrawable.present(): it was presented already; take the next one")
    }
    wasPresented = true
    lease.image.presented = lease.image.value
    guard let layer else { return }
    lease.image.limitWaiting(to: layer.signalPatience)
    var shown = CIVulkanImage(
      device: image.device, image: image.image, format: image.format, width: image.width, height: image.height,
      layout: layout)
    (shown.wait, shown.owner) = (signal, lease)
    shown.alphaMode = layer.isOpaque ? .none : .premultiplied
    let options = layer.colorspace.map { [CIImageOption.colorSpace: $0 as Any] }
    do {
      layer.show(try CIImage(checked: shown, options: options))
    } catch {
      RenderLog.process.note("CAVulkanDrawable.present(): \(error)")
    }
  }
}
