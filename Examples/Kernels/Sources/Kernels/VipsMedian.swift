import CVips
import CoreImage
import Foundation

/// The median of the pixels around each pixel, for each component, computed by libvips: a processor can call any
/// library.
final class VipsMedian: CIImageProcessorKernel {
  /// The side of the square window, in pixels.
  static let size = 9

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class var outputFormat: CIFormat { .RGBAf }

  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    outputRect.insetBy(dx: -Double(size / 2), dy: -Double(size / 2))
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first else { return }
    let error = cvips_median(
      CVipsPixels(UnsafeMutableRawPointer(mutating: input.baseAddress), input.bytesPerRow, input.region),
      CVipsPixels(output.baseAddress, output.bytesPerRow, output.region),
      Int32(output.region.minX - input.region.minX), Int32(input.region.maxY - output.region.maxY), Int32(size))
    guard let error else { return }
    defer { free(error) }
    throw Failure(description: String(cString: error))
  }
}

extension CVipsPixels {
  fileprivate init(_ pixels: UnsafeMutableRawPointer, _ rowBytes: Int, _ region: CGRect) {
    self.init(
      pixels: pixels.assumingMemoryBound(to: Float.self), row_bytes: rowBytes, width: Int32(region.width),
      height: Int32(region.height))
  }
}
