import CoreImage
import Foundation
import ImageGraph
import ImagePasses
import TestSupport
import Testing

/// Tests of the working space, the working format, and the colour arguments of filters.
@Suite struct WorkingSpaceTests {
  static let backends = Backend.contextNames

  private func context(_ backend: String, _ options: [CIContextOption: Any] = [:]) throws -> CIContext {
    try CIContext(checked: options.merging([.backend: backend]) { $1 })
  }

  /// Returns the pixel at the origin, as floats.
  private func pixel(_ image: CIImage, _ context: CIContext, _ space: CGColorSpace? = nil) throws -> SIMD4<Float> {
    var pixel = SIMD4<Float>.zero
    try context.render(
      checked: image, toBitmap: &pixel, rowBytes: 16, bounds: CGRect(x: 0, y: 0, width: 1, height: 1), format: .RGBAf,
      colorSpace: space)
    return pixel
  }

  private func isNear(_ a: SIMD4<Float>, _ b: SIMD4<Float>, _ tolerance: Float = 2e-4) -> Bool {
    (0..<a.scalarCount).allSatisfy { abs(a[$0] - b[$0]) < tolerance }
  }

  /// The rows of W3C CSS Color 4's matrices, "Sample code for color conversions": sRGB's red in the linear light of P3.
  @Test(arguments: backends)
  func coloursAreThoseOfTheWorkingSpace(backend: String) throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.extendedLinearDisplayP3))
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let red = CIImage(color: .red)
    let wide = try context(backend, [.workingColorSpace: p3])
    #expect(isNear(try pixel(red, wide), [0.8225, 0.0332, 0.0171, 1]))
    #expect(isNear(try pixel(red, wide, sRGB), [1, 0, 0, 1]))
    #expect(isNear(try pixel(red, try context(backend)), [1, 0, 0, 1]))
    let half = CIImage(color: CIColor(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(isNear(try pixel(half, wide), [0.41125, 0.0166, 0.00855, 0.5]))
  }

  @Test(arguments: backends)
  func aColourKeepsItsOwnSpace(backend: String) throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let red = try #require(CIColor(red: 1, green: 0, blue: 0, colorSpace: p3))
    let image = CIImage(color: red)
    #expect(isNear(try pixel(image, try context(backend)), [1.2249, -0.0421, -0.0196, 1]))
    #expect(isNear(try pixel(image, try context(backend), p3), [1, 0, 0, 1]))
  }

  @Test(arguments: backends)
  func withoutColourManagementComponentsStayAsTheyAre(backend: String) throws {
    let context = try context(backend, [.workingColorSpace: NSNull()])
    #expect(context.workingColorSpace == nil)
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(try pixel(CIImage(color: .gray), context, p3) == [0.5, 0.5, 0.5, 1])
    let source = TestImage.floats(1, 1) { _, _ in [0.25, 0.5, 0.75, 1] }
    let image = try #require(CIImage(node: source).matchedFromWorkingSpace(to: p3))
    #expect(try pixel(image, context, p3) == [0.25, 0.5, 0.75, 1])
  }

  /// IEC 61966-2-1: linear light 0.2140 is encoded as 0.5.
  @Test(arguments: backends)
  func matchingGivesTheNumbersOfAnotherSpace(backend: String) throws {
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let grey = try #require(CGColorSpace(name: CGColorSpace.genericGrayGamma2_2))
    let context = try context(backend)
    let light = CIImage(node: TestImage.floats(1, 1) { _, _ in [0.21404114, 0.107, 0, 1] })
    let coded = try #require(light.matchedFromWorkingSpace(to: sRGB))
    #expect(isNear(try pixel(coded, context), [0.5, 0.36075, 0, 1]))
    let back = try #require(coded.matchedToWorkingSpace(from: sRGB))
    #expect(isNear(try pixel(back, context), [0.21404114, 0.107, 0, 1]))
    let veiled = CIImage(node: TestImage.floats(1, 1) { _, _ in [0.10702057, 0, 0, 0.5] })
    let codedVeil = try #require(veiled.matchedFromWorkingSpace(to: sRGB))
    #expect(isNear(try pixel(codedVeil, context), [0.25, 0, 0, 0.5]))
    let white = try #require(CIImage(color: .white).matchedFromWorkingSpace(to: grey))
    #expect(isNear(try pixel(white, context), [1, 1, 1, 1]))
  }

  /// IEC 61966-2-1: 0.5 decodes to linear light 0.2140; Adobe RGB (1998), 4.3.1: to 0.5 ^ 2.19921875 = 0.21776.
  @Test(arguments: backends)
  func aCodedWorkingSpaceKeepsItsCurve(backend: String) throws {
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let coded = try context(backend, [.workingColorSpace: sRGB])
    #expect(coded.workingColorSpace == sRGB)
    #expect(isNear(try pixel(CIImage(color: .gray), coded), [0.5, 0.5, 0.5, 1]))
    #expect(isNear(try pixel(CIImage(color: .gray), coded, linear), [0.21404, 0.21404, 0.21404, 1]))
    // A filter receives encoded values: half of 1 is 0.5, while half of its linear light is encoded as 0.735.
    let half = CIImage.white.applyingFilter("CIExposureAdjust", parameters: [kCIInputEVKey: -1])
    #expect(isNear(try pixel(half, coded, sRGB), [0.5, 0.5, 0.5, 1]))
    #expect(isNear(try pixel(half, try context(backend), sRGB), [0.73536, 0.73536, 0.73536, 1]))
    // An image in another space: its transfer function and primaries are converted to those of the working space.
    let adobe = try #require(CGColorSpace(name: CGColorSpace.adobeRGB1998))
    let image = CIImage(
      bitmapData: Data([128, 128, 128, 255]), bytesPerRow: 4, size: CGSize(width: 1, height: 1), format: .RGBA8,
      colorSpace: adobe)
    let light = pow(128.0 / 255, 563.0 / 256)
    let code = Float(1.055 * pow(light, 1 / 2.4) - 0.055)
    #expect(isNear(try pixel(image, coded), [code, code, code, 1]))
    let other = try context(backend, [.workingColorSpace: adobe])
    #expect(isNear(try pixel(image, other), [128.0 / 255, 128.0 / 255, 128.0 / 255, 1], 1e-5))
    #expect(isNear(try pixel(CIImage(color: .gray), other, sRGB), [0.5, 0.5, 0.5, 1]))
    // The transfer function does not apply to alpha.
    let veil = CIImage(color: CIColor(red: 0.5, green: 0, blue: 1, alpha: 0.5))
    #expect(isNear(try pixel(veil, coded), [0.25, 0, 0.5, 0.5]))
    #expect(isNear(try pixel(veil, coded, linear), [0.10702, 0, 0.5, 0.5]))
  }

  /// The Y of sRGB's red relative to D50, the white of profiles, is 0.2225 (ICC's sRGB profile), in every working
  /// space.
  @Test(arguments: backends)
  func greyIsTheLuminanceOfLightInACodedSpace(backend: String) throws {
    let grey = try #require(CGColorSpace(name: CGColorSpace.linearGray))
    for name in [CGColorSpace.sRGB, CGColorSpace.extendedLinearSRGB] {
      let context = try context(backend, [.workingColorSpace: CGColorSpace(name: name)!])
      var value: Float = 0
      try context.render(
        checked: CIImage(color: .red), toBitmap: &value, rowBytes: 4, bounds: CGRect(x: 0, y: 0, width: 1, height: 1),
        format: .Lf, colorSpace: grey)
      #expect(abs(value - 0.2225) < 5e-4, "\(name)")
    }
  }

  @Test func aCodedWorkingSpaceInEightBitsKeepsItsCodes() throws {
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let context = try context(Backend.engineName, [.workingColorSpace: sRGB, .workingFormat: CIFormat.RGBA8])
    let bytes = (0..<256 * 4).map { (index: Int) -> UInt8 in index % 4 == 3 ? 255 : UInt8(index / 4) }
    let image = CIImage(
      bitmapData: Data(bytes), bytesPerRow: 1024, size: CGSize(width: 256, height: 1), format: .RGBA8,
      colorSpace: sRGB)
    let stored = image.applyingFilter("CIColorInvert").insertingIntermediate().applyingFilter("CIColorInvert")
    #expect([UInt8](try #require(context.createCGImage(stored, from: image.extent)).data) == bytes)
  }

  @Test func matchingThereAndBackIsNothing() throws {
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let source = TestImage.floats(4, 4) { x, y in [Float(x), Float(y), 1, 1] }
    let there = try #require(CIImage(node: source).matchedToWorkingSpace(from: sRGB))
    let back = try #require(there.matchedFromWorkingSpace(to: sRGB))
    let plain = try optimized(source, options: PassOptions())
    // Alpha is not known to be 1, so dividing by it and multiplying again stays.
    #expect(try optimized(back.node, options: PassOptions()).topological.count <= plain.topological.count + 2)
  }

  /// The format is that of stored images on a device: on the processor, rows between steps are floats.
  @Test(.enabled(if: Backend.engineNames.contains("processor")), arguments: [CIFormat.RGBA8, .RGBAh, .RGBAf])
  func theProcessorWorksInFloats(format: CIFormat) throws {
    let context = try context("processor", [.workingFormat: format])
    #expect(context.workingFormat == format)
    // Neither half floats nor 8 bits can store this number or values above 1.
    let number: Float = 1 + 0x1p-20
    let image = CIImage(node: TestImage.floats(1, 1) { _, _ in [number, 4, -3, 1] })
    let stored = image.applyingFilter("CIColorInvert").insertingIntermediate().applyingFilter("CIColorInvert")
    #expect(try pixel(stored, context) == [number, 4, -3, 1])
  }

  /// 8-bit images between steps are clamped to 0...1 and encoded as sRGB, which preserves dark steps.
  @Test(.enabled(if: Backend.engineNames.contains("vulkan"))) func workingInEightBitsKeepsCodedValues() throws {
    let deep = try context("vulkan")
    let narrow = try context("vulkan", [.workingFormat: CIFormat.RGBA8])
    #expect(narrow.workingFormat == .RGBA8 && deep.workingFormat == .RGBAh)
    let sRGB = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let bytes = (0..<256 * 8 * 4).map { (index: Int) -> UInt8 in index % 4 == 3 ? 255 : UInt8(index / 4 % 256) }
    let image = CIImage(
      bitmapData: Data(bytes), bytesPerRow: 1024, size: CGSize(width: 256, height: 8), format: .RGBA8,
      colorSpace: sRGB)
    let stored = image.applyingFilter("CIColorInvert").insertingIntermediate().applyingFilter("CIColorInvert")
    let result = [UInt8](try #require(narrow.createCGImage(stored, from: image.extent)).data)
    // The steps of inverted linear light are up to 13 times as wide as the dark steps that they represent.
    for (a, b) in zip(bytes, result) where a >= 128 { #expect(abs(Int(a) - Int(b)) <= 2) }
    let same = image.insertingIntermediate().applyingFilter("CIExposureAdjust", parameters: ["inputEV": 1])
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": -1])
    let sameBytes = [UInt8](try #require(narrow.createCGImage(same, from: image.extent)).data)
    #expect(sameBytes == bytes)
    let bright = CIImage(color: CIColor(red: 1, green: 1, blue: 1)).cropped(to: CGRect(x: 0, y: 0, width: 4, height: 4))
      .applyingFilter("CIExposureAdjust", parameters: ["inputEV": 2]).insertingIntermediate().applyingFilter(
        "CIColorInvert")
    #expect(isNear(try pixel(bright, narrow), [0, 0, 0, 1]))
    #expect(try pixel(bright, deep) == [-3, -3, -3, 1])
    let region = CGRect(x: 0, y: 0, width: 256, height: 8)
    let bytesTaken = try [narrow, deep].map {
      try $0.statistics(of: stored, from: region, format: .RGBA8, colorSpace: sRGB).peakBytes
    }
    #expect(bytesTaken[0] <= bytesTaken[1])
  }
}
