import CoreGraphics
import Foundation
import ImageGraph

/// Code of an app that makes a picture of pictures on the processor: subclass it, and override
/// ``process(with:arguments:output:)``.
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

  /// The part of an input that is read to make a rectangle; the rectangle itself unless a subclass says otherwise.
  open class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect { outputRect }

  /// How an input's pixels are handed over: BGRA8, RGBA8, RGBAh, RGBAf, R8, Rh or Rf; a raw value of 0 stands for the
  /// context's working format.
  open class func formatForInput(at input: Int32) -> CIFormat { CIFormat(rawValue: 0) }

  /// How the output's pixels are taken, of the same formats.
  open class var outputFormat: CIFormat { CIFormat(rawValue: 0) }

  /// True where the output's alpha is 1 everywhere.
  open class var outputIsOpaque: Bool { false }

  /// Inputs are in memory when `process` is called, whatever this says.
  open class var synchronizeInputs: Bool { true }

  /// An image that is made by this class when it is rendered.
  ///
  /// - Parameters:
  ///   - extent: where it has pixels; empty gives the empty image.
  ///   - args: handed to all class members as they are.
  /// - Throws: `CIKernelError.refused` for formats that are none of those, and for an infinite extent.
  open class func apply(
    withExtent extent: CGRect, inputs: [CIImage]?, arguments args: [String: Any]?
  ) throws -> CIImage {
    let reach = Extent(UserRect(extent))
    if reach == .empty { return .empty() }
    guard reach != .infinite else {
      throw CIKernelError.refused("\(self): an infinite extent has no picture; crop it, or state the part that is made")
    }
    let images = inputs ?? []
    let values = ProcessorArguments(values: args)
    let formats = try images.indices.map { try stored(formatForInput(at: Int32($0)), "formatForInput(at: \($0))") }
    let processor = PictureProcessor(
      "\(self)", inputFormats: formats, outputFormat: try stored(outputFormat, "outputFormat"),
      isOpaque: outputIsOpaque
    ) { inputs, output in
      try self.process(
        with: inputs.isEmpty ? nil : inputs.map { ProcessorInput(part: $0) }, arguments: values.values,
        output: ProcessorOutput(part: output))
    }
    let formula = RegionFormula(
      processor,
      region: { input, output in
        UserRect(self.roi(forInput: Int32(input), arguments: values.values, outputRect: CGRect(output)))
      }, extent: reach)
    return CIImage(node: Node(.region(formula, []), images.map(\.node)))
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

/// Pixels that a processor reads.
public protocol CIImageProcessorInput {
  /// Where they lie, in the working space: at least what `roi(forInput:arguments:outputRect:)` asked for.
  var region: CGRect { get }
  /// From a row to the next one below.
  var bytesPerRow: Int { get }
  /// How they lie in memory.
  var format: CIFormat { get }
  /// The top left pixel. Valid while `process` runs.
  var baseAddress: UnsafeRawPointer { get }
  /// Which tile of its region this is.
  var roiTileIndex: Int { get }
  /// How many tiles there are.
  var roiTileCount: Int { get }
}

extension CIImageProcessorInput {
  /// The only one.
  public var roiTileIndex: Int { 0 }
  /// Each call of `process` has its own inputs.
  public var roiTileCount: Int { 1 }
}

/// Pixels that a processor writes.
public protocol CIImageProcessorOutput {
  /// Where they lie, in the working space: a tile of the result, whole rows of it.
  var region: CGRect { get }
  /// From a row to the next one below.
  var bytesPerRow: Int { get }
  /// How they lie in memory.
  var format: CIFormat { get }
  /// The top left pixel. Valid while `process` runs.
  var baseAddress: UnsafeMutableRawPointer { get }
}

private struct ProcessorInput: CIImageProcessorInput {
  let part: PictureProcessor.Part

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.pixels.rowBytes }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeRawPointer { UnsafeRawPointer(part.pixels.bytes) }
}

private struct ProcessorOutput: CIImageProcessorOutput {
  let part: PictureProcessor.Part

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.pixels.rowBytes }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeMutableRawPointer { part.pixels.bytes }
}

/// Unchecked: an app hands values over that it does not change any more, as the class's comment asks.
private struct ProcessorArguments: @unchecked Sendable {
  let values: [String: Any]?
}
