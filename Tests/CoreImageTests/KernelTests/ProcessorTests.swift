import CoreImage
import Foundation
import TestSupport
import Testing

/// Shares each component among the pixels of its row: a row's mean.
private final class RowMean: CIImageProcessorKernel {
  override class func roi(forInput input: Int32, arguments: [String: Any]?, outputRect: CGRect) -> CGRect {
    CGRect(x: arguments?["left"] as? Double ?? 0, y: outputRect.minY, width: 8, height: outputRect.height)
  }
  override class func formatForInput(at input: Int32) -> CIFormat { .RGBAf }
  override class var outputFormat: CIFormat { .RGBAf }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    guard let input = inputs?.first, input.region.height == output.region.height else { throw Mistake.rows }
    for y in 0..<Int(output.region.height) {
      let row = (input.baseAddress + y * input.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      let sum = (0..<8).reduce(SIMD4<Float>.zero) { $0 + row[$1] }
      let result = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) { result[x] = sum / 8 }
    }
  }
}

/// Where its pixels lie, without an input.
private final class Places: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .RGBAf }
  override class var outputIsOpaque: Bool { true }

  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws {
    #expect(inputs == nil)
    for y in 0..<Int(output.region.height) {
      let row = (output.baseAddress + y * output.bytesPerRow).assumingMemoryBound(to: SIMD4<Float>.self)
      for x in 0..<Int(output.region.width) {
        row[x] = [Float(output.region.minX) + Float(x), Float(output.region.maxY) - Float(y) - 1, 0, 1]
      }
    }
  }
}

private final class Failing: CIImageProcessorKernel {
  override class func process(
    with inputs: [any CIImageProcessorInput]?, arguments: [String: Any]?, output: any CIImageProcessorOutput
  ) throws { throw Mistake.rows }
}

private final class Odd: CIImageProcessorKernel {
  override class var outputFormat: CIFormat { .LA8 }
}

private enum Mistake: Error { case rows }

@Suite struct ProcessorTests {
  @Test(arguments: Backend.contextNames)
  func itReadsWhatItAskedForBetweenOtherSteps(_ backend: String) throws {
    let context = try KernelPictures.context(backend)
    let image = KernelPictures.noise(0, 0, 8, 6)
    let before = image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
    let mean = try RowMean.apply(withExtent: image.extent, inputs: [before], arguments: ["left": 0.0])
    let after = mean.applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
      .transformed(by: CGAffineTransform(translationX: 100, y: 0))
    #expect(after.extent == CGRect(x: 100, y: 0, width: 8, height: 6))
    let row = try KernelPictures.pixels(image, CGRect(x: 0, y: 2, width: 8, height: 1), context)
    let sum = row.reduce(SIMD4<Float>.zero) { $0 + SIMD4($1.x * 2, $1.y * 2, $1.z * 2, $1.w) } / 8
    let result = try KernelPictures.pixel(after, 105, 2, context)
    let expected = SIMD4(sum.x / 2, sum.y / 2, sum.z / 2, sum.w)
    for component in 0..<4 { #expect(abs(result[component] - expected[component]) < 1e-6) }
    #expect(try KernelPictures.pixel(after, 99, 2, context) == .zero)
    #expect(context.createCGImage(after, from: after.extent) != nil)
  }

  @Test(arguments: Backend.contextNames)
  func withoutInputsItMakesItsPlaces(_ backend: String) throws {
    let context = try KernelPictures.context(backend)
    let image = try Places.apply(
      withExtent: CGRect(x: -5, y: 7, width: 20, height: 10), inputs: nil, arguments: nil)
    #expect(try KernelPictures.pixel(image, -2, 9, context) == [-2, 9, 0, 1])
    #expect(try KernelPictures.pixel(image, 16, 9, context) == .zero)
    #expect(try Places.apply(withExtent: .zero, inputs: nil, arguments: nil).extent.isNull)
    #expect(throws: CIKernelError.self) { try Places.apply(withExtent: .infinite, inputs: nil, arguments: nil) }
  }

  @Test func mistakesAreNamed() throws {
    let context = CIContext()
    let image = try Failing.apply(withExtent: CGRect(x: 0, y: 0, width: 4, height: 4), inputs: nil, arguments: nil)
    let error = #expect(throws: (any Error).self) { try KernelPictures.pixels(image, image.extent, context) }
    #expect("\(try #require(error))" == "the processor Failing failed: rows")
    #expect(throws: CIKernelError.self) {
      try Odd.apply(withExtent: CGRect(x: 0, y: 0, width: 4, height: 4), inputs: nil, arguments: nil)
    }
  }

  @Test func graphsAndPlansKnowIt() throws {
    let context = CIContext()
    let image = KernelPictures.noise(0, 0, 8, 6)
    let mean = try RowMean.apply(withExtent: image.extent, inputs: [image], arguments: ["left": 0.0])
    #expect(mean.description.contains("RowMean"))
    _ = try context.plan(of: mean, from: mean.extent, format: .RGBA8, colorSpace: nil)
  }
}
