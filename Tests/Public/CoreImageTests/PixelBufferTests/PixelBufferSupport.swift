import CoreImage
import CoreVideo
import Foundation
import PixelFormats
import RandomNumbers
import TestSupport
import Testing

extension CIChromaQuality {
  var planes: ChromaQuality {
    switch self {
    case .exact: .exact
    case .smooth: .smooth
    case .video: .video
    case .automatic: preconditionFailure("the definition has named qualities")
    }
  }
}

/// Writes the same samples everywhere: one for each component in turn.
func fill(_ buffer: CVPixelBuffer, codes: [UInt8]) throws {
  try buffer.withPlanes(writing: true) { planes in
    for (component, code) in zip(planes.layout.components, codes) {
      let (columns, rows) = planes.count(of: component)
      for row in 0..<rows {
        for column in 0..<columns { planes.store(Double(code), component, column: column, row: row) }
      }
    }
  }
}

/// Returns the image's pixels in the working space, top row first.
func floats(of image: CIImage, _ context: CIContext) throws -> [SIMD4<Float>] {
  let (width, height) = (Int(image.extent.width), Int(image.extent.height))
  var pixels = [SIMD4<Float>](repeating: .zero, count: width * height)
  try pixels.withUnsafeMutableBytes { bytes in
    try context.render(
      checked: image, toBitmap: bytes.baseAddress!, rowBytes: 16 * width, bounds: image.extent, format: .RGBAf,
      colorSpace: nil)
  }
  return pixels
}

/// Returns an opaque image of random colours, slightly beyond the range of integer samples, in the working space.
func colors(_ width: Int, _ height: Int, seed: UInt64) -> (image: CIImage, pixels: [SIMD4<Float>]) {
  var random = SplitMix(seed: seed)
  let pixels = (0..<width * height).map { _ in
    SIMD4<Float>(
      .random(in: -0.1...1.1, using: &random), .random(in: -0.1...1.1, using: &random),
      .random(in: -0.1...1.1, using: &random), 1)
  }
  let data = pixels.withUnsafeBytes { Data($0) }
  let image = CIImage(
    bitmapData: data, bytesPerRow: 16 * width, size: CGSize(width: width, height: height), format: .RGBAf,
    colorSpace: nil)
  return (image, pixels)
}

/// Returns the largest difference, in integer steps, between the buffer's samples and the definition before rounding:
/// at most half a step if the arithmetic is exact.
func distanceFromDefinition(
  of buffer: CVPixelBuffer, made pixels: [SIMD4<Float>], _ conversion: PixelFormats.YCbCrConversion
) throws -> Double {
  try buffer.withPlanes(writing: false) { planes in
    var worst = 0.0
    planes.forEachSample(of: pixels, conversion) { number, component, column, row in
      let greatest = component.format.greatestSample ?? 1
      let code = planes.sample(component, column: column, row: row)
      worst = max(worst, abs(code - min(max(number, 0), greatest)))
    }
    return worst
  }
}

/// Returns the permitted difference of samples from exact values: half a step, and the rounding of floats of 24 bits, a
/// few units of the last place of the largest value.
func allowedDistance(in buffer: CVPixelBuffer) -> Double {
  0.5 + (buffer.layout.component(.luma)?.format.greatestSample ?? 1) * 1e-6
}
