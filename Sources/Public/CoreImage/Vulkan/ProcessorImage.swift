import CVulkan
import ImageGraph
import VulkanEngine

/// What a processor is given of an image on a Vulkan device.
///
/// Unchecked: handles never change.
struct ProcessorImage: DevicePart, @unchecked Sendable {
  let image: CIVulkanImage
  /// Where a processor's output is made; nil for inputs.
  let commands: VkCommandBuffer?
  /// No other image of the process has it: what an image shows nobody looks at.
  let number = UInt64.random(in: 0...UInt64.max)

  init(_ image: AllocatedImage, _ format: VkFormat, on device: CIVulkanDevice, commands: VkCommandBuffer?) {
    self.image = CIVulkanImage(
      device: device, image: image.handle, format: format, width: image.width, height: image.height,
      layout: VK_IMAGE_LAYOUT_GENERAL)
    self.commands = commands
  }
}

extension ImageProcessorStep.Part {
  var onDevice: ProcessorImage? { device as? ProcessorImage }

  /// The pixels in the host's memory.
  func bytes(of what: String) -> UnsafeMutableRawPointer {
    precondition(device == nil, "\(what) is a Vulkan image and has no bytes: look at vulkanImage first")
    return pixels.bytes
  }
}

/// A render into an app's command buffer: where, and what stands there before the render itself.
final class ProcessorRecording {
  let commands: VkCommandBuffer
  /// What made inputs of processors.
  private(set) var runs: [RecordedRun] = []
  /// What commands of apps use.
  private(set) var objects: [AnyObject] = []

  init(_ commands: VkCommandBuffer) { self.commands = commands }

  func add(_ run: RecordedRun) { runs.append(run) }

  func keep(_ object: AnyObject) { objects.append(object) }

  /// The commands will not be submitted.
  func giveUp() { for run in runs { _ = run.complete() } }
}
