import CVulkan
import CoreImage
import Foundation
import ImageGraph

/// The counterpart of Metal's drawable.
@available(*, deprecated, renamed: "CAVulkanDrawable")
public typealias CAMetalDrawable = CAVulkanDrawable

/// An image of a layer that an app renders to with Vulkan, and shows by `present()`.
///
/// The app's submission waits for `wait`, renders to `image`, leaves it in `layout` and signals `signal`. A render of a
/// context to `image` does all of this. If a presented drawable is not signalled within ten seconds, it counts as
/// complete, and a message is logged. The image is reserved until the drawable and all recipes that show it are
/// released. A drawable that is not presented may be released only after its commands are done.
public final class CAVulkanDrawable {
  /// The image to render to, with `wait` and `signal`. Its previous contents are undefined.
  public let image: CIVulkanImage
  /// A view of the whole image, for shaders and attachments.
  public let view: VkImageView
  /// The layout in which the app leaves the image. Initially `VK_IMAGE_LAYOUT_GENERAL`, as renders of contexts leave
  /// it.
  public var layout = VK_IMAGE_LAYOUT_GENERAL
  /// The layer of the drawable; nil if it was released.
  public private(set) weak var layer: CAVulkanLayer?
  /// The number of the drawable among those of its image. With the image's handle, it identifies the drawable.
  public var drawableID: UInt64 { signal.value ?? 0 }

  private let lease: DrawableLease
  private var wasPresented = false

  init(_ lease: DrawableLease, _ device: CIVulkanDevice, of layer: CAVulkanLayer) {
    let (drawableImage, kind) = (lease.image, lease.image.kind)
    drawableImage.value += 1
    var image = CIVulkanImage(
      device: device, image: drawableImage.image, format: kind.format, width: kind.width, height: kind.height,
      layout: VK_IMAGE_LAYOUT_UNDEFINED)
    image.finalLayout = VK_IMAGE_LAYOUT_GENERAL
    image.wait = CIVulkanSemaphore(drawableImage.timeline, value: drawableImage.presented)
    image.signal = CIVulkanSemaphore(drawableImage.timeline, value: drawableImage.value)
    image.alphaMode = layer.isOpaque ? .none : .premultiplied
    image.owner = lease
    (self.image, view, self.layer, self.lease) = (image, drawableImage.view, layer, lease)
  }

  /// The timeline semaphore and value that the app's commands wait for: the previous use of the image.
  public var wait: CIVulkanSemaphore { image.wait ?? signal }

  /// The timeline semaphore and value that the app's commands signal when the image is complete.
  public var signal: CIVulkanSemaphore { CIVulkanSemaphore(lease.image.timeline, value: image.signal?.value) }

  /// Sets the image as the layer's contents from the next frame on, without an animation. The rendering may be in
  /// progress: the device waits for `signal` before the layer is drawn. Called once, on the layer's thread.
  public func present() {
    guard !wasPresented else {
      return RenderLog.process.note(
        "CAVulkanDrawable.present(): the drawable was already presented; call nextDrawable() again")
    }
    wasPresented = true
    lease.image.presented = lease.image.value
    guard let layer else { return }
    lease.image.signalAfterTimeout(layer.signalTimeout)
    var contents = CIVulkanImage(
      device: image.device, image: image.image, format: image.format, width: image.width, height: image.height,
      layout: layout)
    (contents.wait, contents.owner) = (signal, lease)
    contents.alphaMode = layer.isOpaque ? .none : .premultiplied
    let options = layer.colorspace.map { [CIImageOption.colorSpace: $0 as Any] }
    do {
      layer.show(try CIImage(checked: contents, options: options))
    } catch {
      RenderLog.process.note("CAVulkanDrawable.present(): \(error)")
    }
  }
}
