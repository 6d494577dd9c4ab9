import CoreImage
import Foundation
import ImageGraph
import TestContexts
import TestSupport
import Testing

/// The last of the twenty kernels: it doubles a pixel's value until that exceeds a limit, so it is endless for black
/// pixels.
@Suite struct EndlessKernelTests {
  private static let files = ["20-endless.ci.metal", "20-endless.cikernel"]

  private static func image(blackAt place: Int? = nil, width: Int = 48) -> CIImage {
    let pixels = (0..<width * 5).map { index in index == place ? [0, 0, 0, 1] : [0.25, 0.5, 0.75, 1] as [Float] }
    return KernelImageLoads.image(pixels.flatMap { $0 }, width, 5)
  }

  private func made(_ file: String, of image: CIImage, native: Bool = false) throws -> CIImage {
    let kernels = try native ? TwentyKernels.nativeKernels(file) : TwentyKernels.kernels(file)
    return try #require(try TwentyKernels.images(kernels, of: image).first)
  }

  private func expectNumbers(_ pixels: [SIMD4<Float>], _ label: String) {
    // 0.25 doubled five times; a division by zero and the square root of a negative number.
    let others = pixels.filter { !($0.x == 8 && $0.y.isNaN && $0.z == 0 && $0.w == 1) }
    #expect(others.isEmpty, "\(label): \(others.first ?? .zero)")
  }

  @Test(arguments: files, Backend.contextNames)
  func itEndsWhereNothingIsBlack(_ file: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try made(file, of: Self.image())
    expectNumbers(try KernelImageLoads.pixels(image, image.extent, context), file)
  }

  @Test(arguments: files, Backend.contextNames)
  func oneBlackPixelIsAnErrorThatStatesTheRounds(_ file: String, _ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try made(file, of: Self.image(blackAt: 2 * 48 + 20))
    try expectLimit(image, context)
    // A tile without the black pixel ends, and the context is unchanged.
    let left = CGRect(x: 0, y: 0, width: 18, height: 5)
    expectNumbers(try KernelImageLoads.pixels(image, left, context), "\(file) next to it")
  }

  @Test(.enabled(if: Backend.engineNames.contains("processor")), arguments: files)
  func nativeCodeEndsItLikewise(_ file: String) throws {
    let context = try KernelImageLoads.context("processor")
    let image = try made(file, of: Self.image(), native: true)
    expectNumbers(try KernelImageLoads.pixels(image, image.extent, context), file)
    try expectLimit(try made(file, of: Self.image(blackAt: 3), native: true), context)
  }

  /// The caller's memory for the pixels is not partly written.
  @Test(arguments: Backend.contextNames, [0, 4])
  func nothingIsWrittenWhereItDoesNotEnd(_ backend: String, _ row: Int) throws {
    let context = try KernelImageLoads.context(backend)
    let image = try made(Self.files[1], of: Self.image(blackAt: row * 48 + 20))
    var floats = [Float](repeating: 7, count: 48 * 5 * 4)
    floats.withUnsafeMutableBytes { bytes in
      let error = #expect(throws: RenderError.self) {
        try context.render(
          checked: image, toBitmap: bytes.baseAddress!, rowBytes: 48 * 16, bounds: image.extent, format: .RGBAf,
          colorSpace: nil)
      }
      #expect("\(String(describing: error))".contains("iterations of a loop"))
    }
    #expect(floats.allSatisfy { $0 == 7 })
  }

  /// The other kernels of a render that fails give the same results without it.
  @Test(arguments: Backend.contextNames)
  func othersOfTheSameContextAreNotAffected(_ backend: String) throws {
    let context = try KernelImageLoads.context(backend)
    let endless = try made(Self.files[0], of: Self.image(blackAt: 7))
    for file in TwentyKernels.names.enumerated().filter({ $0.offset % 19 == 0 }).map(\.element) {
      for image in try TwentyKernels.images(TwentyKernels.kernels(file)) {
        let rect = CGRect(x: 0, y: 8, width: 9, height: 4)
        let alone = try KernelImageLoads.pixels(image, rect, context)
        try expectLimit(endless.composited(over: image), context)
        #expect(TwentyKernels.strays(try KernelImageLoads.pixels(image, rect, context), alone).isEmpty, "\(file)")
      }
    }
  }

  private func expectLimit(_ image: CIImage, _ context: CIContext) throws {
    let error = #expect(throws: RenderError.self) {
      try KernelImageLoads.pixels(image, CGRect(x: 0, y: 0, width: 48, height: 5), context)
    }
    guard case .limit(let what, let requested, let allowed) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(what == "iterations of a loop of kernel endless")
    #expect(requested == 65537 && allowed == 65536)
  }
}
