import CoreImage
import Foundation

/// Divides an image by twice the median of its luminance, computed with a histogram. A kernel cannot do that, since all
/// pixels are read before the first one is written.
final class MedianLuminance: CIImageProcessorKernel {
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class var outputFormat: CIFormat { .RGBAf }

  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    arguments?["extent"] as? CGRect ?? outputRect
  }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first else { return }
    func row(_ y: Int) -> UnsafePointer<SIMD4<Float>> {
      (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
    }
    func luminance(_ pixel: SIMD4<Float>) -> Float { pixel.x * 0.2126 + pixel.y * 0.7152 + pixel.z * 0.0722 }
    var counts = [Int](repeating: 0, count: 1024)
    let (width, height) = (Int(input.region.width), Int(input.region.height))
    for y in 0..<height {
      for x in 0..<width { counts[Int(min(max(luminance(row(y)[x]), 0), 0.999) * 1024)] += 1 }
    }
    var (seen, median) = (0, 0)
    while median < 1023, seen + counts[median] < width * height / 2 {
      (seen, median) = (seen + counts[median], median + 1)
    }
    let scale = 1 / (2 * max(Float(median) / 1024, 1 / 1024))
    let (left, top) = (Int(output.region.minX - input.region.minX), Int(input.region.maxY - output.region.maxY))
    for y in 0..<Int(output.region.height) {
      let result = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) {
        let pixel = row(y + top)[x + left]
        result[x] = SIMD4(pixel.x * scale, pixel.y * scale, pixel.z * scale, pixel.w)
      }
    }
  }
}
