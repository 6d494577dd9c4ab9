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
  /// The top left pixel. Valid while `process` runs.
  var baseAddress: UnsafeRawPointer { get }
  /// Which of its parts this is, of those that `roiTileArray(forInput:arguments:outputRect:)` said.
  var roiTileIndex: Int { get }
  /// How many of them there are.
  var roiTileCount: Int { get }
  /// Tells pixels apart: the same number for the same pixels, format and region, within a process.
  var digest: UInt64 { get }
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
  /// Tells results apart before they are made: the same number for the same class, arguments, pixels of the inputs,
  /// region and format, within a process. For a cache of the processor's own. Arguments that are not `Hashable` are
  /// told apart by which object they are, or else are never the same.
  var digest: UInt64 { get }
}

struct ProcessorInput: CIImageProcessorInput {
  let part: PictureProcessor.Part

  var region: CGRect { CGRect(part.region) }
  var bytesPerRow: Int { part.pixels.rowBytes }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeRawPointer { UnsafeRawPointer(part.pixels.bytes) }
  var roiTileIndex: Int { part.piece }
  var roiTileCount: Int { part.pieceCount }

  var digest: UInt64 {
    var hasher = Hasher()
    hasher.combine(part.region)
    hasher.combine(part.pixels.format)
    for y in 0..<part.pixels.height {
      hasher.combine(
        bytes: UnsafeRawBufferPointer(
          start: part.pixels.row(y), count: part.pixels.width * part.pixels.format.bytesPerPixel))
    }
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }
}

struct ProcessorOutput: CIImageProcessorOutput {
  let part: PictureProcessor.Part
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
  var bytesPerRow: Int { part.pixels.rowBytes }
  var format: CIFormat { CIFormat(part.pixels.format) }
  var baseAddress: UnsafeMutableRawPointer { part.pixels.bytes }
}
