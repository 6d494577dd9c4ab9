import CVulkan
import CoreGraphics
import ImageGraph

/// Pixels that a processor reads.
public protocol CIImageProcessorInput {
  /// Where they lie, in the working space: at least what `roi(forInput:arguments:outputRect:)` asked for.
  var region: CGRect { get }
  /// From a row to the next one below.
  var bytesPerRow: Int { get }
  /// How they lie in memory.
  var format: CIFormat { get }
  /// The top left pixel. Valid while `process` runs. There is none where there is a `vulkanImage`: asking for it then
  /// ends the program.
  var baseAddress: UnsafeRawPointer { get }
  /// The pixels as an image of the device that the context is on, for a class that `usesVulkanImages`; else nil. It is
  /// in the general layout and stays so; it can be sampled, and be a storage image where the device has such of its
  /// format. Its first row is the top one. Read by the output's `vulkanCommandBuffer` only.
  var vulkanImage: CIVulkanImage? { get }
  /// Which of its parts this is, of those that `roiTileArray(forInput:arguments:outputRect:)` said.
  var roiTileIndex: Int { get }
  /// How many of them there are.
  var roiTileCount: Int { get }
  /// Tells pixels apart: the same number for the same pixels, format and region, within a process.
  ///
  /// What a Vulkan image shows nobody looks at: it has a number of its own.
  var digest: UInt64 { get }
}

extension CIImageProcessorInput {
  /// Nil: bytes.
  public var vulkanImage: CIVulkanImage? { nil }
}

extension CIImageProcessorOutput {
  /// Nil: bytes.
  public var vulkanImage: CIVulkanImage? { nil }
  /// Nil: bytes.
  public var vulkanCommandBuffer: VkCommandBuffer? { nil }
}

/// Pixels that a processor writes.
public protocol CIImageProcessorOutput {
  /// Where they lie, in the working space: a tile of the result, whole rows of it.
  var region: CGRect { get }
  /// From a row to the next one below.
  var bytesPerRow: Int { get }
  /// How they lie in memory.
  var format: CIFormat { get }
  /// The top left pixel. Valid while `process` runs. There is none where there is a `vulkanImage`: asking for it then
  /// ends the program.
  var baseAddress: UnsafeMutableRawPointer { get }
  /// Where the pixels go, for a class that `usesVulkanImages`; else nil. It is in the general layout, where it has to
  /// be left, and shows anything, unless inputs come in several parts: then it is clear before the first. A storage
  /// image and a colour attachment where the device has such of its format.
  var vulkanImage: CIVulkanImage? { get }
  /// Where `process` records what makes the output, where there is a `vulkanImage`; else nil. It is being recorded, a
  /// primary one of the device's queue family outside of a render pass, and has to be left so. Commands of Core Image
  /// stand in front and behind, with the barriers between: those are waited for by all commands and seen by all, and
  /// the other way round. It runs after `process` has returned, in an app's command buffer perhaps more than once: what
  /// it uses has to stay until the render, or the recording, is complete.
  var vulkanCommandBuffer: VkCommandBuffer? { get }
  /// Tells results apart before they are made: the same number for the same class, arguments, pixels of the inputs,
  /// region and format, within a process. For a cache of the processor's own. Arguments that are not `Hashable` are
  /// told apart by which object they are, or else are never the same.
  var digest: UInt64 { get }
}

struct ProcessorInput: CIImageProcessorInput {
  let part: ImageProcessorStep.Part

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.device == nil ? part.pixels.rowBytes : 0 }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeRawPointer { UnsafeRawPointer(part.bytes(of: "this input")) }
  var vulkanImage: CIVulkanImage? { part.onDevice?.image }
  var roiTileIndex: Int { part.piece }
  var roiTileCount: Int { part.pieceCount }

  var digest: UInt64 {
    var hasher = Hasher()
    hasher.combine(part.region)
    hasher.combine(part.pixels.format)
    if let image = part.onDevice {
      hasher.combine(image.number)
      return UInt64(bitPattern: Int64(hasher.finalize()))
    }
    for y in 0..<part.pixels.height {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(
          start: part.pixels.row(y), count: part.pixels.width * part.pixels.format.bytesPerPixel))
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

struct ProcessorOutput: CIImageProcessorOutput {
  let part: ImageProcessorStep.Part
  /// What it is made by, and of what.
  let origin: ProcessorOrigin
  let index: Int

  var digest: UInt64 {
    var hasher = Hasher()
    hasher.combine(part.region)
    hasher.combine(part.pixels.format)
    hasher.combine(index)
    origin.hash(into: &hasher)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.device == nil ? part.pixels.rowBytes : 0 }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeMutableRawPointer { part.bytes(of: "this output") }
  var vulkanImage: CIVulkanImage? { part.onDevice?.image }
  var vulkanCommandBuffer: VkCommandBuffer? { part.onDevice?.commands }
}
