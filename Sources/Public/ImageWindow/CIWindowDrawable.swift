import CVulkan
import CoreImage

/// An image of the window's, to be rendered to and shown: the counterpart of a Metal drawable.
///
/// It counts until the frame ends, that is until `draw(in:)` returns.
@MainActor public final class CIWindowDrawable {
  /// What is rendered to. Renders wait until the window gives it up and leave it as it is shown; nothing of what it
  /// showed before is kept, so that a render has to fill it.
  public let image: CIVulkanImage
  /// Which image of the swapchain it is.
  let index: UInt32

  init(_ image: CIVulkanImage, index: UInt32) { (self.image, self.index) = (image, index) }
}
