import CoreGraphics
import Foundation
import ImageGraph

/// Code of an app that makes an image of images, on the processor or by Vulkan commands of its own: subclass it, and
/// override ``process(with:arguments:output:)``.
///
/// All of it is class members, so that a step has no hidden state. A step like this ends what stands before it and
/// begins what comes after; large results are made in tiles of whole rows, one after the other, from the thread that
/// renders. Pixels are premultiplied and in the working space.
open class CIImageProcessorKernel: NSObject {
  /// Fills the output with what the inputs say. May be called several times for one render, once for each tile.
  ///
  /// What it throws ends the render, with the class's name.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    throw CIKernelError.refused("\(self) does not override process(with:arguments:output:)")
  }

  /// Fills several outputs, those of ``apply(withExtents:inputs:arguments:)``. Called once for a render; outputs that
  /// the render does not need have an empty region.
  open class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, outputs: [any CIImageProcessorOutput]
  ) throws {
    throw CIKernelError.refused("\(self) does not override process(with:arguments:outputs:)")
  }

  /// The part of an input that is read to make a rectangle; the rectangle itself unless a subclass says otherwise.
  open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

  /// The parts of an input that are read one after the other to make a rectangle: `process` is called for each, with
  /// the same output, which is clear before the first. They may overlap. Inputs have as many, or one; none stands for
  /// the one that `roi` says.
  open class func roiTileArray(
    forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect
  ) -> [CIVector] { [] }

  /// How an input's pixels are handed over: BGRA8, RGBA8, RGBAh, RGBAf, R8, Rh or Rf; a raw value of 0 stands for the
  /// context's working format.
  open class func formatForInput(at input: Int32) -> CIFormat { CIFormat(rawValue: 0) }

  /// How the output's pixels are taken, of the same formats.
  open class var outputFormat: CIFormat { CIFormat(rawValue: 0) }

  /// How the pixels of one of several outputs are taken; `outputFormat` unless a subclass says otherwise.
  open class func outputFormat(at outputIndex: Int32, arguments: [String: Any]?) -> CIFormat { outputFormat }

  /// True where the output's alpha is 1 everywhere.
  open class var outputIsOpaque: Bool { false }

  /// Bytes of inputs are in memory when `process` is called, and images of inputs complete when its commands run,
  /// whatever this says.
  open class var synchronizeInputs: Bool { true }

  /// True where `process` may run on several threads at a time, each with rows of its own of the output. This
  /// package's own; Core Image has nothing like it.
  open class var isConcurrent: Bool { false }

  /// True where `process` works on Vulkan images: a context on a Vulkan device, the app's own or one that it opened,
  /// hands inputs and output over as `vulkanImage`, and `process` records into the output's `vulkanCommandBuffer` what
  /// makes the one of the others. No pixel comes to the host.
  ///
  /// On other engines, and for outputs of fewer than four components or with a side that no image of the device has,
  /// `process` gets bytes as always, so it looks at `vulkanImage` first. Where there are images there are no bytes, and
  /// `isConcurrent` does not count. This package's own; Core Image gives Metal textures.
  open class var usesVulkanImages: Bool { false }

  /// An image that is made by this class when it is rendered.
  ///
  /// - Parameters:
  ///   - extent: where it has pixels; empty gives the empty image.
  ///   - args: handed to all class members as they are.
  /// - Throws: `CIKernelError.refused` for formats that are none of those, and for an infinite extent.
  open class func apply(
    withExtent extent: CGRect, inputs: [CIImage]?, arguments args: [String: Any]?
  ) throws -> CIImage {
    try images([extent], inputs, ProcessorArguments(values: args)) { inputs, arguments, outputs in
      try self.process(with: inputs, arguments: arguments, output: outputs[0])
    }[0]
  }

  /// Images that are made together by this class, by one call of its `process` for several outputs.
  ///
  /// - Parameters:
  ///   - extents: rectangles, one for each image; an empty one gives the empty image.
  ///   - arguments: handed to all class members as they are.
  /// - Throws: as ``apply(withExtent:inputs:arguments:)``.
  open class func apply(
    withExtents extents: [CIVector], inputs: [CIImage]?, arguments: [String: Any]?
  ) throws -> [CIImage] {
    guard extents.allSatisfy({ $0.count == 4 }) else {
      throw CIKernelError.refused("\(self): an extent is a vector of four numbers: x, y, width and height")
    }
    return try images(extents.map(\.cgRectValue), inputs, ProcessorArguments(values: arguments)) {
      try self.process(with: $0, arguments: $1, outputs: $2)
    }
  }

  /// Any of the two forms of `process`.
  private typealias Process =
    @Sendable ([any CIImageProcessorInput]?, [String: Any]?, [any CIImageProcessorOutput]) throws -> Void

  private class func images(
    _ extents: [CGRect], _ inputs: [CIImage]?, _ arguments: ProcessorArguments, _ process: @escaping Process
  ) throws -> [CIImage] {
    let reaches = extents.map { Extent(UserRect($0)) }
    guard !reaches.contains(.infinite) else {
      throw CIKernelError.refused("\(self): an infinite extent has no image; crop it, or state the part that is made")
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
      pieces: { input, output in
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
    return reaches.enumerated().map { index, reach in
      if reach == .empty { return .empty() }
      let formula = RegionFormula(processor, output: index, extent: reach)
      return CIImage(node: Node(.region(formula, []), images.map(\.node)))
    }
  }

  private class func stored(_ format: CIFormat, _ what: String) throws -> PixelFormat? {
    if format.rawValue == 0 { return nil }
    let allowed: [PixelFormat] = [.bgra8, .rgba8, .rgbah, .rgbaf, .r8, .rh, .rf]
    guard let stored = format.pixelFormat, allowed.contains(stored) else {
      throw CIKernelError.refused(
        "\(self).\(what) is \(format); a processor takes BGRA8, RGBA8, RGBAh, RGBAf, R8, Rh, Rf or 0")
    }
    return stored
  }
}

/// Unchecked: an app hands values over that it does not change any more, as the class's comment asks.
private struct ProcessorArguments: @unchecked Sendable {
  let values: [String: Any]?
}
