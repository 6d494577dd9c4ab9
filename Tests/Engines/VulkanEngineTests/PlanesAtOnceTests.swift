import CoreImage
import CoreVideo
import Foundation
import TestSupport
import Testing

/// A chain of colour steps from planes to planes is a single dispatch on Vulkan.
@Suite(.enabled(if: Backend.contextNames.contains("vulkan"))) struct PlanesAtOnceTests {
  private static let formats = [
    kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange, kCVPixelFormatType_420YpCbCr8PlanarFullRange,
    kCVPixelFormatType_420YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_422YpCbCr8BiPlanarFullRange,
    kCVPixelFormatType_422YpCbCr10BiPlanarVideoRange, kCVPixelFormatType_444YpCbCr8BiPlanarVideoRange,
    kCVPixelFormatType_444YpCbCr10BiPlanarFullRange,
  ]

  private static let context = try? CIContext(checked: [.backend: "vulkan", .workingFormat: CIFormat.RGBAf])
  private static let processor = try? CIContext(checked: [.backend: "processor"])

  private func sepia(_ source: CVPixelBuffer) -> CIImage {
    CIImage(cvPixelBuffer: source).applyingFilter("CISepiaTone", parameters: ["inputIntensity": 0.6])
  }

  /// Returns the result's samples, and the number of passes.
  private func rendered(
    _ image: CIImage, like source: CVPixelBuffer, _ context: CIContext?, bounds: CGRect? = nil
  ) throws -> (samples: [Double], passes: Int) {
    let (result, context) = (try CVPixelBuffer.like(source), try #require(context))
    let destination = CIRenderDestination(pixelBuffer: result)
    let all = CGRect(x: 0, y: 0, width: CVPixelBufferGetWidth(result), height: CVPixelBufferGetHeight(result))
    let part = bounds ?? all
    let info = try context.startTask(toRender: image, from: part, to: destination, at: part.origin)
      .waitUntilCompleted()
    return (try numbers(of: result), info.passCount)
  }

  @Test(arguments: formats) func aChainOfColorsIsOneDispatch(_ format: OSType) throws {
    for width in 1...67 {
      let source = try filled(format, width, (width * 29) % 67 + 1, seed: UInt64(width))
      let (samples, passes) = try rendered(sepia(source), like: source, Self.context)
      let (expected, _) = try rendered(sepia(source), like: source, Self.processor)
      #expect(passes == 1)
      // Both are rounded, so values near a half may differ.
      let differing = zip(samples, expected).filter { $0 != $1 }
      #expect(
        differing.allSatisfy { abs($0 - $1) <= 1 } && differing.count <= 1 + samples.count / 100,
        "\(width): \(differing)")
    }
  }

  /// With little memory there are tiles, and each plane is rendered separately.
  @Test(arguments: formats) func planesInTilesAgree(_ format: OSType) throws {
    let source = try filled(format, 1401, 803, seed: 3)
    let (samples, passes) = try rendered(sepia(source), like: source, Self.context)
    // The lowest memory target for the smallest tiles.
    let parts = stride(from: 1, through: 8, by: 0.25).lazy.compactMap { megabytes in
      let small = try? CIContext(
        checked: [.backend: "vulkan", .workingFormat: CIFormat.RGBAf, .memoryTarget: megabytes])
      return try? rendered(sepia(source), like: source, small)
    }.first
    let (expected, partPasses) = try #require(parts)
    #expect(passes == 1 && partPasses > 2 * passes)
    // Other kernels round differently between their steps, so values near a half may differ.
    let differing = zip(samples, expected).filter { $0 != $1 }
    #expect(
      differing.allSatisfy { abs($0 - $1) <= 1 } && differing.count <= samples.count / 1000,
      "\(differing.count) of \(samples.count), \(differing.prefix(5))")
  }

  @Test(arguments: formats.prefix(4)) func partsOfABufferAreOneDispatchToo(_ format: OSType) throws {
    let source = try filled(format, 33, 18, seed: 8)
    for bounds in [CGRect(x: 4, y: 2, width: 10, height: 6), CGRect(x: 20, y: 0, width: 13, height: 18)] {
      let (samples, passes) = try rendered(sepia(source), like: source, Self.context, bounds: bounds)
      let (expected, _) = try rendered(sepia(source), like: source, Self.processor, bounds: bounds)
      #expect(passes == 1)
      #expect(zip(samples, expected).allSatisfy { abs($0 - $1) <= 1 }, "\(bounds)")
    }
    // Chroma samples are for pixels inside and outside of the bounds, so the existing pixels are read.
    let odd = CGRect(x: 3, y: 1, width: 5, height: 4)
    let (samples, passes) = try rendered(sepia(source), like: source, Self.context, bounds: odd)
    #expect(passes > 1)
    #expect(
      try zip(samples, rendered(sepia(source), like: source, Self.processor, bounds: odd).samples)
        .allSatisfy { abs($0 - $1) <= 1 })
  }

  /// Chroma filters with a support larger than a group, and dithering, render each plane separately.
  @Test func stepsWithNeighboursHaveARenderForEachPlane() throws {
    let source = try filled(Self.formats[0], 32, 18, seed: 8)
    let context = try #require(Self.context)
    for changed in [true, false] {
      let destination = CIRenderDestination(pixelBuffer: try CVPixelBuffer.like(source))
      if changed { destination.chromaQuality = .exact } else { destination.isDithered = true }
      let info = try context.startTask(toRender: sepia(source), to: destination).waitUntilCompleted()
      #expect(info.passCount > 1)
    }
  }
}
