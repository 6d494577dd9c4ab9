import CoreImage

/// Draws an image with stripes in exchanged colours.
final class Stripes: CIFilter {
  @CIInput var inputImage: CIImage?
  /// The width of a stripe, in pixels.
  @CIInput var inputWidth = 16.0

  private static let kernel = CIColorKernel(
    source: """
      kernel vec4 stripes(__sample s, float width) {
        float phase = fract((destCoord().x + destCoord().y) / (2.0 * width));
        return phase < 0.5 ? s : vec4(s.bgr, s.a);
      }
      """)

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, inputWidth])
  }
}

/// The constructor of the library's filters.
private final class StripesPlugIn: CIPlugInRegistration, CIFilterConstructor {
  func load(_ host: UnsafeMutableRawPointer!) -> Bool {
    CIFilter.registerName(
      "Stripes", constructor: self, classAttributes: [kCIAttributeFilterCategories: [kCICategoryStylize]])
    return true
  }

  func filter(withName name: String) -> CIFilter? { name == "Stripes" ? Stripes() : nil }
}

/// The entry point that the app calls.
@_cdecl("coreimage_plugin") public func plugIn() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(StripesPlugIn()).toOpaque()
}
