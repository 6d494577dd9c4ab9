import CVulkan
import CoreImage
import Foundation
import ImageGraph
import VulkanEngine

/// Prints the time of recipes from one image of an app's device to another, as a table of Markdown: with images that
/// commands copy from and to buffers, and with images that kernels read and write.
///
/// - Parameter options: the options of the context. The backend is always Vulkan.
func measureImages(_ options: [CIContextOption: Any], width: Int, height: Int, runs: Int) throws {
  let harness = try Harness(options.merging([.backend: "vulkan"]) { $1 }, width: width, height: height, runs: runs)
  guard let shared = harness.context.vulkanDevice else { throw RenderError.unsupported("a context without a device") }
  let settings = try ContextSettings(
    checked: options.merging([.backend: "vulkan"]) { $1 }, environment: ProcessInfo.processInfo.environment)
  let device = try VulkanContext(settings.vulkan)
  let contexts = try [false, true].map { uses in try harness.context.planning { $0.usesImages = uses } }
  let formats: [(name: String, format: VkFormat, bytes: Int)] = [
    ("RGBA8", VK_FORMAT_R8G8B8A8_UNORM, 4), ("RGBAh", VK_FORMAT_R16G16B16A16_SFLOAT, 8),
    ("RGBAf", VK_FORMAT_R32G32B32A32_SFLOAT, 16),
  ]
  let rotation = CGAffineTransform(rotationAngle: .pi / 6)
  let recipes: [(name: String, recipe: (CIImage) -> CIImage)] = [
    ("exposure", exposure), ("rotated by 30°", { $0.transformed(by: rotation).cropped(to: $0.extent) }),
    (
      "Gaussian blur 10",
      { $0.clampedToExtent().applyingFilter("CIGaussianBlur", parameters: ["inputRadius": 10]).cropped(to: $0.extent) }
    ),
  ]
  print("\(harness.context.deviceName), \(width)x\(height), medians of \(runs) runs, milliseconds.\n")
  print("| recipe | format | copied: device | wall | by kernels: device | wall |")
  print("| --- | --- | ---: | ---: | ---: | ---: |")
  for (title, recipe) in recipes {
    for (name, format, bytes) in formats {
      let images = try ["source", "result"].map {
        try device.image(format, width: width, height: height, bytesPerPixel: bytes, for: "the \($0)")
      }
      func image(_ index: Int, isNew: Bool = false) -> CIVulkanImage {
        var image = CIVulkanImage(
          device: shared, image: images[index].handle, format: format, width: width, height: height,
          layout: isNew ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_GENERAL)
        image.finalLayout = isNew ? VK_IMAGE_LAYOUT_GENERAL : nil
        image.usage = VK_IMAGE_USAGE_SAMPLED_BIT.rawValue | VK_IMAGE_USAGE_STORAGE_BIT.rawValue
        return image
      }
      func render(_ bitmap: CIImage, to image: CIVulkanImage, _ context: CIContext) throws -> Double {
        let task = try context.startTask(toRender: bitmap, to: CIRenderDestination(vulkanImage: image))
        return try task.waitUntilCompleted().statistics.deviceMilliseconds
      }
      for index in 0...1 { _ = try render(harness.newImage(), to: image(index, isNew: true), contexts[0]) }
      var cells: [String] = []
      for context in contexts {
        let result = try recipe(CIImage(checked: image(0)))
        var (devices, walls) = ([Double](), [Double]())
        for run in 0...runs {
          var time = 0.0
          let wall = try milliseconds { time = try render(result, to: image(1), context) }
          // The first run compiles kernels.
          if run > 0 { (devices, walls) = (devices + [time], walls + [wall]) }
        }
        cells += [devices, walls].map { String(format: "%.2f", median($0).median) }
      }
      print("| \(title) | \(name) | \(cells.joined(separator: " | ")) |")
      fflush(nil)
    }
  }
}
