import CoreImage
import CoreVideo
import Foundation
import TestSupport
import Testing

/// A chain of colours from planes to planes is one dispatch on Vulkan.
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

  /// Passes of a chain: Cb and Cr of two planes are joined by one of their own.
  private func passes(_ format: OSType) -> Int { format == kCVPixelFormatType_420YpCbCr8PlanarFullRange ? 2 : 1 }

  /// The result's codes, and the passes that it took.
  private func rendered(
    _ image: CIImage, like source: CVPixelBuffer, _ context: CIContext?, bounds: CGRect? = nil
  ) throws -> (codes: [Double], passes: Int) {
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
      let (codes, passes) = try rendered(sepia(source), like: source, Self.context)
      let (others, _) = try rendered(sepia(source), like: source, Self.processor)
      #expect(passes == self.passes(format))
      // Both are rounded, so values beside a half may go either way.
      let unlike = zip(codes, others).filter { $0 != $1 }
      #expect(unlike.allSatisfy { abs($0 - $1) <= 1 } && unlike.count <= 1 + codes.count / 100, "\(width): \(unlike)")
    }
  }

  /// With little memory there are tiles, and each plane has its own.
  @Test(arguments: formats) func planesAreWhatTheyAreOneByOne(_ format: OSType) throws {
    let source = try filled(format, 701, 403, seed: 3)
    let (codes, passes) = try rendered(sepia(source), like: source, Self.context)
    // The least memory that the smallest tiles fit in.
    let parts = stride(from: 1, through: 8, by: 0.25).lazy.compactMap { megabytes in
      let small = try? CIContext(
        checked: [.backend: "vulkan", .workingFormat: CIFormat.RGBAf, .memoryTarget: megabytes])
      return try? rendered(sepia(source), like: source, small)
    }.first
    let (others, partPasses) = try #require(parts)
    #expect(passes == self.passes(format) && partPasses > 2 * passes)
    // Other kernels round otherwise between their steps, so values beside a half may go either way.
    let unlike = zip(codes, others).filter { $0 != $1 }
    #expect(
      unlike.allSatisfy { abs($0 - $1) <= 1 } && unlike.count <= codes.count / 1000,
      "\(unlike.count) of \(codes.count), \(unlike.prefix(5))")
  }

  @Test(arguments: formats.prefix(4)) func partsOfABufferAreMadeAtOnceToo(_ format: OSType) throws {
    let source = try filled(format, 33, 18, seed: 8)
    for bounds in [CGRect(x: 4, y: 2, width: 10, height: 6), CGRect(x: 20, y: 0, width: 13, height: 18)] {
      let (codes, passes) = try rendered(sepia(source), like: source, Self.context, bounds: bounds)
      let (others, _) = try rendered(sepia(source), like: source, Self.processor, bounds: bounds)
      #expect(passes == self.passes(format))
      #expect(zip(codes, others).allSatisfy { abs($0 - $1) <= 1 }, "\(bounds)")
    }
    // Chroma stands for pixels inside and outside: these take a look at what is there.
    let odd = CGRect(x: 3, y: 1, width: 5, height: 4)
    let (codes, passes) = try rendered(sepia(source), like: source, Self.context, bounds: odd)
    #expect(passes > 1)
    #expect(
      try zip(codes, rendered(sepia(source), like: source, Self.processor, bounds: odd).codes)
        .allSatisfy { abs($0 - $1) <= 1 })
  }

  /// Filters of chroma that reach beyond a group, and dithering, make each plane by itself.
  @Test func whatTakesNeighboursHasARenderForEachPlane() throws {
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
