import CoreImage
import CoreVideo
import Foundation
import TestContexts
import TestSupport
import Testing

/// Tests of blending renders with the content of the destination.
@Suite struct DestinationBlendTests {
  private static let sRGB = CGColorSpace(name: CGColorSpace.sRGB)!

  private func square(_ color: CIColor, _ rect: CGRect) -> CIImage { CIImage(color: color).cropped(to: rect) }

  private func pixels(of destination: CIRenderDestination) -> [SIMD4<UInt8>] {
    destination.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<UInt8>.self)) }
  }

  private func filled(_ width: Int, _ height: Int, _ color: CIColor, _ context: CIContext) throws -> CIRenderDestination
  {
    let destination = try CIRenderDestination(width: width, height: height, format: .RGBA8)
    try context.startTask(
      toRender: square(color, CGRect(x: 0, y: 0, width: width, height: height)), to: destination
    ).waitUntilCompleted()
    return destination
  }

  @Test(arguments: Backend.contextNames) func theImageLiesOverWhatWasThere(engine: String) throws {
    let context = try CIContext(checked: [.backend: engine])
    let destination = try filled(6, 4, .red, context)
    destination.blendKernel = .sourceOver
    // A half transparent square at the lower right, mixed in linear light: 0.5 is encoded as 188.
    let half = square(CIColor(red: 0, green: 0, blue: 1, alpha: 0.5), CGRect(x: 3, y: 0, width: 9, height: 2))
    try context.startTask(toRender: half, to: destination).waitUntilCompleted()
    for (index, pixel) in pixels(of: destination).enumerated() {
      let isInside = index % 6 >= 3 && index / 6 >= 2
      #expect(pixel == (isInside ? [188, 0, 188, 255] : [255, 0, 0, 255]), "\(index)")
    }
  }

  @Test func theKernelMayGetTheNumbersOfTheDestination() throws {
    let context = Backend.context()
    let destination = try filled(2, 2, .red, context)
    destination.blendKernel = .sourceOver
    destination.blendsInDestinationColorSpace = true
    let half = square(CIColor(red: 0, green: 0, blue: 1, alpha: 0.5), CGRect(x: 0, y: 0, width: 2, height: 2))
    try context.startTask(toRender: half, to: destination).waitUntilCompleted()
    // Half of each encoded value.
    #expect(
      pixels(of: destination).allSatisfy { abs(Int($0.x) - 128) <= 1 && abs(Int($0.z) - 128) <= 1 && $0.w == 255 })
  }

  @Test(arguments: [true, false]) func rowsStandAsTheDestinationHasThem(isFlipped: Bool) throws {
    let context = Backend.context()
    let destination = try CIRenderDestination(width: 3, height: 2, format: .RGBA8)
    destination.isFlipped = isFlipped
    let (low, high) = (CGRect(x: 0, y: 0, width: 3, height: 1), CGRect(x: 0, y: 1, width: 3, height: 1))
    try context.startTask(
      toRender: square(.red, low).composited(over: square(.green, high)), to: destination
    ).waitUntilCompleted()
    let before = pixels(of: destination)
    #expect(before[0] == (isFlipped ? [0, 255, 0, 255] : [255, 0, 0, 255]))
    destination.blendKernel = .destinationOver
    try context.startTask(toRender: square(.blue, low.union(high)), to: destination).waitUntilCompleted()
    #expect(pixels(of: destination) == before)
  }

  /// Each task darkens the result of the one before, with any number of tasks in flight.
  @Test(arguments: Backend.contextNames) func tasksBlendOneAfterAnother(engine: String) throws {
    let context = try CIContext(checked: [.backend: engine, .workingColorSpace: NSNull()])
    let destination = try CIRenderDestination(width: 64, height: 64, format: .RGBAf)
    destination.colorSpace = nil
    let area = CGRect(x: 0, y: 0, width: 64, height: 64)
    try context.startTask(toRender: square(.white, area), to: destination).waitUntilCompleted()
    destination.blendKernel = .multiply
    let dark = square(CIColor(red: 0.9, green: 0.75, blue: 1), area)
    let tasks = try (0..<24).map { _ in try context.startTask(toRender: dark, to: destination) }
    for task in tasks { try task.waitUntilCompleted() }
    let left = destination.withUnsafeBytes { Array($0.bindMemory(to: SIMD4<Float>.self)) }
    let expected: SIMD4<Float> = [pow(0.9, 24), pow(0.75, 24), 1, 1]
    // Half floats between steps on Vulkan: 24 roundings of 2^-11.
    #expect(left.allSatisfy { abs($0 - expected).max() < 1e-3 }, "\(left[0])")
  }

  @Test(arguments: [kCVPixelFormatType_32BGRA, kCVPixelFormatType_420YpCbCr8BiPlanarVideoRange])
  func pixelBuffersAreBlendedToo(format: OSType) throws {
    let buffer = try CVPixelBuffer(width: 16, height: 8, pixelFormat: format)
    let context = Backend.context()
    let destination = CIRenderDestination(pixelBuffer: buffer)
    try context.startTask(toRender: .white, to: destination).waitUntilCompleted()
    destination.blendKernel = .multiply
    try context.startTask(toRender: square(.red, CGRect(x: 0, y: 0, width: 8, height: 8)), to: destination)
      .waitUntilCompleted()
    let colors = try floats(of: CIImage(cvPixelBuffer: buffer), context)
    for (index, color) in colors.enumerated() where ![7, 8].contains(index % 16) {
      let expected: SIMD4<Float> = index % 16 < 8 ? [1, 0, 0, 1] : [1, 1, 1, 1]
      // Eight-bit samples, and chroma of two pixels.
      #expect(abs(color - expected).max() < 0.02, "\(index): \(color)")
    }
  }

  @Test func clearingBlendsNothing() throws {
    let context = Backend.context()
    let destination = try filled(2, 2, .red, context)
    destination.blendKernel = .destinationOver
    try context.startTask(toClear: destination).waitUntilCompleted()
    #expect(pixels(of: destination).allSatisfy { $0 == .zero })
  }

  @Test func anEstimateDoesNotChangePixels() throws {
    let context = Backend.context()
    let destination = try filled(2, 2, .red, context)
    destination.blendKernel = .sourceOver
    let image = square(.blue, CGRect(x: 0, y: 0, width: 2, height: 2))
    let task = try context.estimateRender(image, from: image.extent, to: destination, at: .zero)
    try context.prepareRender(image, from: image.extent, to: destination, at: .zero)
    #expect(task.plannedPixelsProcessed > 0 && pixels(of: destination).allSatisfy { $0 == [255, 0, 0, 255] })
  }
}

private func abs(_ color: SIMD4<Float>) -> SIMD4<Float> { color.replacing(with: -color, where: color .< 0) }
