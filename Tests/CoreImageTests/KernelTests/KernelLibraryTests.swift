import CoreImage
import Foundation
import ImageKernels
import KernelLanguage
import RandomNumbers
import TestSupport
import Testing

/// Kernels that were compiled ahead.
@Suite struct KernelLibraryTests {
  private static let texts = [
    KernelText(ColorKernelTests.zebra, .metal, file: "zebra.ci.metal"),
    KernelText(GeneralKernelTests.right, .coreImage, file: "right.cikernel"),
    KernelText("vec2 shift(const vec2 at, const vec2 by) { return at + by; }", .glsl, file: "shift.ci.glsl"),
  ]

  /// As the build tool makes it.
  private static func library(_ texts: [KernelText] = texts) throws -> Data {
    try KernelLibrary.file(of: texts) { glsl in Glslang.compile(glsl) }
  }

  @Test func aLibrarySaysItsNamesAndClasses() throws {
    let library = try Self.library()
    #expect(CIKernel.kernelNames(fromMetalLibraryData: library) == ["HDRZebra", "right", "shift"])
    #expect(CIKernel.kernelNames(fromMetalLibraryData: Data("MTLB".utf8)).isEmpty)
    #expect(throws: CIKernelError.self) { try CIWarpKernel(functionName: "right", fromMetalLibraryData: library) }
    #expect(throws: CIKernelError.self) { try CIKernel(functionName: "left", fromMetalLibraryData: library) }
    #expect(try CIWarpKernel(functionName: "shift", fromMetalLibraryData: library).name == "shift")
  }

  @Test(arguments: Backend.contextNames)
  func itsKernelsAreThoseOfTheTexts(_ backend: String) throws {
    let context = try KernelPictures.context(backend)
    let library = try Self.library()
    let ahead = try CIColorKernel(functionName: "HDRZebra", fromMetalLibraryData: library)
    let text = try CIColorKernel(checked: ColorKernelTests.zebra, language: .metal)
    let image = KernelPictures.noise()
    #expect(
      try KernelPictures.pixels(ahead.apply(checked: image.extent, arguments: [image, 0.2]), image.extent, context)
        == KernelPictures.pixels(text.apply(checked: image.extent, arguments: [image, 0.2]), image.extent, context))
    let right = try CIKernel(functionName: "right", fromMetalLibraryData: library)
    let nearest = try right.apply(
      checked: image.extent, roiCallback: { _, rect in rect.insetBy(dx: -2, dy: 0) },
      arguments: [CISampler(image: image, options: [kCISamplerFilterMode: kCISamplerFilterNearest]), 0.4])
    #expect(try KernelPictures.pixel(nearest, 4, 9, context) == KernelPictures.pixel(image, 4, 9, context))
    // Forms that nobody compiled ahead are refused, not guessed.
    #expect(throws: CIKernelError.self) {
      try right.apply(
        checked: image.extent, roiCallback: { _, rect in rect },
        arguments: [CISampler(image: image, options: [kCISamplerAffineMatrix: [2, 0, 0, 1, 0, 0]]), 0])
    }
  }

  @Test func tornAndChangedLibrariesAreRefused() throws {
    let library = try Self.library()
    func tries(_ data: Data) {
      for name in ["HDRZebra", "right", "shift"] {
        let kernel = try? CIKernel(functionName: name, fromMetalLibraryData: data)
        _ = kernel?.apply(
          extent: CGRect(x: 0, y: 0, width: 4, height: 4), roiCallback: { _, rect in rect },
          arguments: [KernelPictures.noise(), 0.5])
      }
    }
    for length in stride(from: 0, to: library.count, by: 97) { tries(library.prefix(length)) }
    var random = SplitMix(seed: 7)
    for _ in 0..<300 {
      var changed = library
      for _ in 0..<3 {
        changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      tries(changed)
    }
  }

  @Test func twoOfOneNameAreAnError() throws {
    #expect(throws: KernelProblem.self) { try Self.library([Self.texts[0], Self.texts[0]]) }
  }
}
