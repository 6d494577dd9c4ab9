import CVulkan
import CoreGraphics
import ImageGraph

/// Pixels that a processor reads.
public protocol CIImageProcessorInput {
  /// The rectangle of the pixels, in the working space: at least the result of `roi(forInput:arguments:outputRect:)`.
  var region: CGRect { get }
  /// The row stride in bytes, from a row to the next lower one.
  var bytesPerRow: Int { get }
  /// The storage format of the pixels.
  var format: CIFormat { get }
  /// The address of the top left pixel, valid during `process`. It does not exist if there is a `vulkanImage`;
  /// accessing it then ends the program.
  var baseAddress: UnsafeRawPointer { get }
  /// The pixels as an image of the context's device, for a class that `usesVulkanImages`; else nil. The image is in the
  /// general layout and must stay in it. It can be sampled, and used as a storage image if the device supports that for
  /// its format. Its first row is the top one. Only the output's `vulkanCommandBuffer` may read it.
  var vulkanImage: CIVulkanImage? { get }
  /// The index of this tile in the result of `roiTileArray(forInput:arguments:outputRect:)`.
  var roiTileIndex: Int { get }
  /// The number of tiles.
  var roiTileCount: Int { get }
  /// A hash of the pixels, format and region, stable within a process.
  ///
  /// The content of a Vulkan image is not hashed: each image has a number of its own.
  var digest: UInt64 { get }
}

extension CIImageProcessorInput {
  /// Nil: the pixels are in host memory.
  public var vulkanImage: CIVulkanImage? { nil }
}

extension CIImageProcessorOutput {
  /// Nil: the pixels are in host memory.
  public var vulkanImage: CIVulkanImage? { nil }
  /// Nil: the pixels are in host memory.
  public var vulkanCommandBuffer: VkCommandBuffer? { nil }
}

/// Pixels that a processor writes.
public protocol CIImageProcessorOutput {
  /// The rectangle of the pixels, in the working space: a tile of the result, in whole rows.
  var region: CGRect { get }
  /// The row stride in bytes, from a row to the next lower one.
  var bytesPerRow: Int { get }
  /// The storage format of the pixels.
  var format: CIFormat { get }
  /// The address of the top left pixel, valid during `process`. It does not exist if there is a `vulkanImage`;
  /// accessing it then ends the program.
  var baseAddress: UnsafeMutableRawPointer { get }
  /// The image to write, for a class that `usesVulkanImages`; else nil. It is in the general layout and must be left in
  /// it. Its content is undefined; if inputs come in several tiles, it is clear before the first one. It can be used as
  /// a storage image and a colour attachment if the device supports that for its format.
  var vulkanImage: CIVulkanImage? { get }
  /// The command buffer into which `process` records commands that compute the output, if there is a `vulkanImage`;
  /// else nil. It is a primary command buffer of the device's queue family, in the recording state outside of a render
  /// pass, and must be left so. Commands of Core Image precede and follow, separated by barriers between all commands
  /// with full memory visibility in both directions. The commands run after `process` has returned; in an app's command
  /// buffer they may run more than once. Objects that they use must remain valid until the render, or the recording, is
  /// complete.
  var vulkanCommandBuffer: VkCommandBuffer? { get }
  /// A hash of the class, arguments, input pixels, region and format of a result, stable within a process, for a cache
  /// of the processor. Arguments that are not `Hashable` are compared by object identity; other values are never equal.
  var digest: UInt64 { get }
}

struct ProcessorInput: CIImageProcessorInput {
  let part: ImageProcessorStep.Tile

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.device == nil ? part.pixels.rowBytes : 0 }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeRawPointer { UnsafeRawPointer(part.bytes(of: "this input")) }
  var vulkanImage: CIVulkanImage? { part.onDevice?.image }
  var roiTileIndex: Int { part.roiTileIndex }
  var roiTileCount: Int { part.roiTileCount }

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
  let part: ImageProcessorStep.Tile
  /// The processor and its inputs.
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
