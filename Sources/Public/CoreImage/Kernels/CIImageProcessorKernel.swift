import CoreGraphics
import Foundation
import ImageGraph

/// Code of an app that computes an image from images, on the CPU or with Vulkan commands: create a subclass and
/// override ``process(with:arguments:output:)``.
///
/// All members are class members, so that a step has no hidden state. The step cannot be fused with those before and
/// after it. Large results are computed in tiles of whole rows, one after another, on the thread of the render. Pixels
/// are premultiplied and in the working space.
open class CIImageProcessorKernel: NSObject {
  /// Computes the output from the inputs. May be called several times for one render, once for each tile.
  ///
  /// An error that it throws ends the render; its message contains the name of the class.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    throw CIKernelError.refused("\(self) does not override process(with:arguments:output:)")
  }

  /// Computes several outputs, those of ``apply(withExtents:inputs:arguments:)``. Called once for a render. Outputs
  /// that the render does not need have an empty region.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, outputs: [any CIImageProcessorOutput]
  ) throws {
    throw CIKernelError.refused("\(self) does not override process(with:arguments:outputs:)")
  }

  /// Returns the region of an input that is read to compute a rectangle; by default, the rectangle itself.
  open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

  /// Returns the tiles of an input that are read one after another to compute a rectangle. `process` is called for each
  /// tile, with the same output, which is clear before the first one. Tiles may overlap. All inputs must have the same
  /// number of tiles, or one tile. An empty result means one tile, that of `roi`.
  open class func roiTileArray(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> [CIVector] { [] }

  /// Returns the format of an input's pixels: BGRA8, RGBA8, RGBAh, RGBAf, R8, Rh or Rf. A raw value of 0 means the
  /// context's working format.
  open class func formatForInput(at input: Int32) -> CIFormat { CIFormat(rawValue: 0) }

  /// The format of the output's pixels, one of the formats of inputs.
  open class var outputFormat: CIFormat { CIFormat(rawValue: 0) }

  /// Returns the format of one of several outputs; `outputFormat` by default.
  open class func outputFormat(at outputIndex: Int32, arguments: [String: Any]?) -> CIFormat { outputFormat }

  /// Whether the output's alpha is 1 everywhere.
  open class var outputIsOpaque: Bool { false }

  /// Has no effect: bytes of inputs are always in memory when `process` is called, and images of inputs are complete
  /// when its commands run.
  open class var synchronizeInputs: Bool { true }

  /// Whether `process` may run on several threads at a time, each with its own rows of the output. Not part of Apple's
  /// API.
  open class var isConcurrent: Bool { false }

  /// Whether `process` uses Vulkan images. A context on a Vulkan device, opened by the app or the context, passes
  /// inputs and output as `vulkanImage`, and `process` records the commands into the output's `vulkanCommandBuffer`. No
  /// pixels are copied to the host.
  ///
  /// On other engines, and for outputs with fewer than four components or a side that exceeds the device's limit,
  /// `process` receives pixels in host memory, so it must test `vulkanImage` first. With images there are no pixels in
  /// host memory, and `isConcurrent` has no effect. Not part of Apple's API, which provides Metal textures.
  open class var usesVulkanImages: Bool { false }

  /// Returns an image that this class computes when it is rendered.
  ///
  /// - Parameters:
  ///   - extent: of the image. If it is empty, so is the image.
  ///   - args: are passed to all class members.
  /// - Throws: `CIKernelError.refused` for other formats and for an infinite extent.
  open class func apply(
    withExtent extent: CGRect, inputs: [CIImage]?, arguments args: [String: Any]?
  ) throws -> CIImage {
    try images([extent], inputs, ProcessorArguments(values: args)) { inputs, arguments, outputs in
      try self.process(with: inputs, arguments: arguments, output: outputs[0])
    }[0]
  }

  /// Returns images that this class computes together, by one call of its `process` for several outputs.
  ///
  /// - Parameters:
  ///   - extents: rectangles, one for each image. If one is empty, so is its image.
  ///   - arguments: are passed to all class members.
  /// - Throws: as ``apply(withExtent:inputs:arguments:)``.
  open class func apply(
    withExtents extents: [CIVector], inputs: [CIImage]?, arguments: [String: Any]?
  ) throws -> [CIImage] {
    guard extents.allSatisfy({ $0.count == 4 }) else {
      throw CIKernelError.refused("\(self): an extent must be a vector of four numbers: x, y, width and height")
    }
    return try images(extents.map(\.cgRectValue), inputs, ProcessorArguments(values: arguments)) {
      try self.process(with: $0, arguments: $1, outputs: $2)
    }
  }

  /// Either form of `process`.
  private typealias Process =
    @Sendable ([any CIImageProcessorInput]?, [String: Any]?, [any CIImageProcessorOutput]) throws -> Void

  private class func images(
    _ extents: [CGRect], _ inputs: [CIImage]?, _ arguments: ProcessorArguments, _ process: @escaping Process
  ) throws -> [CIImage] {
    let resultExtents = extents.map { Extent(UserRect($0)) }
    guard !resultExtents.contains(.infinite) else {
      throw CIKernelError.refused("\(self): the extent must be finite; crop the inputs, or pass a finite extent")
    }
    let images = inputs ?? []
    let processor = ImageProcessorStep(
      "\(self)",
      inputFormats: try images.indices.map { try stored(formatForInput(at: Int32($0)), "formatForInput(at: \($0))") },
      outputFormats: try extents.indices.map {
        try stored(
          outputFormat(at: Int32($0), arguments: arguments.values),
          extents.count == 1 ? "outputFormat" : "outputFormat(at: \($0), …)")
      },
      isOpaque: outputIsOpaque, isConcurrent: isConcurrent, usesImages: usesVulkanImages,
      roiTiles: { input, output in
        let (input, output) = (Int32(input), CGRect(output))
        let tiles = self.roiTileArray(forInput: input, arguments: arguments.values, outputRect: output)
        if !tiles.isEmpty { return tiles.map { UserRect($0.cgRectValue) } }
        return [UserRect(self.roi(forInput: input, arguments: arguments.values, outputRect: output))]
      },
      run: { inputs, outputs in
        let inputs = inputs.map { ProcessorInput(part: $0) }
        let origin = ProcessorOrigin(processor: self, arguments: arguments.values, inputs: inputs)
        try process(
          inputs.isEmpty ? nil : inputs, arguments.values,
          outputs.enumerated().map { ProcessorOutput(part: $1, origin: origin, index: $0) })
      })
    return resultExtents.enumerated().map { index, resultExtent in
      if resultExtent == .empty { return .empty() }
      let formula = RegionFormula(processor, output: index, extent: resultExtent)
      return CIImage(node: Node(.region(formula, []), images.map(\.node)))
    }
  }

  private class func stored(_ format: CIFormat, _ member: String) throws -> PixelFormat? {
    if format.rawValue == 0 { return nil }
    let allowed: [PixelFormat] = [.bgra8, .rgba8, .rgbah, .rgbaf, .r8, .rh, .rf]
    guard let stored = format.pixelFormat, allowed.contains(stored) else {
      throw CIKernelError.refused(
        "\(self).\(member) must be BGRA8, RGBA8, RGBAh, RGBAf, R8, Rh, Rf or 0 (got \(format))")
    }
    return stored
  }
}

/// Unchecked: the app does not change values after passing them, as the class's documentation requires.
private struct ProcessorArguments: @unchecked Sendable {
  let values: [String: Any]?
}
