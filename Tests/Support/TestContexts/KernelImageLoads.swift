import CoreImage
import Foundation
import ImageGraph
import RandomNumbers
import TestSupport

/// The images on which kernels are tested, and the reading of their results.
package enum KernelImageLoads {
  /// The talk's kernel, letter for letter.
  package static let zebra = """
    #include <CoreImage/CoreImage.h>
    extern "C" float4 HDRZebra (coreimage::sample_t s, float time, coreimage::destination dest) {
      float diagLine = dest.coord().x + dest.coord().y;
      float zebra = fract(diagLine/20.0 + time*2.0);
      if ((zebra > 0.5) && (s.r > 1 || s.g > 1 || s.b > 1)) return float4(2.0, 0.0, 0.0, 1.0);
      return s;
    }
    """

  /// Noise of all alphas, values 0 to 2, off the origin.
  package static func noise(_ x: Int = -3, _ y: Int = 5, _ width: Int = 37, _ height: Int = 29, seed: UInt64 = 1)
    -> CIImage
  {
    var random = SplitMix(seed: seed)
    var floats: [Float] = []
    for _ in 0..<width * height {
      let alpha = Float.random(in: 0...1, using: &random)
      for _ in 0..<3 { floats.append(Float.random(in: 0...2, using: &random) * alpha) }
      floats.append(alpha)
    }
    return image(floats, width, height).transformed(by: CGAffineTransform(translationX: CGFloat(x), y: CGFloat(y)))
  }

  /// Four floats a pixel, top row first, values of the working space.
  package static func image(_ floats: [Float], _ width: Int, _ height: Int) -> CIImage {
    CIImage(
      bitmapData: floats.withUnsafeBytes { Data($0) }, bytesPerRow: width * 16,
      size: CGSize(width: width, height: height), format: .RGBAf, colorSpace: nil)
  }

  package static func context(_ backend: String, _ options: [CIContextOption: Any] = [:]) throws -> CIContext {
    try CIContext(checked: options.merging([.backend: backend, .workingFormat: CIFormat.RGBAf]) { first, _ in first })
  }

  /// Returns a context that checks every read of formulas, as with CI_VALIDATE, without a log.
  package static func verifyingContext(_ backend: String) throws -> CIContext {
    var settings = ContextSettings([.backend: backend], environment: ["CI_BACKEND": backend])
    settings.log = RenderLog(write: { _ in })
    settings.log.verifies = true
    return try CIContext(settings)
  }

  /// Pixels of a rectangle as they are in the working space, top row first.
  package static func pixels(_ image: CIImage, _ rect: CGRect, _ context: CIContext) throws -> [SIMD4<Float>] {
    var pixels = [SIMD4<Float>](repeating: .zero, count: Int(rect.width * rect.height))
    try pixels.withUnsafeMutableBytes { bytes in
      try context.render(
        checked: image, toBitmap: bytes.baseAddress!, rowBytes: Int(rect.width) * 16, bounds: rect, format: .RGBAf,
        colorSpace: nil)
    }
    return pixels
  }

  /// All of an image.
  package static func pixels(_ image: CIImage, _ context: CIContext) throws -> [SIMD4<Float>] {
    try pixels(image, image.extent, context)
  }

  package static func pixel(_ image: CIImage, _ x: Int, _ y: Int, _ context: CIContext) throws -> SIMD4<Float> {
    try pixels(image, CGRect(x: x, y: y, width: 1, height: 1), context)[0]
  }
}
