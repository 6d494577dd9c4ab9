import CoreImage
import Foundation

/// Draws stripes where an image is brighter than white.
final class HDRZebraFilter: CIFilter {
  @CIInput var inputImage: CIImage?
  /// In seconds; the stripes move by 40 pixels per second.
  @CIInput var inputTime = 0.0

  /// Compiled when this package is built.
  private static let kernel: CIColorKernel? = {
    guard let library = Bundle.module.url(forResource: "default", withExtension: "metallib"),
      let data = try? Data(contentsOf: library)
    else { return nil }
    return try? CIColorKernel(functionName: "HDRZebra", fromMetalLibraryData: data)
  }()

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, inputTime])
  }
}
