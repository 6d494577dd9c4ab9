import CoreImage
import Foundation

/// Stripes where an image is brighter than white.
final class HDRZebraFilter: CIFilter {
  @CIInput var inputImage: CIImage?
  /// Seconds; the stripes move by 40 pixels in each.
  @CIInput var inputTime = 0.0

  /// Compiled when this package was built; nothing compiles now.
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
