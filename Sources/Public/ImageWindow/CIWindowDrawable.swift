import CVulkan
import CoreImage

/// A swapchain image of a window, to be rendered to and presented: the counterpart of a Metal drawable.
///
/// It is valid until the frame ends, that is until `draw(in:)` returns.
@MainActor public final class CIWindowDrawable {
  /// The image to render to. Renders wait until the window releases it, and leave it in the layout for presentation.
  /// Its previous contents are discarded, so a render must fill it.
  public let image: CIVulkanImage
  /// The index of the swapchain image.
  let index: UInt32

  init(_ image: CIVulkanImage, index: UInt32) { (self.image, self.index) = (image, index) }
}
