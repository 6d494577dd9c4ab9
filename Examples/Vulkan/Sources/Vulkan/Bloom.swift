import CRenderer
import CoreImage

/// Renders with one command buffer and one submission: the app draws, a recipe reads that image and writes another one,
/// and the app uses it.
///
/// The context and its resources are released before this function returns: they must not outlive the app's device.
func renderBloom(_ app: inout Renderer) throws {
  let device = try CIVulkanDevice(
    instance: app.instance, physicalDevice: app.physicalDevice, device: app.device, queue: app.queue,
    queueFamilyIndex: app.family, apiVersion: 1 << 22 | 2 << 12, enabledExtensions: [],
    enabledFeatures: CIVulkanFeatures(app.features, app.newer))
  let context = try CIContext(vulkanDevice: device)

  var drawn = CIVulkanImage(
    device: device, image: app.drawn, format: VK_FORMAT_R8G8B8A8_UNORM, width: Int(app.width),
    height: Int(app.height), layout: VK_IMAGE_LAYOUT_GENERAL)
  var target = CIVulkanImage(
    device: device, image: app.result, format: VK_FORMAT_R8G8B8A8_UNORM, width: Int(app.width),
    height: Int(app.height), layout: VK_IMAGE_LAYOUT_UNDEFINED)
  target.finalLayout = VK_IMAGE_LAYOUT_GENERAL
  // Kernels may use the images directly, so that a discrete GPU copies nothing.
  (drawn.usage, target.usage) = (VK_IMAGE_USAGE_SAMPLED_BIT.rawValue, VK_IMAGE_USAGE_STORAGE_BIT.rawValue)

  guard let commands = renderer_draw(&app) else { throw RendererError.failed }
  let image = CIImage(vulkanImage: drawn)
  let bloom = image.applyingFilter("CIBloom", parameters: [kCIInputRadiusKey: 20, kCIInputIntensityKey: 0.8])
  let recording = try context.render(
    bloom, to: target, commandBuffer: commands, bounds: image.extent,
    colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
  let isDone = renderer_finish(&app, commands)
  recording.complete()
  if !isDone { throw RendererError.failed }
}

enum RendererError: Error {
  case failed
}
