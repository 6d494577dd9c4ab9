import CoreImage
import TestSupport

/// Returns premultiplied colours of an image, top row first, in sRGB.
func colors(
  of image: CIImage, on engine: String = Backend.engineName, space: CGColorSpace? = CGColorSpaceCreateDeviceRGB()
) throws -> [SIMD4<Float>] {
  let (width, height) = (Int(image.extent.width), Int(image.extent.height))
  var colors = [SIMD4<Float>](repeating: .zero, count: width * height)
  try CIContext(options: [.backend: engine, .workingFormat: CIFormat.RGBAf]).render(
    checked: image, toBitmap: &colors, rowBytes: width * 16, bounds: image.extent, format: .RGBAf, colorSpace: space)
  return colors
}

func distance(_ a: [SIMD4<Float>], _ b: [SIMD4<Float>]) -> Float {
  guard a.count == b.count else { return .infinity }
  return zip(a, b).map { a, b in
    let difference = a - b
    return max(difference.max(), -difference.min())
  }.max() ?? 0
}

/// Returns colours that differ from pixel to pixel, some of them translucent; every component is a multiple of 1/255.
func testColors(_ width: Int, _ height: Int) -> [SIMD4<UInt8>] {
  (0..<width * height).map { index in
    let alpha = UInt8([255, 128, 0, 37][index % 4])
    func part(_ step: Int) -> UInt8 { UInt8(index * step % 256 * Int(alpha) / 255) }
    return SIMD4(part(37), part(91), part(151), alpha)
  }
}
