import CoreImage

/// An image in stripes of two colours.
final class Stripes: CIFilter {
  @CIInput var inputImage: CIImage?
  /// Of a stripe, in pixels.
  @CIInput var inputWidth = 16.0

  private static let kernel = CIColorKernel(
    source: """
      kernel vec4 stripes(__sample s, float width) {
        float turn = fract((destCoord().x + destCoord().y) / (2.0 * width));
        return turn < 0.5 ? s : vec4(s.bgr, s.a);
      }
      """)

  override var outputImage: CIImage? {
    guard let inputImage else { return nil }
    return Self.kernel?.apply(extent: inputImage.extent, arguments: [inputImage, inputWidth])
  }
}

/// What makes the filters of this library.
private final class StripesPlugIn: CIPlugInRegistration, CIFilterConstructor {
  func load(_ host: UnsafeMutableRawPointer!) -> Bool {
    CIFilter.registerName(
      "Stripes", constructor: self, classAttributes: [kCIAttributeFilterCategories: [kCICategoryStylize]])
    return true
  }

  func filter(withName name: String) -> CIFilter? { name == "Stripes" ? Stripes() : nil }
}

/// What the app looks for.
@_cdecl("coreimage_plugin") public func plugIn() -> UnsafeMutableRawPointer {
  Unmanaged.passRetained(StripesPlugIn()).toOpaque()
}
