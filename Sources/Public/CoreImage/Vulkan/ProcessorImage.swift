import CVulkan
import ImageGraph
import VulkanEngine

/// An image on a Vulkan device as an input or output of a processor.
///
/// Unchecked: handles are constants.
struct ProcessorImage: DeviceTile, @unchecked Sendable {
  let image: CIVulkanImage
  /// The command buffer of a processor's output; nil for inputs.
  let commands: VkCommandBuffer?
  /// A unique number within the process, since the content is not hashed.
  let number = UInt64.random(in: 0...UInt64.max)

  init(_ image: AllocatedImage, _ format: VkFormat, on device: CIVulkanDevice, commands: VkCommandBuffer?) {
    self.image = CIVulkanImage(
      device: device, image: image.handle, format: format, width: image.width, height: image.height,
      layout: VK_IMAGE_LAYOUT_GENERAL)
    self.commands = commands
  }
}

extension ImageProcessorStep.Tile {
  var onDevice: ProcessorImage? { device as? ProcessorImage }

  /// Returns the pixels in host memory. Ends the program for a Vulkan image.
  func bytes(of what: String) -> UnsafeMutableRawPointer {
    precondition(device == nil, "\(what) is a Vulkan image and has no host memory: check vulkanImage first")
    return pixels.bytes
  }
}

/// The recording of a render into an app's command buffer: the buffer, and the commands before those of the render
/// itself.
final class ProcessorRecording {
  let commands: VkCommandBuffer
  /// The runs that rendered the inputs of processors.
  private(set) var runs: [RecordedRun] = []
  /// The objects that commands of apps use.
  private(set) var objects: [AnyObject] = []

  init(_ commands: VkCommandBuffer) { self.commands = commands }

  func add(_ run: RecordedRun) { runs.append(run) }

  func keep(_ object: AnyObject) { objects.append(object) }

  /// Releases the memory, since the commands will not be submitted.
  func abandon() { for run in runs { _ = run.complete() } }
}
