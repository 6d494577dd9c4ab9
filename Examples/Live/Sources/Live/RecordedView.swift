import CVulkan
import CoreImage
import Foundation
import ImageWindow

/// A blurred device image: the context records its passes into the view's command buffer, among other commands of the
/// app, without a wait on the CPU. The guide's listings 1-7 and 1-8.
@MainActor final class RecordedView: CIWindowViewDelegate {
  // The window, and the source on its device.
  private let view: CIWindowView
  private let sourceImage: CIVulkanImage

  // Core Image.
  private let context: CIContext
  private let filter = CIFilter(name: "CIGaussianBlur")!
  private let colorSpace = CGColorSpaceCreateDeviceRGB()

  init(_ photo: CIImage) throws {
    let size = photo.extent.size
    view = try CIWindowView(title: "Gaussian blur", size: size)
    // A context on the view's device, so that both can use the same images.
    context = try view.context
    // One of several methods to fill a device image.
    var image = try view.makeImage(
      width: Int(size.width), height: Int(size.height), format: VK_FORMAT_R8G8B8A8_UNORM)
    try context.startTask(toRender: photo, to: CIRenderDestination(vulkanImage: image)).waitUntilCompleted()
    image.layout = VK_IMAGE_LAYOUT_GENERAL
    sourceImage = image
    view.delegate = self
  }

  func run(frames: Int?) throws { try view.run(frames: frames) }

  func draw(in view: CIWindowView) throws {
    // nil while the window is hidden.
    guard let currentDrawable = try view.currentDrawable else { return }
    let commandBuffer = try view.makeCommandBuffer()

    let inputImage = CIImage(vulkanImage: sourceImage)
    filter.setValue(inputImage.clampedToExtent(), forKey: kCIInputImageKey)
    filter.setValue(10 + 10 * sin(Double(view.frameCount) / 10), forKey: kCIInputRadiusKey)

    let recording = try context.render(
      filter.outputImage!, to: currentDrawable.image, commandBuffer: commandBuffer.commandBuffer,
      bounds: CGRect(origin: .zero, size: view.drawableSize), colorSpace: colorSpace)
    commandBuffer.keep(recording)

    commandBuffer.present(currentDrawable)
    try commandBuffer.commit()
  }
}
